/**
 * Replaces files atomically: an interruption leaves the old content or the new.
 *
 * @module
 */

import { randomUUID } from "node:crypto";
import { mkdir, open, readFile, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";

/** Replaces a file unless it already has the text. */
export async function replaceFile(path: string, text: string): Promise<void> {
  if (await readFile(path, "utf8").catch(() => undefined) === text) return;
  await mkdir(dirname(path), { recursive: true });
  const draft = `${path}.${randomUUID()}.tmp`;
  try {
    const file = await open(draft, "wx");
    try {
      await file.writeFile(text);
      await file.datasync();
    } finally {
      await file.close();
    }
    await rename(draft, path);
  } finally {
    await rm(draft, { force: true });
  }
}
