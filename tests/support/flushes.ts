/**
 * Notes what a program flushes to the disk.
 *
 * @module
 */
import { type FileHandle, open } from "node:fs/promises";

/** A flush of a file or of a folder. */
export interface Flush {
  /** How long the file was then; a folder has no length. */
  readonly bytes: number | "folder";
  /** What `look` found at that moment. */
  readonly seen: unknown;
}

/** Flushes that were noted until now. Disposing of it ends that. */
export interface Flushes extends Disposable {
  readonly found: readonly Flush[];
}

/**
 * Notes each flush until it's disposed.
 *
 * @param path Any file that is there.
 * @param look Looks at something else at that moment.
 */
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
