// Replaces files atomically: an interruption leaves the old content or the new, and a draft that the next run removes.
import { randomUUID } from "node:crypto";
import { mkdir, open, readdir, readFile, readlink, realpath, rename, rm, stat, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";

export const UPGRADE_FOLDER = ".tonearm-upgrade-";
/** Matches the names of drafts: that of the file, and a UUID. */
const DRAFT = /\.[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\.tmp$|^\.tonearm-upgrade-/;
/** No run works on a draft for longer. */
export const LONGEST_MS: number = 24 * 3_600_000;

/** Replaces a file unless it has the content; it keeps its mode. The draft's folder is on the same disk. */
export async function replaceFile(
  path: string,
  content: string | Uint8Array,
  drafts: string = dirname(path),
): Promise<void> {
  const bytes = typeof content === "string" ? Buffer.from(content) : content;
  const before = await stat(path).catch(() => undefined);
  if (before && !before.isFile()) return await writeFile(path, bytes);
  if (before && await readFile(path).then((text) => text.equals(bytes), () => false)) return;
  await mkdir(dirname(path), { recursive: true });
  await mkdir(drafts, { recursive: true });
  await withDraft(path, async (draft) => {
    const file = await open(draft, "wx");
    try {
      if (before) await file.chmod(before.mode & 0o777);
      await file.writeFile(bytes);
      await file.datasync();
    } finally {
      await file.close();
    }
  }, drafts);
}

/**
 * Writes a file under another name first, so that an interruption leaves no half of it. A link stays one. What can't be
 * replaced, such as a device or a pipe, is written to directly.
 */
export async function withDraft<T>(
  path: string,
  write: (draft: string) => Promise<T>,
  drafts: string = dirname(path),
): Promise<T> {
  const found = await stat(path).catch(() => undefined);
  if (found && !found.isFile()) return await write(path);
  const target = await readlink(path).then(() => realpath(path)).catch(() => path);
  const folder = target === path ? drafts : dirname(target);
  const draft = join(folder, `${basename(target)}.${randomUUID()}.tmp`);
  try {
    // The error of a full disk doesn't name the file.
    const result = await write(draft).catch((error) => Promise.reject(Object.assign(error, { path })));
    await rename(draft, target);
    await removeDrafts(folder, LONGEST_MS);
    return result;
  } finally {
    await rm(draft, { force: true });
  }
}

export async function appendDurably(path: string, text: string): Promise<void> {
  const file = await open(path, "a", 0o600);
  try {
    await file.appendFile(text);
    await file.datasync();
  } finally {
    await file.close();
  }
}

/** Removes drafts that killed runs left. Young ones may be those of another run, unless the folder is locked. */
export async function removeDrafts(folder: string, olderThanMs: number = 0): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const path of names.filter((one) => DRAFT.test(one)).map((one) => join(folder, one))) {
    const age = await stat(path).then(({ mtimeMs }) => Date.now() - mtimeMs, () => -1);
    if (age >= olderThanMs) await rm(path, { recursive: true, force: true });
  }
}
