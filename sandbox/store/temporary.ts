/**
 * Temporary files that replace memory. They carry the number of their process: what one leaves behind that was killed,
 * the next one removes.
 *
 * @module
 */
import { randomUUID } from "node:crypto";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";

const PREFIX = "tonearm-sandbox-";
const NAME = /^tonearm-sandbox-(\d+)-/;
const paths = new Set<string>();

/** Path of a file that {@linkcode removeTemporary} removes, or the end of the process. */
export function temporaryFile(): string {
  return remember(join(tmpdir(), `${PREFIX}${process.pid}-${randomUUID()}.db`));
}

/** A new folder that {@linkcode removeTemporary} removes, or the end of the process. */
export function temporaryFolder(): string {
  return remember(mkdtempSync(join(tmpdir(), `${PREFIX}${process.pid}-`)));
}

/** Removes a file or a folder. */
export function removeTemporary(path: string): void {
  paths.delete(path);
  rmSync(path, { recursive: true, force: true });
}

function remember(path: string): string {
  if (paths.size === 0) sweep();
  paths.add(path);
  return path;
}

/** Removes the files of ended processes, and at exit its own. */
function sweep(): void {
  process.off("exit", removeAll);
  process.on("exit", removeAll);
  for (const name of readdirSync(tmpdir())) {
    const pid = Number(NAME.exec(name)?.[1]);
    if (pid > 0 && !isAlive(pid)) rmSync(join(tmpdir(), name), { recursive: true, force: true });
  }
}

function removeAll(): void {
  for (const path of paths) removeTemporary(path);
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // A process of another user exists although it cannot be signalled.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
