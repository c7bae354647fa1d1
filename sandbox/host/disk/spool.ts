/**
 * Stores received bytes of unknown length: small content in memory, large content in a file.
 *
 * @module
 */
import { type FileHandle, open } from "node:fs/promises";
import { type Content, fileContent, memoryContent, readAll } from "../../base/content.ts";
import type { FrameStore } from "../../audio/encoding.ts";
import type { MediaFiles } from "./files.ts";

/** Maximum size in memory. */
const MEMORY_BYTES: number = 1024 * 1024;

/** The complete content. */
export interface Spooled extends Content {
  /** The bytes, if they are in memory. */
  readonly bytes?: Uint8Array;
}

/** Collects bytes. */
export class Spool implements FrameStore {
  readonly #files: MediaFiles;
  #parts: Uint8Array[] = [];
  #size = 0;
  #path: string | undefined;
  #handle: FileHandle | undefined;

  /** @param files Creates the file when it is needed. */
  constructor(files: MediaFiles) {
    this.#files = files;
  }

  /** Writes bytes, and resolves once they are on the disk or in memory. */
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

  /** Returns the content so far. It stays readable while more is written. */
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

  /** Returns the complete content. A file is flushed to the disk first. */
  async finish(): Promise<Spooled> {
    if (this.#handle === undefined || this.#path === undefined) {
      const bytes = await readAll(this.#parts);
      return { ...memoryContent(bytes), bytes };
    }
    await this.#handle.datasync();
    await this.#close();
    return fileContent(this.#path, this.#size);
  }

  /** Removes the written bytes unless the file was kept. It may be called twice. */
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

/** Collects all bytes of a source. */
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
