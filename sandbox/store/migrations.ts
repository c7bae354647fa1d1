import { ACTIVITY_SCHEMA } from "./activity.ts";
import { APPS_SCHEMA } from "./apps.ts";
import { ASSET_SCHEMA } from "./assets.ts";
import type { Database } from "./database.ts";
import { APP_SETTINGS_SCHEMA, OAUTH_SCHEMA } from "./oauth.ts";
import { REMOVED_SCHEMA } from "./relations.ts";
import { RESOURCE_SCHEMA, SEARCH_SCHEMA } from "./schema.ts";
import { STATION_SCHEMA } from "./stations.ts";

/** Migrations in order; a database's version is the number of applied ones. Append, never edit. */
const MIGRATIONS: readonly string[] = [
  RESOURCE_SCHEMA + OAUTH_SCHEMA + ASSET_SCHEMA,
  SEARCH_SCHEMA + REMOVED_SCHEMA + APPS_SCHEMA,
  STATION_SCHEMA,
  APP_SETTINGS_SCHEMA,
  ACTIVITY_SCHEMA,
];

export function migrate(db: Database): void {
  const from = db.version;
  if (from > MIGRATIONS.length) {
    throw new Error(
      `Cannot open the sandbox's data: its schema ${from} is newer than this program's ${MIGRATIONS.length}`,
    );
  }
  if (from === MIGRATIONS.length) return;
  db.transaction(() => {
    for (const script of MIGRATIONS.slice(from)) db.exec(script);
    db.exec(`PRAGMA user_version = ${MIGRATIONS.length}`);
  });
}
