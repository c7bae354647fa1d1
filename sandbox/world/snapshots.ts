import { isAssetName } from "../media/files.ts";
import type { Media } from "../media/media.ts";
import { fileAssets } from "../store/assets.ts";
import { Database } from "../store/database.ts";
import { readState } from "./kept.ts";
import { migrate } from "../store/migrations.ts";
import type { SandboxConfig } from "./config.ts";
import type { State } from "./state.ts";

/** A world as it stood at some moment: rows, clock and settings. Files that its rows name stay until it is dropped. */
export interface Snapshot {
  readonly image: Uint8Array;
  readonly now: number;
  readonly frozen: boolean;
  readonly config: Readonly<SandboxConfig>;
  /** Lets go of the files. */
  release(): void;
}

/** Saves the state of a world. */
export function takeSnapshot({ db, media, clock, config }: State): Snapshot {
  const release = media.hold(fileAssets(db).map(({ file }) => file));
  return { image: db.dump(), now: clock.now(), frozen: clock.frozen, config: { ...config }, release };
}

/** Removes a snapshot of a world and its unused files; returns whether it existed. */
export function dropSnapshot(snapshots: Map<string, Snapshot>, media: Media, name: string): boolean {
  snapshots.get(name)?.release();
  const known = snapshots.delete(name);
  if (known) media.sweep();
  return known;
}

/** Puts a world back to a snapshot; its faults and its log stay. */
export function restoreSnapshot(world: State, { image, now, frozen, config }: Snapshot): void {
  world.db.load(image);
  world.media.reset();
  world.clock.set(now);
  if (frozen) world.clock.freeze();
  else world.clock.resume();
  Object.assign(world.config, config);
}

/** The schema of a database. An image with other objects is rejected: triggers would run with every write. */
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
 * Checks that bytes are a sandbox's whole state, and updates it to the newest schema.
 *
 * @throws {Error} When they aren't a database, or are damaged, of another program or of a newer sandbox.
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
