// Reads and writes archives in POSIX `tar` format as streams, so that large files aren't held in memory.
import type { TarPackController } from "modern-tar";
import { chunksOf, type Content, joinBytes, toStream } from "../base/content.ts";

/** A file in an archive that is being read. Read its bytes before the next file. */
export interface ArchivedFile {
  readonly name: string;
  readonly size: number;
  read(): AsyncIterable<Uint8Array>;
}

type Entry = readonly [name: string, content: Content];

/** The constant fields of each file, so that equal contents make equal archives. */
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

export async function* writeTar(files: Iterable<Entry>): AsyncIterable<Uint8Array> {
  const { createTarPacker } = await import("modern-tar");
  const { readable, controller } = createTarPacker();
  const packed = pack(files, controller);
  try {
    yield* chunksOf(readable);
  } finally {
    // A file may still be open if the reader stopped early.
    await packed;
  }
}

export class Inflow {
  readonly #source: AsyncIterator<Uint8Array>;
  #rest: Uint8Array = new Uint8Array(0);

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  async peek(count: number): Promise<Uint8Array> {
    while (this.#rest.length < count) {
      const { done, value } = await this.#source.next();
      if (done) break;
      this.#rest = joinBytes([this.#rest, value]);
    }
    return this.#rest.subarray(0, count);
  }

  async close(): Promise<void> {
    await this.#source.return?.();
  }

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
    yield* chunksOf(body);
  } catch (error) {
    throw explain(error);
  }
}

/** @throws {Error} If the archive is damaged or truncated. */
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
