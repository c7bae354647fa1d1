// A lock between processes, as a file.
//
// Its owner counts up in the file while it works. A waiting process watches the counter by its own monotonic clock. A
// counter that stands still means that the owner is gone. Process ids and the time of day are ignored, so containers and
// changes of the clock are harmless. Sessions don't depend on it.
import { randomUUID } from "node:crypto";
import { readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { ServiceError } from "../errors.ts";
import { failure } from "../failure.ts";
import { sleep } from "../transport/abortable.ts";
import { absent, makePrivateFolder } from "./file_private.ts";

/** How to wait for a lock. */
export interface FileLockOptions {
  /** Ends the wait. */
  signal?: AbortSignal | undefined;
  /** How long to wait for the lock, in milliseconds. Default 10,000. */
  maxWaitMs?: number | undefined;
  /** How long the counter of an owner may stand still before the lock is taken over, in milliseconds. Default 5,000. */
  staleMs?: number | undefined;
}

const POLL_MS = 50;

/**
 * Runs work under a lock.
 *
 * @param path The lock's file. A missing folder is created with access for its owner only.
 * @param work The work.
 * @param options `signal`, `maxWaitMs`, `staleMs`.
 * @returns The result of the work.
 * @throws {ServiceError} `lock` when another process holds the lock for too long, or it can't be created.
 */
export async function withFileLock<T>(path: string, work: () => Promise<T>, options: FileLockOptions = {}): Promise<T> {
  const id = randomUUID();
  await acquire(path, id, options);
  let [count, written] = [0, Promise.resolve()];
  const write = async () => {
    // In place: a full disk must not empty it.
    if (await isOwner(path, id)) await writeFile(path, `${id} ${++count}`, { flag: "r+" }).catch(() => {});
  };
  const beat = setInterval(() => written = written.then(write), (options.staleMs ?? 5000) / 5);
  beat.unref?.();
  try {
    return await work();
  } finally {
    clearInterval(beat);
    // A lock that was taken over belongs to another process, and a count after the release could land in the next one.
    await written;
    if (await isOwner(path, id)) await rm(path, { force: true }).catch(() => {});
  }
}

async function acquire(path: string, id: string, options: FileLockOptions): Promise<void> {
  const { maxWaitMs = 10_000, staleMs = 5000, signal } = options;
  const deadline = performance.now() + maxWaitMs;
  let [seen, since]: [string | undefined, number] = [undefined, 0];
  try {
    await makePrivateFolder(dirname(path));
    while (!await create(path, id)) {
      signal?.throwIfAborted();
      const text = await readFile(path, "utf8").catch(absent);
      const now = performance.now();
      if (text !== seen) [seen, since] = [text, now];
      if (text !== undefined && now - since > staleMs) await breakLock(path, id, text);
      else if (now > deadline) throw lockError(path, "another process holds it");
      else await sleep(POLL_MS * (0.5 + Math.random()), signal);
    }
  } catch (error) {
    signal?.throwIfAborted();
    throw error instanceof ServiceError ? error : lockError(path, "the file system refused it", error);
  }
}

async function create(path: string, id: string): Promise<boolean> {
  try {
    await writeFile(path, `${id} 0`, { flag: "wx", mode: 0o600 });
    return true;
  } catch (error) {
    if (Object(error).code === "EEXIST") return false;
    // A full disk takes the name alone.
    if (Object(error).code === "ENOSPC") await rm(path, { force: true });
    throw error;
  }
}

/** Removes the lock of a dead owner. It's moved away first: if it is a new owner's, it's put back. */
async function breakLock(path: string, id: string, text: string): Promise<void> {
  const moved = `${path}.${id}.tmp`;
  await rename(path, moved).catch(absent);
  const broken = await readFile(moved, "utf8").catch(absent);
  if (broken !== undefined && broken !== text) await rename(moved, path);
  await rm(moved, { force: true });
}

async function isOwner(path: string, id: string): Promise<boolean> {
  return (await readFile(path, "utf8").catch(() => ""))?.startsWith(id) === true;
}

function lockError(path: string, state: string, cause?: unknown): ServiceError {
  return failure("lock", `Cannot lock ${path}: ${state}`, undefined, { cause });
}
