/**
 * The whole state of a world as an archive: its database, and the files of long uploads.
 *
 * @module
 */
import { fileContent, memoryContent } from "../base/content.ts";
import { spoolAll, type Spooled } from "../host/disk/spool.ts";
import { isAssetName } from "../host/disk/files.ts";
import { type ArchivedFile, Inflow, readTar, writeTar } from "../media/tar.ts";
import { checkImage } from "./snapshots.ts";
import { fileAssets } from "../store/assets.ts";
import type { State } from "../http/state.ts";

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
    const contents = files.map(({ file, size }) =>
      [MEDIA + file, fileContent(media.files.pathOf(file), size)] as const
    );
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

  /** Reads an archive or a bare database. */
  async read(inflow: Inflow): Promise<void> {
    const start = new TextDecoder("latin1").decode(await inflow.peek(SQLITE.length));
    if (start === SQLITE) this.#image = checkImage(await readState(inflow.rest()));
    else for await (const file of readTar(inflow)) await this.#take(file);
    if (this.#image === undefined) throw new Error(`the archive has no ${STATE}`);
  }

  async #take({ name, size, read }: ArchivedFile): Promise<void> {
    if (name === STATE) return void (this.#image = checkImage(await readState(read())));
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
    for (const [name, { path }] of this.#files) if (path !== undefined) media.files.restore(path, name);
    if (this.#image !== undefined) db.load(this.#image);
    this.#files.clear();
    media.reset();
    this.#world.takeUp();
  }

  /** Removes the files of an incomplete import. */
  discard(): void {
    for (const { path } of this.#files.values()) if (path !== undefined) this.#world.media.files.drop(path);
  }
}

async function readState(chunks: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    size += chunk.length;
    if (size > MOST_STATE_BYTES) throw new RangeError("the database is over 512 MiB");
    parts.push(chunk.slice());
  }
  const image = new Uint8Array(size);
  parts.reduce((at, part) => (image.set(part, at), at + part.length), 0);
  return image;
}

/**
 * Replaces the state of a world with an exported one, or with a bare database.
 *
 * @returns Names of the missing files, which the catalogue's music replaces.
 * @throws {Error} If it isn't a valid state; then nothing has changed.
 */
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
