import type { Media } from "../media/media.ts";
import { fileAssets, isAssetName } from "../store/assets.ts";
import { type Database, withDatabase } from "../store/database.ts";
import { readState } from "./kept.ts";
import { migrate } from "../store/migrations.ts";
import type { SandboxConfig } from "../base/config.ts";
import type { State } from "../http/state.ts";
import { joinBytes, memoryContent } from "../base/content.ts";
import { spoolAll, type Spooled } from "../media/spool.ts";
import { type ArchivedFile, Inflow, readTar, writeTar } from "../media/tar.ts";

/** The state of a world at a time: rows, clock and settings. The files of its rows are kept until it is dropped. */
export interface Snapshot {
  readonly bytes: number;
  image(): Uint8Array;
  readonly now: number;
  readonly frozen: boolean;
  readonly config: Readonly<SandboxConfig>;
  restart(): void;
  release(): void;
}

export function takeSnapshot(world: State): Snapshot {
  const { db, media, clock, config } = world;
  const release = media.hold(fileAssets(db).map(({ file }) => file));
  const restart = world.holdStart();
  return { ...db.save(), now: clock.now(), frozen: clock.frozen, config: { ...config }, restart, release };
}

export function dropSnapshot(snapshots: Map<string, Snapshot>, media: Media, name: string): boolean {
  snapshots.get(name)?.release();
  const known = snapshots.delete(name);
  if (known) media.sweep();
  return known;
}

/** Restores a snapshot of a world; its faults and its log stay. */
export function restoreSnapshot(world: State, { image, now, frozen, config, restart }: Snapshot): void {
  world.db.load(image());
  restart();
  world.media.reset();
  world.clock.set(now);
  if (frozen) world.clock.freeze();
  else world.clock.resume();
  Object.assign(world.config, config);
}

/** An image with other objects is rejected, because its triggers would run on every write. */
function schemaOf(db: Database): string[] {
  const sql = "SELECT type || ' ' || name || ' ' || coalesce(sql, '') AS text FROM sqlite_schema ORDER BY 1";
  return db.all<{ text: string }>(sql).map(({ text }) => text);
}

let known: ReadonlySet<string> | undefined;

function knownSchema(): ReadonlySet<string> {
  return withDatabase((db) => {
    migrate(db);
    return new Set(schemaOf(db));
  });
}

function checkSchema(db: Database): void {
  const own = known ??= knownSchema();
  const stray = schemaOf(db).find((text) => !own.has(text));
  if (stray !== undefined) throw new Error(`the database has another ${stray.split(" ", 2).join(" ").slice(0, 80)}`);
}

/** @throws {Error} If the bytes aren't a sandbox's complete state, or that of a newer sandbox. */
function checkImage(image: Uint8Array): Uint8Array {
  if (new TextDecoder().decode(image.subarray(0, 15)) !== "SQLite format 3") {
    throw new Error("it is not a SQLite database");
  }
  return withDatabase((db) => {
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
  });
}

const STATE = "state.db";
const MEDIA = "media/";
const MOST_STATE_BYTES = 512 * 1024 * 1024;
const SQLITE = "SQLite format 3\0";

/** Exports the current state of a world. Files are read while the archive is sent, and kept until its end. */
export async function* exportWorld(world: State): AsyncIterable<Uint8Array> {
  const { db, media } = world;
  world.writeDown();
  const files = fileAssets(db);
  const release = media.hold(files.map(({ file }) => file));
  try {
    const contents = files.map(({ file, size }) => [MEDIA + file, media.files.content(file, size)] as const);
    yield* writeTar([[STATE, memoryContent(db.dump())], ...contents]);
  } finally {
    release();
  }
}

/** An import that hasn't changed anything yet. */
class Arrival {
  readonly #world: State;
  readonly #files = new Map<string, Spooled>();
  #image: Uint8Array | undefined;

  constructor(world: State) {
    this.#world = world;
  }

  async read(inflow: Inflow): Promise<void> {
    const start = new TextDecoder("latin1").decode(await inflow.peek(SQLITE.length));
    if (start === SQLITE) this.#image = checkImage(await readImage(inflow.rest()));
    else for await (const file of readTar(inflow)) await this.#take(file);
    if (this.#image === undefined) throw new Error(`the archive has no ${STATE}`);
  }

  async #take({ name, size, read }: ArchivedFile): Promise<void> {
    if (name === STATE) return void (this.#image = checkImage(await readImage(read())));
    const asset = name.slice(MEDIA.length);
    if (!name.startsWith(MEDIA) || !isAssetName(asset) || this.#files.has(asset)) {
      throw new Error(`the archive contains ${name.slice(0, 80)}`);
    }
    if (size > this.#world.config.maxUploadBytes) throw new Error(`${name} is larger than an upload may be`);
    this.#files.set(asset, await spoolAll(read(), this.#world.media.files));
  }

  /** Replaces the state with the imported one. Files are moved first, because files without rows do no harm. */
  settle(): void {
    const { db, media } = this.#world;
    for (const [name, { file }] of this.#files) if (file !== undefined) media.files.restore(file, name);
    if (this.#image !== undefined) db.load(this.#image);
    this.#files.clear();
    media.reset();
    this.#world.reload();
  }

  discard(): void {
    for (const { file } of this.#files.values()) if (file !== undefined) this.#world.media.files.drop(file);
  }
}

async function readImage(chunks: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    size += chunk.length;
    if (size > MOST_STATE_BYTES) throw new RangeError("the database is over 512 MiB");
    parts.push(chunk.slice());
  }
  return joinBytes(parts);
}

/** @returns Names of the missing files, which the catalogue's music replaces. */
export async function importWorld(world: State, body: AsyncIterable<Uint8Array>): Promise<string[]> {
  const arrival = new Arrival(world);
  const inflow = new Inflow(body);
  try {
    await arrival.read(inflow);
    arrival.settle();
  } finally {
    arrival.discard();
    await inflow.close();
  }
  return fileAssets(world.db).map(({ file }) => file).filter((name) => !world.media.files.has(name));
}
