import { isAssetName } from "../host/disk/files.ts";
import type { Media } from "../media/media.ts";
import { fileAssets } from "../store/assets.ts";
import { Database } from "../store/database.ts";
import { readState } from "./kept.ts";
import { migrate } from "../store/migrations.ts";
import type { SandboxConfig } from "../base/config.ts";
import type { State } from "../http/state.ts";

/** The state of a world at a time: rows, clock and settings. The files of its rows are kept until it is dropped. */
export interface Snapshot {
  readonly image: Uint8Array;
  readonly now: number;
  readonly frozen: boolean;
  readonly config: Readonly<SandboxConfig>;
  /** Releases the files. */
  release(): void;
}

/** Saves the state of a world. */
export function takeSnapshot({ db, media, clock, config }: State): Snapshot {
  const release = media.hold(fileAssets(db).map(({ file }) => file));
  return { image: db.dump(), now: clock.now(), frozen: clock.frozen, config: { ...config }, release };
}

/** Removes a snapshot of a world and its unused files. Returns whether it existed. */
export function dropSnapshot(snapshots: Map<string, Snapshot>, media: Media, name: string): boolean {
  snapshots.get(name)?.release();
  const known = snapshots.delete(name);
  if (known) media.sweep();
  return known;
}

/** Restores a snapshot of a world; its faults and its log stay. */
export function restoreSnapshot(world: State, { image, now, frozen, config }: Snapshot): void {
  world.db.load(image);
  world.media.reset();
  world.clock.set(now);
  if (frozen) world.clock.freeze();
  else world.clock.resume();
  Object.assign(world.config, config);
}

/**
 * Returns the schema of a database. An image with other objects is rejected, because its triggers would run on every
 * write.
 */
function schemaOf(db: Database): string[] {
  const sql = "SELECT type || ' ' || name || ' ' || coalesce(sql, '') AS text FROM sqlite_schema ORDER BY 1";
  return db.all<{ text: string }>(sql).map(({ text }) => text);
}

let known: ReadonlySet<string> | undefined;

function knownSchema(): ReadonlySet<string> {
  const db = new Database();
  try {
    migrate(db);
    return new Set(schemaOf(db));
  } finally {
    db.close();
  }
}

function checkSchema(db: Database): void {
  const own = known ??= knownSchema();
  const stray = schemaOf(db).find((text) => !own.has(text));
  if (stray !== undefined) throw new Error(`the database has another ${stray.split(" ", 2).join(" ").slice(0, 80)}`);
}

/**
 * Checks that bytes are a sandbox's complete state, and migrates it to the newest schema.
 *
 * @throws {Error} If they aren't a database, or a damaged one, or one of another program or a newer sandbox.
 */
export function checkImage(image: Uint8Array): Uint8Array {
  if (new TextDecoder().decode(image.subarray(0, 15)) !== "SQLite format 3") {
    throw new Error("it is not a SQLite database");
  }
  const db = new Database();
  try {
    db.load(image);
    const [row] = db.all<{ integrity_check: string }>("PRAGMA integrity_check");
    if (row?.integrity_check !== "ok") throw new Error("the database is damaged");
    if (db.all("PRAGMA foreign_key_check").length > 0) throw new Error("rows refer to others that are missing");
    db.get("SELECT value FROM meta WHERE name = 'draws'");
    migrate(db);
    checkSchema(db);
    readState(db);
    const stray = fileAssets(db).find(({ file }) => !isAssetName(file));
    if (stray !== undefined) throw new Error(`a row names the file ${stray.file.slice(0, 80)}`);
    return db.dump();
  } finally {
    db.close();
  }
}
