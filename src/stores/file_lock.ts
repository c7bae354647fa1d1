/**
 * A lock between processes, as a file that names its owner.
 *
 * The file appears in one step with its content (`link`), so that nobody ever reads half of it, and its owner touches
 * it while it works. It's stale when its owner is gone, or hasn't touched it for long. Only who holds the breaker's own
 * lock removes a stale one, and reads it again first: two processes that both saw it stale can't remove each other's
 * new lock.
 *
 * @module
 */
import { randomUUID } from "node:crypto";
import { link, readFile, rm, stat, utimes, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { dirname } from "node:path";
import { kill, pid } from "node:process";
import { setTimeout as sleep } from "node:timers/promises";
import { makePrivateFolder } from "./file_private.ts";

/** How a lock is waited for. */
export interface FileLockOptions {
  /** Ends the wait. */
  signal?: AbortSignal | undefined;
  /** How long to wait for the lock, in milliseconds. Default 90 000. */
  maxWaitMs?: number | undefined;
  /** How long an owner may be silent before the lock is taken from it, in milliseconds. Default 60 000. */
  staleMs?: number | undefined;
}

/** A lock that is held. */
export interface HeldLock {
  /**
   * Tells whether the lock is still this process's own.
   *
   * @returns False when another process has taken it for stale.
   */
  isHeld(): Promise<boolean>;
}

const POLL_MS = 20;

/**
 * Does work while no other process holds the same lock.
 *
 * @param path The lock's file. A folder that is missing is made, for its owner alone.
 * @param work The work.
 * @param options `signal`, `maxWaitMs`, `staleMs`.
 * @returns What the work gives.
 * @throws {Error} When another process keeps the lock for longer than the patience.
 */
export async function withFileLock<T>(
  path: string,
  work: (lock: HeldLock) => Promise<T>,
  options: FileLockOptions = {},
): Promise<T> {
  const { staleMs = 60_000 } = options;
  await makePrivateFolder(dirname(path));
  const mine = JSON.stringify({ pid, host: hostname(), id: randomUUID() });
  await acquire(path, mine, { ...options, staleMs });
  const beat = setInterval(() => touch(path), staleMs / 4);
  beat.unref?.();
  try {
    return await work({ isHeld: async () => await content(path) === mine });
  } finally {
    clearInterval(beat);
    if (await content(path) === mine) await rm(path, { force: true });
  }
}

async function acquire(path: string, mine: string, options: FileLockOptions & { staleMs: number }): Promise<void> {
  const { maxWaitMs = 90_000, staleMs, signal } = options;
  const deadline = Date.now() + maxWaitMs;
  while (!await claim(path, mine)) {
    if (await isStale(path, staleMs) && await breakLock(path, mine, staleMs)) continue;
    if (Date.now() > deadline) throw new Error(`Cannot get the lock ${path}: another process keeps it`);
    await sleep(POLL_MS, undefined, signal ? { signal } : {});
  }
}

/** Puts the lock in place unless there is one. */
async function claim(path: string, mine: string): Promise<boolean> {
  const temporary = `${path}.${randomUUID()}.tmp`;
  await writeFile(temporary, mine, { flag: "wx", mode: 0o600 });
  try {
    await link(temporary, path);
    return true;
  } catch (error) {
    if (hasCode(error, "EEXIST")) return false;
    throw error;
  } finally {
    await rm(temporary, { force: true });
  }
}

/** Removes a stale lock, or a stale breaker of it. False while another process is at it. */
async function breakLock(path: string, mine: string, staleMs: number): Promise<boolean> {
  const breaker = `${path}.break`;
  if (!await claim(breaker, mine)) {
    const isAbandoned = await age(breaker) > staleMs;
    if (isAbandoned) await rm(breaker, { force: true });
    return isAbandoned;
  }
  try {
    if (await isStale(path, staleMs)) await rm(path, { force: true });
    return true;
  } finally {
    await rm(breaker, { force: true });
  }
}

async function isStale(path: string, staleMs: number): Promise<boolean> {
  const text = await content(path);
  if (text === undefined) return false;
  return !ownerLives(text) || await age(path) > staleMs;
}

/** Whether the owner still runs. On another machine nobody can tell: then its silence decides. */
function ownerLives(text: string): boolean {
  const owner = parseOwner(text);
  if (!owner) return false;
  if (owner.host !== hostname()) return true;
  try {
    return kill(owner.pid, 0);
  } catch (error) {
    // Another user's process can't be asked, nor any by a program without the right to send signals: it may well live.
    return !hasCode(error, "ESRCH");
  }
}

function parseOwner(text: string): { pid: number; host: string } | undefined {
  try {
    const { pid, host } = JSON.parse(text) as Partial<Record<string, unknown>>;
    return typeof pid === "number" && pid > 0 && typeof host === "string" ? { pid, host } : undefined;
  } catch {
    return undefined;
  }
}

async function touch(path: string): Promise<void> {
  const now = new Date();
  // A lock that was taken away can't be touched; the work asks before it writes.
  await utimes(path, now, now).catch(() => {});
}

async function content(path: string): Promise<string | undefined> {
  return await readFile(path, "utf8").catch(absent);
}

async function age(path: string): Promise<number> {
  const status = await stat(path).catch(absent);
  return status ? Date.now() - status.mtimeMs : 0;
}

/**
 * Reads a missing file as nothing.
 *
 * @param error Why a file couldn't be read.
 * @returns Nothing, for a file that isn't there. Throws the error otherwise.
 */
export function absent(error: unknown): undefined {
  if (hasCode(error, "ENOENT")) return undefined;
  throw error;
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}
