/**
 * Bytes of unknown length as they come in: in memory while they are few, in a file once they are many.
 *
 * @module
 */
import { type FileHandle, open } from "node:fs/promises";
import { type Content, fileContent, memoryContent, readAll } from "../audio/content.ts";
import type { FrameStore } from "../audio/encoding.ts";
import type { MediaFiles } from "./files.ts";

/** More than this goes to a file. */
const MEMORY_BYTES: number = 1024 * 1024;

/** The complete content. */
export interface Spooled extends Content {
  /** The bytes, while they are in memory. */
  readonly bytes?: Uint8Array;
}

/** Takes bytes in. */
export class Spool implements FrameStore {
  readonly #files: MediaFiles;
  #parts: Uint8Array[] = [];
  #size = 0;
  #path: string | undefined;
  #handle: FileHandle | undefined;

  /** @param files Where a file goes that is needed. */
  constructor(files: MediaFiles) {
    this.#files = files;
  }

  /** Takes bytes, and returns once they are on the disk or in memory. */
  async write(chunk: Uint8Array): Promise<void> {
    this.#size += chunk.length;
    if (this.#handle === undefined && this.#size <= MEMORY_BYTES) {
      this.#parts.push(chunk.slice());
      return;
    }
    this.#handle ??= await this.#spill();
    await this.#handle.writeFile(chunk);
  }

  async #spill(): Promise<FileHandle> {
    this.#path = this.#files.newPassing();
    const handle = await open(this.#path, "wx", 0o600);
    for (const part of this.#parts) await handle.writeFile(part);
    this.#parts = [];
    return handle;
  }

  /** Everything that was written so far. It stays readable while more comes. */
  get written(): Content {
    if (this.#path !== undefined) return fileContent(this.#path, this.#size);
    const parts = [...this.#parts];
    return {
      size: this.#size,
      async *read(start, end) {
        yield* memoryContent(await readAll(parts)).read(start, end);
      },
    };
  }

  /** Everything that was written. A file has reached the disk by then, whatever happens to the machine. */
  async finish(): Promise<Spooled> {
    if (this.#handle === undefined || this.#path === undefined) {
      const bytes = await readAll(this.#parts);
      return { ...memoryContent(bytes), bytes };
    }
    await this.#handle.datasync();
    await this.#close();
    return fileContent(this.#path, this.#size);
  }

  /** Removes the written bytes unless the file was kept. Discarding twice does no harm. */
  async discard(): Promise<void> {
    await this.#close();
    if (this.#path !== undefined) this.#files.drop(this.#path);
    this.#parts = [];
  }

  async #close(): Promise<void> {
    const handle = this.#handle;
    this.#handle = undefined;
    await handle?.close();
  }
}

/** Takes in everything that a source produces. */
export async function spoolAll(chunks: AsyncIterable<Uint8Array>, files: MediaFiles): Promise<Spooled> {
  const spool = new Spool(files);
  try {
    for await (const chunk of chunks) await spool.write(chunk);
    return await spool.finish();
  } catch (error) {
    await spool.discard();
    throw error;
  }
}
