// Stores received bytes of unknown length: small content in memory, large content in a file.
import type { FrameStore } from "../audio/encoding.ts";
import { type Content, memoryContent, readAll } from "../base/content.ts";
import type { FileStore, NewFile } from "../base/host.ts";

const MEMORY_BYTES: number = 1024 * 1024;

export interface Spooled extends Content {
  readonly bytes?: Uint8Array;
  readonly file?: string;
}

export class Spool implements FrameStore {
  readonly #files: FileStore;
  #parts: Uint8Array[] = [];
  #size = 0;
  #file: NewFile | undefined;

  constructor(files: FileStore) {
    this.#files = files;
  }

  /** Writes bytes, and resolves once they are on the disk or in memory. */
  async write(chunk: Uint8Array): Promise<void> {
    this.#size += chunk.length;
    if (this.#file === undefined && this.#size <= MEMORY_BYTES) {
      this.#parts.push(chunk.slice());
      return;
    }
    if (this.#file === undefined) await this.#spill();
    await this.#file?.write(chunk);
  }

  async #spill(): Promise<void> {
    const file = this.#file = await this.#files.create();
    for (const part of this.#parts.splice(0)) await file.write(part);
  }

  /** Returns the content so far. It stays readable while more is written. */
  get written(): Content {
    if (this.#file !== undefined) return this.#file.content(this.#size);
    const parts = [...this.#parts];
    return {
      size: this.#size,
      async *read(start, end) {
        yield* memoryContent(await readAll(parts)).read(start, end);
      },
    };
  }

  /** Returns the complete content. A file is flushed to the disk first. */
  async finish(): Promise<Spooled> {
    const file = this.#file;
    if (file === undefined) {
      const bytes = await readAll(this.#parts);
      return { ...memoryContent(bytes), bytes };
    }
    await file.flush();
    await file.close();
    return { ...file.content(this.#size), file: file.name };
  }

  async discard(): Promise<void> {
    await this.#file?.close();
    if (this.#file !== undefined) this.#files.drop(this.#file.name);
    this.#parts = [];
  }
}

export async function spoolAll(chunks: AsyncIterable<Uint8Array>, files: FileStore): Promise<Spooled> {
  const spool = new Spool(files);
  try {
    for await (const chunk of chunks) await spool.write(chunk);
    return await spool.finish();
  } catch (error) {
    await spool.discard();
    throw error;
  }
}
