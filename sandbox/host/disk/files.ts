/** The files of a world: uploads next to its database, and derived files. */
import { randomUUID } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { join } from "node:path";
import type { Content } from "../../base/content.ts";
import type { FileStore, NewFile } from "../../base/host.ts";
import { isAssetName } from "../../store/assets.ts";
import { isOlder, removeTemporary, temporaryFolder } from "./temporary.ts";

const ASSET = "asset-";
const PASSING = "passing-";
/** Age at which another process's temporary file counts as abandoned, in milliseconds since the last write. */
const ABANDONED_MS = 3_600_000;
const CHUNK_BYTES = 64 * 1024;

/** Returns the content of a file, which is open only while it is read. */
export function fileContent(path: string, size: number): Content {
  return {
    size,
    path,
    async *read(start = 0, end = size) {
      const file = await open(path);
      try {
        for (let position = start; position < end;) {
          const buffer = new Uint8Array(Math.min(CHUNK_BYTES, end - position));
          const { bytesRead } = await file.read(buffer, 0, buffer.length, position);
          if (bytesRead === 0) throw new Error(`Cannot read ${end - position} more bytes: the file was cut`);
          position += bytesRead;
          yield buffer.subarray(0, bytesRead);
        }
      } finally {
        await file.close();
      }
    },
  };
}

class DiskFile implements NewFile {
  readonly name: string;
  #handle: FileHandle | undefined;

  constructor(path: string, handle: FileHandle) {
    [this.name, this.#handle] = [path, handle];
  }

  async write(chunk: Uint8Array): Promise<void> {
    await this.#handle?.writeFile(chunk);
  }

  content(size: number): Content {
    return fileContent(this.name, size);
  }

  async flush(): Promise<void> {
    await this.#handle?.datasync();
  }

  async close(): Promise<void> {
    const handle = this.#handle;
    this.#handle = undefined;
    await handle?.close();
  }
}

/** The folder of a world's files. It is created with the first file, and removed with an in-memory world. */
export class MediaFiles implements FileStore {
  readonly #lasting: string | undefined;
  readonly #passing = new Set<string>();
  #folder: string | undefined;

  constructor(databasePath?: string) {
    this.#lasting = databasePath === undefined ? undefined : `${databasePath}-media`;
  }

  newPassing(): string {
    this.#folder ??= this.#make();
    const name = PASSING + randomUUID();
    this.#passing.add(name);
    return join(this.#folder, name);
  }

  async create(): Promise<NewFile> {
    const path = this.newPassing();
    return new DiskFile(path, await open(path, "wx", 0o600));
  }

  drop(path: string): void {
    this.#passing.delete(path.slice(path.lastIndexOf(PASSING)));
    rmSync(path, { force: true });
  }

  keep(path: string): string {
    const name = ASSET + randomUUID();
    this.restore(path, name);
    return name;
  }

  restore(path: string, name: string): void {
    renameSync(path, this.pathOf(name));
    this.#passing.delete(path.slice(path.lastIndexOf(PASSING)));
  }

  has(name: string): boolean {
    return isAssetName(name) && existsSync(this.pathOf(name));
  }

  /** Returns the path of a permanent file. Every file that a row names is opened through this method. */
  pathOf(name: string): string {
    if (!isAssetName(name)) throw new RangeError(`Cannot open the file ${name.slice(0, 80)}: not a name of an asset`);
    this.#folder ??= this.#make();
    return join(this.#folder, name);
  }

  content(name: string, size: number): Content {
    return fileContent(this.pathOf(name), size);
  }

  sweep(referred: ReadonlySet<string>): void {
    const folder = this.#folder ?? this.#lasting;
    // It is created with the first file.
    if (folder === undefined || !existsSync(folder)) return;
    for (const name of readdirSync(folder)) {
      const path = join(folder, name);
      const wanted = name.startsWith(ASSET)
        ? referred.has(name)
        : this.#passing.has(name) || !isOlder(path, ABANDONED_MS);
      if (!wanted) rmSync(path, { force: true });
    }
  }

  close(): void {
    const folder = this.#folder;
    if (folder === undefined) return;
    if (this.#lasting === undefined) removeTemporary(folder);
    else for (const name of this.#passing) rmSync(join(folder, name), { force: true });
    this.#passing.clear();
    this.#folder = undefined;
  }

  #make(): string {
    if (this.#lasting === undefined) return temporaryFolder();
    mkdirSync(this.#lasting, { recursive: true, mode: 0o700 });
    return this.#lasting;
  }
}
