import { type Content, joinBytes, memoryContent } from "../base/content.ts";
import type { FileStore, NewFile } from "../base/host.ts";
import { newId } from "../base/random.ts";
import { isAssetName } from "../store/assets.ts";

class MemoryFile implements NewFile {
  readonly name: string = `passing-${newId()}`;
  #parts: Uint8Array<ArrayBuffer>[] = [];

  write(chunk: Uint8Array): Promise<void> {
    this.#parts.push(chunk.slice());
    return Promise.resolve();
  }

  content(size: number): Content {
    if (this.#parts.length > 1) this.#parts = [joinBytes(this.#parts)];
    return memoryContent((this.#parts[0] ?? new Uint8Array(0)).subarray(0, size));
  }

  flush(): Promise<void> {
    return Promise.resolve();
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}

export class MemoryFiles implements FileStore {
  readonly #files = new Map<string, NewFile>();

  create(): Promise<NewFile> {
    const file = new MemoryFile();
    this.#files.set(file.name, file);
    return Promise.resolve(file);
  }

  drop(name: string): void {
    this.#files.delete(name);
  }

  keep(name: string): string {
    const asset = `asset-${newId()}`;
    this.restore(name, asset);
    return asset;
  }

  restore(name: string, asset: string): void {
    const file = this.#files.get(name);
    this.#files.delete(name);
    if (file !== undefined) this.#files.set(asset, file);
  }

  has(asset: string): boolean {
    return isAssetName(asset) && this.#files.has(asset);
  }

  content(asset: string, size: number): Content {
    const file = isAssetName(asset) ? this.#files.get(asset) : undefined;
    if (file === undefined) throw new RangeError(`Cannot open the file ${asset.slice(0, 80)}: there is none`);
    return file.content(size);
  }

  sweep(referred: ReadonlySet<string>): void {
    for (const name of [...this.#files.keys()]) if (isAssetName(name) && !referred.has(name)) this.#files.delete(name);
  }

  close(): void {
    this.#files.clear();
  }
}
