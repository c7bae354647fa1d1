import type { Disk } from "../../../src/stores/file_swap.ts";
import { type FileHandle, open } from "node:fs/promises";

/** A file system in memory, for one process: files by their path; a folder is what lies under it. */
export class MemoryDisk implements Disk {
  readonly reserves: Set<string> = new Set();
  readonly files: Map<string, string>;
  readonly #step: (isChange: boolean) => Promise<void>;

  /** Waits for a step before each operation, which may fail it. */
  constructor(
    files: Map<string, string> = new Map(),
    step: (isChange: boolean) => Promise<void> = () => Promise.resolve(),
  ) {
    this.files = files;
    this.#step = step;
  }

  async read(path: string): Promise<string | undefined> {
    await this.#step(false);
    return this.files.get(path);
  }

  async makeDraft(folder: string, size: number): Promise<void> {
    await this.#step(true);
    this.files.set(`${folder}/kept`, "").set(`${folder}/record`, " ".repeat(size));
  }

  async write(path: string, text: string): Promise<void> {
    await this.#step(true);
    this.#replace(path, text.slice(0, text.length / 2));
    await this.#step(true);
    this.#replace(path, text);
    await this.#step(true);
  }

  async rename(from: string, to: string): Promise<void> {
    await this.#step(true);
    const moved = this.files.has(from) ? [from] : this.#under(from);
    if (moved.length === 0 || (!this.files.has(from) && this.#under(to).length > 0)) throw new Error("ENOENT");
    for (const path of moved) {
      this.files.set(to + path.slice(from.length), this.files.get(path)!);
      this.files.delete(path);
    }
  }

  async remove(path: string): Promise<void> {
    await this.#step(true);
    for (const name of [path, ...this.#under(path)]) this.files.delete(name);
  }

  async look(path: string): Promise<{ isFolder: boolean; ageMs: number } | undefined> {
    await this.#step(false);
    const isFolder = this.#under(path).length > 0;
    return isFolder || this.files.has(path) ? { isFolder, ageMs: 0 } : undefined;
  }

  async beside(path: string): Promise<string[]> {
    await this.#step(false);
    const names = [...this.files.keys()].filter((name) => name.startsWith(`${path}.`));
    return [...new Set(names.map((name) => name.split("/")[0]!))];
  }

  fingerprint(text: string): string {
    return [...text].reduce((sum, char) => sum * 31n + BigInt(char.charCodeAt(0)) & 0xffff_ffff_ffff_ffffn, 7n)
      .toString(16).padStart(16, "0");
  }

  /** A file that was opened may have been moved meanwhile. */
  #replace(path: string, text: string): void {
    if (!this.files.has(path)) throw new Error("ENOENT");
    this.files.set(path, text);
  }

  #under(folder: string): string[] {
    return [...this.files.keys()].filter((path) => path.startsWith(`${folder}/`));
  }
}

/** A flush of a file or a folder. */
export interface Flush {
  /** The length of the file at that moment; a folder has no length. */
  readonly bytes: number | "folder";
  /** The result of `look` at that moment. */
  readonly seen: unknown;
}

/** The recorded flushes. Disposing stops the recording. */
export interface Flushes extends Disposable {
  readonly found: readonly Flush[];
}

/** Records each flush until disposed. */
export async function watchFlushes(path: string, look: () => unknown = () => undefined): Promise<Flushes> {
  const found: Flush[] = [];
  const file = await open(path);
  const handles: FileHandle = Object.getPrototypeOf(file);
  await file.close();
  const { sync, datasync } = handles;
  const noting = (flush: () => Promise<void>) =>
    async function (this: FileHandle): Promise<void> {
      const status = await this.stat();
      found.push({ bytes: status.isFile() ? status.size : "folder", seen: look() });
      await flush.call(this);
    };
  Object.assign(handles, { sync: noting(sync), datasync: noting(datasync) });
  return { found, [Symbol.dispose]: () => void Object.assign(handles, { sync, datasync }) };
}
