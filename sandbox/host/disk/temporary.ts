/** Temporary files in place of memory. A later process finds those of a killed one by the id in their names. */
import { randomUUID } from "node:crypto";
import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";

const PREFIX = "tonearm-sandbox-";
const NAME = /^tonearm-sandbox-(\d+)-/;
/** A container may share the folder, and its processes can't be seen: their files are kept this long, in milliseconds. */
const KEPT_MS = 86_400_000;
const paths = new Set<string>();

/** Returns the path of a file that {@linkcode removeTemporary} or the exit of the process removes. */
export function temporaryFile(): string {
  return remember(join(tmpdir(), `${PREFIX}${process.pid}-${randomUUID()}.db`));
}

/** Creates a folder that {@linkcode removeTemporary} or the exit of the process removes. */
export function temporaryFolder(): string {
  return remember(mkdtempSync(join(tmpdir(), `${PREFIX}${process.pid}-`)));
}

export function removeTemporary(path: string): void {
  paths.delete(path);
  rmSync(path, { recursive: true, force: true });
}

function remember(path: string): string {
  if (paths.size === 0) sweep();
  paths.add(path);
  return path;
}

/** Removes the old files of ended processes and, at exit, those of this one. */
function sweep(): void {
  process.off("exit", removeAll);
  process.on("exit", removeAll);
  for (const name of readdirSync(tmpdir())) {
    const pid = Number(NAME.exec(name)?.[1]);
    const path = join(tmpdir(), name);
    if (pid > 0 && !isAlive(pid) && isOlder(path, KEPT_MS)) rmSync(path, { recursive: true, force: true });
  }
}

export function isOlder(path: string, milliseconds: number): boolean {
  const changed = statSync(path, { throwIfNoEntry: false })?.mtimeMs;
  return changed !== undefined && Date.now() - changed > milliseconds;
}

function removeAll(): void {
  for (const path of paths) removeTemporary(path);
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // EPERM means that the process exists, but belongs to another user.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
