/**
 * Checks of a token file.
 *
 * @module
 */
import { randomUUID } from "node:crypto";
import { rm, stat, statfs, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { platform } from "node:process";
import type { StoreFinding } from "../types/token_record.ts";
import { absent } from "./file_private.ts";

/** Room for a record, its draft and their folders, in bytes. */
const NEEDED_BYTES = 1_048_576;
/** How much the clock of the file system may differ, in milliseconds. */
const CLOCK_MS = 5000;

/**
 * Checks the folder of a token file, its permissions, the free space and the clock.
 *
 * @param path The file.
 * @returns What is wrong, each with its remedy.
 */
export async function checkFile(path: string): Promise<StoreFinding[]> {
  const folder = dirname(path);
  const findings: StoreFinding[] = [];
  const note = (problem: string, remedy: string) => findings.push({ problem, remedy });
  const status = await stat(path).catch(absent).catch(() => undefined);
  if (status && (status.mode & 0o077) !== 0 && platform !== "win32") {
    note(`Other users can read ${path}`, `Run \`chmod 600 ${path}\``);
  }
  const room = await statfs(folder).catch(() => undefined);
  if (room && room.bavail * room.bsize < NEEDED_BYTES) {
    note(`The disk of ${folder} has less than 1 MiB left`, "Free some space: without it, no token can be refreshed");
  }
  const trial = `${path}.${randomUUID()}.tmp`;
  try {
    const before = Date.now();
    await writeFile(trial, "", { flag: "wx", mode: 0o600 });
    const skewMs = Math.abs((await stat(trial)).mtimeMs - before);
    if (skewMs > CLOCK_MS) {
      note(`The clock of the disk of ${folder} differs by ${Math.round(skewMs / 1000)} s`, "Set both clocks by NTP");
    }
  } catch (error) {
    const { code = "unknown" } = error as { code?: string };
    note(`No file can be written in ${folder} (${code})`, "Make the folder writable for this user, or use another one");
  } finally {
    await rm(trial, { force: true }).catch(() => {});
  }
  return findings;
}
