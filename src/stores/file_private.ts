/**
 * Files for their owner's eyes only.
 *
 * @module
 */
import { randomUUID } from "node:crypto";
import { chmod, mkdir, open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";

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
 * @param permit Asked when the content is ready; with `false` the file stays as it was. Default: always true.
 * @returns Whether the file was replaced.
 */
export async function writePrivateFile(
  path: string,
  content: string,
  permit: () => Promise<boolean> = () => Promise.resolve(true),
): Promise<boolean> {
  const temporary = `${path}.${randomUUID()}.tmp`;
  try {
    const file = await open(temporary, "wx", 0o600);
    try {
      await file.chmod(0o600);
      await file.writeFile(content);
      await file.sync();
    } finally {
      await file.close();
    }
    if (!await permit()) return false;
    await rename(temporary, path);
    await syncFolder(dirname(path));
    return true;
  } finally {
    await rm(temporary, { force: true });
  }
}

/** A rename survives a crash once its folder is on the disk. Windows can't open folders, and needn't. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path).catch(() => undefined);
  await folder?.sync().catch(() => {});
  await folder?.close();
}
