import { randomUUID } from "node:crypto";
import { rm, stat, statfs, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { platform } from "node:process";
import type { StoreFinding } from "../types/token_record.ts";
import { absent } from "./file_private.ts";
import { type Check, checkClock, findings } from "./findings.ts";

/** Room for a record, its draft and their folders, in bytes. */
const NEEDED_BYTES = 1_048_576;

export async function checkFile(path: string): Promise<StoreFinding[]> {
  const folder = dirname(path);
  const status = await stat(path).catch(absent).catch(() => undefined);
  const isOpen = !!status && (status.mode & 0o077) !== 0 && platform !== "win32";
  const room = await statfs(folder).catch(() => undefined);
  const isFull = !!room && room.bavail * room.bsize < NEEDED_BYTES;
  return findings([
    [isOpen, `Other users can read ${path}`, `Run \`chmod 600 ${quoted(path)}\``],
    [
      isFull,
      `The disk of ${folder} has less than 1 MiB left`,
      "Free some space: without it, no token can be refreshed",
    ],
    await checkWrite(folder, `${path}.${randomUUID()}.tmp`),
  ]);
}

/** Quotes a path for a shell, if that is necessary. */
function quoted(path: string): string {
  return /^[\w./~-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;
}

async function checkWrite(folder: string, trial: string): Promise<Check> {
  try {
    await writeFile(trial, "", { flag: "wx", mode: 0o600 });
    return checkClock(`the disk of ${folder}`, (await stat(trial)).mtimeMs);
  } catch (error) {
    const { code = "unknown" } = error as { code?: string };
    const remedy = "Make the folder writable for this user, or use another one";
    return [true, `No file can be written in ${folder} (${code})`, remedy];
  } finally {
    await rm(trial, { force: true }).catch(() => {});
  }
}
