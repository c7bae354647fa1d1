/**
 * Archives in POSIX `tar` format, written and read as streams: large files aren't held in memory.
 *
 * @module
 */
import type { TarPackController } from "modern-tar";
import { type Content, toStream } from "../audio/content.ts";

/** A file of an archive that is being read. Its bytes have to be read before the next file is. */
export interface ArchivedFile {
  readonly name: string;
  readonly size: number;
  read(): AsyncIterable<Uint8Array>;
}

/** A file to put into an archive. */
type Entry = readonly [name: string, content: Content];

/** The constant fields of each file in an archive: equal contents make equal archives. */
const HEADER = { mode: 0o600, mtime: new Date(0) };

async function pack(files: Iterable<Entry>, controller: TarPackController): Promise<void> {
  try {
    for (const [name, content] of files) {
      await toStream(content.read()).pipeTo(controller.add({ ...HEADER, name, size: content.size }));
    }
    controller.finalize();
  } catch (error) {
    controller.error(error);
  }
}

/** The bytes of an archive of files. */
export async function* writeTar(files: Iterable<Entry>): AsyncIterable<Uint8Array> {
  const { createTarPacker } = await import("modern-tar");
  const { readable, controller } = createTarPacker();
  const packed = pack(files, controller);
  try {
    yield* readable;
  } finally {
    // A file may still be open if the reader stopped early.
    await packed;
  }
}

/** Bytes that flow in, taken in portions of any size. */
export class Inflow {
  readonly #source: AsyncIterator<Uint8Array>;
  #rest: Uint8Array = new Uint8Array(0);

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  /** The next bytes without taking them: so many, or fewer where no more come. */
  async peek(count: number): Promise<Uint8Array> {
    while (this.#rest.length < count) {
      const { done, value } = await this.#source.next();
      if (done) break;
      const joined = new Uint8Array(this.#rest.length + value.length);
      joined.set(this.#rest);
      joined.set(value, this.#rest.length);
      this.#rest = joined;
    }
    return this.#rest.subarray(0, count);
  }

  /** Stops reading. */
  async close(): Promise<void> {
    await this.#source.return?.();
  }

  /** Takes everything that still comes. */
  async *rest(): AsyncIterable<Uint8Array> {
    while ((await this.peek(1)).length > 0) {
      const piece = this.#rest;
      this.#rest = new Uint8Array(0);
      yield piece;
    }
  }
}

function explain(error: unknown): Error {
  const problem = error instanceof Error ? error.message : String(error);
  const state = problem.includes("truncated") ? "ends too soon" : `is damaged: ${problem}`;
  return new Error(`the archive ${state}`, { cause: error });
}

async function* readBody(body: ReadableStream<Uint8Array>): AsyncIterable<Uint8Array> {
  try {
    yield* body;
  } catch (error) {
    throw explain(error);
  }
}

/**
 * The files of an archive in order.
 *
 * @throws {Error} When it is damaged, or ends too soon.
 */
export async function* readTar(inflow: Inflow): AsyncIterable<ArchivedFile> {
  const { createTarDecoder } = await import("modern-tar");
  const entries = toStream(inflow.rest()).pipeThrough(createTarDecoder({ strict: true }));
  try {
    for await (const { header, body } of entries) {
      yield { name: header.name, size: header.size, read: () => readBody(body) };
    }
  } catch (error) {
    throw explain(error);
  }
}
