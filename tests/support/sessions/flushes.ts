import { type FileHandle, open } from "node:fs/promises";

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
