import { host } from "../base/host.ts";
import { Memo } from "../base/memo.ts";
import { type Database, withDatabase } from "../store/database.ts";
import { migrate } from "../store/migrations.ts";
import { DEFAULT_APP } from "../base/config.ts";
import { insertRow } from "../store/rows.ts";
import { indexEverything } from "../store/search.ts";
import { type Activity, USUAL_LISTENERS } from "../living/activity.ts";
import { addListeners, findListeners } from "../store/activity.ts";
import { Random } from "../base/random.ts";
import { addData } from "./add_data.ts";
import type { WorldData } from "./world_data.ts";
import { type Catalogue, DEFAULT_SEED, drawCatalogue } from "./catalogue.ts";
import { ADJECTIVES, NOUNS } from "./words.ts";

/** Images by seed: a process usually creates many sandboxes with a few seeds. */
const images = new Memo<Uint8Array>(4);

/** Sorts the feed by time, because the triggers inserted its entries table by table. */
const IN_ORDER = `
  CREATE TEMP TABLE told AS
    SELECT type, user_id, track_id, playlist_id, created_at FROM activities ORDER BY created_at, seq;
  DELETE FROM activities;
  INSERT INTO activities (type, user_id, track_id, playlist_id, created_at) SELECT * FROM told;
  DROP TABLE told`;

function addDefaultApp(db: Database): void {
  const { clientId, clientSecret, redirectUri } = DEFAULT_APP;
  const app = { client_id: clientId, client_secret: clientSecret, redirect_uri: redirectUri, name: "Sandbox" };
  insertRow(db, "apps", app);
}

function fill(db: Database, catalogue: Catalogue): void {
  db.transaction(() => {
    for (const [table, rows] of Object.entries(catalogue)) {
      for (const row of rows) insertRow(db, table, row);
    }
    db.exec(IN_ORDER);
    addDefaultApp(db);
    indexEverything(db);
  });
}

export function drawImage(seed: number): Uint8Array {
  return withDatabase((db) => {
    migrate(db);
    fill(db, drawCatalogue(seed));
    return db.dump();
  });
}

function catalogueImage(seed: number): Uint8Array {
  const key = String(seed);
  return images.get(key) ?? images.keep(key, seed === DEFAULT_SEED && host().catalogue?.() || drawImage(seed));
}

/** Adds the listeners of a living world, unless it has them. */
export function settleListeners(db: Database, seed: number, activity: Activity | undefined, now: number): void {
  if (activity === undefined || findListeners(db).size > 0) return;
  const random = new Random(`listeners:${seed}`);
  const { listeners = USUAL_LISTENERS } = activity;
  addListeners(db, Array.from({ length: listeners }, () => `${random.pick(ADJECTIVES)} ${random.pick(NOUNS)}`), now);
}

/** Returns the initial state of a world: the catalogue unless the data omit it, the data, and the listeners. */
export function worldImage(
  seed: number,
  { data, activity }: { readonly data: WorldData; readonly activity?: Activity },
  now: number,
): Uint8Array {
  const hasData = Object.keys(data).length > 0;
  if (!hasData && activity === undefined) return catalogueImage(seed);
  return withDatabase((db) => {
    if (data.empty) {
      migrate(db);
      addDefaultApp(db);
    } else db.load(catalogueImage(seed));
    addData(db, data, now);
    settleListeners(db, seed, activity, now);
    return db.dump();
  });
}
