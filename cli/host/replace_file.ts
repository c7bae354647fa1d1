/**
 * Replaces files atomically: an interruption leaves the old content or the new, and a draft that the next run removes.
 *
 * @module
 */

import { randomUUID } from "node:crypto";
import { chmod, mkdir, open, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";

/** Matches what is appended to the name of a file for its draft. */
const DRAFT = /\.[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\.tmp$/;

/**
 * Replaces a file unless it already has the content. The file keeps its mode.
 *
 * @param drafts The folder of the draft, on the same disk. Default: that of the file.
 */
export async function replaceFile(
  path: string,
  content: string | Uint8Array,
  drafts: string = dirname(path),
): Promise<void> {
  const bytes = Buffer.from(content as string);
  if (await readFile(path).then((before) => before.equals(bytes), () => false)) return;
  await mkdir(dirname(path), { recursive: true });
  await mkdir(drafts, { recursive: true });
  const draft = join(drafts, `${basename(path)}.${randomUUID()}.tmp`);
  const mode = await stat(path).then(({ mode }) => mode & 0o777, () => undefined);
  try {
    const file = await open(draft, "wx");
    try {
      await file.writeFile(bytes);
      await file.datasync();
    } finally {
      await file.close();
    }
    if (mode !== undefined) await chmod(draft, mode);
    await rename(draft, path);
  } finally {
    await rm(draft, { force: true });
  }
}

/** Removes the drafts that a killed run left in a folder. Callers make sure that no other run writes there. */
export async function removeDrafts(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names.filter((one) => DRAFT.test(one))) await rm(join(folder, name), { force: true });
}
