/**
 * A lock between processes, as a file that names its owner.
 *
 * The file appears in one step with its content (`link`), so that nobody ever reads half of it. It is stale when its
 * owner is gone, or when it is older than any honest use. Only who holds the breaker's own lock removes a stale one, and
 * reads it again first: two processes that both saw it stale can't remove each other's new lock.
 *
 * @module
 */

import { link, readFile, rm, stat, writeFile } from "node:fs/promises";
import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import { dirname } from "node:path";
import process from "node:process";
import { setTimeout as sleep } from "node:timers/promises";
import { Failure } from "./errors.ts";
import { makePrivateDirectory } from "./paths.ts";

/** How a lock is waited for. */
export interface LockOptions {
  /** Ends the wait. */
  readonly signal?: AbortSignal;
  /** Milliseconds until the wait is given up. */
  readonly patienceMs?: number;
  /** Milliseconds after which a lock is stale, whoever owns it. */
  readonly staleMs?: number;
}

const POLL_MS = 20;
const PATIENCE_MS = 90_000;
const STALE_MS = 60_000;

/** Runs a task while no other process holds the same lock. */
export async function withLock<T>(path: string, task: () => Promise<T>, options: LockOptions = {}): Promise<T> {
  await makePrivateDirectory(dirname(path));
  const mine = JSON.stringify({ pid: process.pid, host: hostname(), id: randomUUID() });
  await acquire(path, mine, options);
  try {
    return await task();
  } finally {
    await release(path, mine);
  }
}

async function acquire(path: string, mine: string, options: LockOptions): Promise<void> {
  const deadline = Date.now() + (options.patienceMs ?? PATIENCE_MS);
  while (!await claim(path, mine)) {
    if (await isStale(path, options.staleMs ?? STALE_MS)) await breakLock(path, mine, options.staleMs ?? STALE_MS);
    else if (Date.now() > deadline) {
      throw new Failure("failed", `Cannot get the lock ${path}: another process keeps it`);
    } else await sleep(POLL_MS, undefined, options.signal ? { signal: options.signal } : {});
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

async function release(path: string, mine: string): Promise<void> {
  if (await content(path) === mine) await rm(path, { force: true });
}

async function breakLock(path: string, mine: string, staleMs: number): Promise<void> {
  const breaker = `${path}.break`;
  if (!await claim(breaker, mine)) {
    if (await age(breaker) > staleMs) await rm(breaker, { force: true });
    return;
  }
  try {
    if (await isStale(path, staleMs)) await rm(path, { force: true });
  } finally {
    await rm(breaker, { force: true });
  }
}

async function isStale(path: string, staleMs: number): Promise<boolean> {
  const text = await content(path);
  if (text === undefined) return false;
  return !ownerLives(text) || await age(path) > staleMs;
}

/** Whether the owner still runs. On another machine nobody can tell: then the age decides. */
function ownerLives(text: string): boolean {
  const owner = parseOwner(text);
  if (!owner) return false;
  if (owner.host !== hostname()) return true;
  try {
    return process.kill(owner.pid, 0);
  } catch (error) {
    return hasCode(error, "EPERM");
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

async function content(path: string): Promise<string | undefined> {
  return await readFile(path, "utf8").catch(absent);
}

async function age(path: string): Promise<number> {
  const status = await stat(path).catch(absent);
  return status ? Date.now() - status.mtimeMs : 0;
}

function absent(error: unknown): undefined {
  if (hasCode(error, "ENOENT")) return undefined;
  throw error;
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}
