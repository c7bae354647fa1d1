/**
 * Files for their owner's eyes only.
 *
 * @module
 */
import { randomUUID } from "node:crypto";
import { chmod, mkdir, open, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";

/** How the name of a content ends that only has to be put in place. */
const NEXT = ".next";
/** How that of a draft ends: one that a write under a lock may still put in place, or one that nobody will. */
const DRAFT = /\.[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.(?:next|tmp)$/;
/** A write that is so old was cut short: its process is gone. */
const ABANDONED_MS = 60_000;

/**
 * Makes a folder that only its owner may enter, whatever the umask. A folder that is there already stays as it is.
 *
 * @param path The folder; those above it are made as well.
 */
export async function makePrivateFolder(path: string): Promise<void> {
  if (await mkdir(path, { recursive: true, mode: 0o700 })) await chmod(path, 0o700);
}

/**
 * Replaces a file in one step, readable by its owner alone, whatever the umask. Once this resolves, the content
 * survives a crash of the machine.
 *
 * @param path The file. Its folder must exist.
 * @param content What it holds from now on.
 * @param permit Asked when the content is ready; with `false` the file stays as it was. Who writes under a lock has one:
 * {@linkcode finishWrite} then does what is left when the process is killed. Default: always true.
 * @returns Whether the file was replaced.
 */
export async function writePrivateFile(
  path: string,
  content: string,
  permit?: () => Promise<boolean>,
): Promise<boolean> {
  await sweep(path, (name, age) => name.endsWith(".tmp") && age > ABANDONED_MS);
  const temporary = `${path}.${randomUUID()}${permit ? NEXT : ".tmp"}`;
  try {
    const file = await open(temporary, "wx", 0o600);
    try {
      await file.chmod(0o600);
      await file.writeFile(content);
      await file.sync();
    } finally {
      await file.close();
    }
    if (await permit?.() === false) return false;
    await rename(temporary, path);
    await syncFolder(dirname(path));
    return true;
  } finally {
    await rm(temporary, { force: true });
  }
}

/**
 * Removes a file that {@linkcode writePrivateFile} has written, and what a process that was killed in the middle of
 * that has left of it. A file that isn't there is none to remove.
 *
 * @param path The file.
 */
export async function removePrivateFile(path: string): Promise<void> {
  await rm(path, { force: true });
  await sweep(path, () => true);
}

/** Removes drafts of a file, by their names and their ages in milliseconds. */
async function sweep(path: string, isWaste: (name: string, age: number) => boolean): Promise<void> {
  const folder = dirname(path);
  for (const name of await readdir(folder).catch(() => [])) {
    if (!name.startsWith(`${basename(path)}.`) || !DRAFT.test(name)) continue;
    const draft = join(folder, name);
    if (isWaste(name, Date.now() - await modified(draft))) await rm(draft, { force: true });
  }
}

/**
 * Finishes what a process was killed in: puts its content in place where that's whole, and newer than the file. Only who
 * holds the lock that the process had may do that.
 *
 * @param path The file.
 * @param isWhole Tells whether a content is whole.
 */
export async function finishWrite(path: string, isWhole: (content: string) => boolean): Promise<void> {
  const folder = dirname(path);
  const names = (await readdir(folder)).filter((name) => name.startsWith(`${basename(path)}.`) && name.endsWith(NEXT));
  for (const left of names.map((name) => join(folder, name))) {
    const isNewer = await modified(left) >= await modified(path);
    if (isNewer && isWhole(await readFile(left, "utf8"))) await rename(left, path);
    else await rm(left, { force: true });
  }
}

async function modified(path: string): Promise<number> {
  return await stat(path).then(({ mtimeMs }) => mtimeMs, () => 0);
}

/** A rename survives a crash once its folder is on the disk. Windows can't open folders, and needn't. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path).catch(() => undefined);
  await folder?.sync().catch(() => {});
  await folder?.close();
}
