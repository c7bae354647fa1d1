/**
 * A lock between processes, as a file that appears in one step with its content (`link`).
 *
 * Its owner counts up in the file while it works, and listens on a socket beside it. A waiting process watches both, by
 * its own monotonic clock. A socket without a listener means that the owner is gone. If there can be no socket, or if
 * the owner is on another machine, a counter that stands still means the same. Process ids and the time of day are
 * ignored, so containers, a paused process and changes of the clock are harmless.
 *
 * @module
 */
import { randomUUID } from "node:crypto";
import { type FileHandle, link, open, readFile, rm, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { dirname } from "node:path";
import { ServiceError } from "../errors.ts";
import { failure } from "../failure.ts";
import { sleep } from "../transport/abortable.ts";
import { absent, hasCode, makePrivateFolder } from "./file_private.ts";
import { findSign, giveSign, type Liveness, type Sign } from "./file_lock_owner.ts";

/** How to wait for a lock. */
export interface FileLockOptions {
  /** Ends the wait. */
  signal?: AbortSignal | undefined;
  /** How long to wait for the lock, in milliseconds. Default 10,000. */
  maxWaitMs?: number | undefined;
  /**
   * How long the counter of an owner may stand still before the lock is taken over, in milliseconds, if the owner is on
   * another machine or has no socket. Default 5,000.
   */
  staleMs?: number | undefined;
}

/** A lock that is held. */
export interface HeldLock {
  /**
   * Tells whether this process still holds the lock, by a monotonic clock.
   *
   * @returns False once another process may have taken it.
   */
  isHeld(): boolean;
}

const POLL_MS = 15;
/** Interval between two checks of the owner's socket, in milliseconds. */
const LOOK_MS = 100;

/**
 * Runs work under a lock.
 *
 * @param path The lock's file. A missing folder is created with access for its owner only.
 * @param work The work.
 * @param options `signal`, `maxWaitMs`, `staleMs`.
 * @returns The result of the work.
 * @throws {ServiceError} `lock` when another process holds the lock for too long, or it can't be created.
 */
export async function withFileLock<T>(
  path: string,
  work: (lock: HeldLock) => Promise<T>,
  options: FileLockOptions = {},
): Promise<T> {
  const lock = await acquire(path, options);
  try {
    return await work(lock);
  } finally {
    await lock.release();
  }
}

async function acquire(path: string, options: FileLockOptions): Promise<FileLock> {
  const { maxWaitMs = 10_000, staleMs = 5000, signal } = options;
  const deadline = performance.now() + maxWaitMs;
  const watch = new OwnerWatch(path, staleMs);
  let mine: FileLock | undefined;
  try {
    await makePrivateFolder(dirname(path));
    mine = await FileLock.prepare(path, staleMs);
    while (!await mine.claim()) {
      signal?.throwIfAborted();
      if (await watch.removeAbandoned()) continue;
      if (performance.now() > deadline) throw lockError(path, "another process holds it");
      await sleep(POLL_MS, signal);
    }
    return mine;
  } catch (error) {
    await mine?.drop();
    signal?.throwIfAborted();
    throw error instanceof ServiceError ? error : lockError(path, "the file system refused it", error);
  }
}

function lockError(path: string, state: string, cause?: unknown): ServiceError {
  const { code } = Object(cause);
  const why = typeof code === "string" ? `${state} (${code})` : state;
  return failure("lock", `Cannot get the lock ${path}: ${why}`, undefined, { cause });
}

/** A lock file, prepared beside its final path. */
class FileLock implements HeldLock {
  readonly #path: string;
  readonly #id: string;
  readonly #file: FileHandle;
  readonly #sign: Sign | undefined;
  readonly #staleMs: number;
  #count = 0;
  #beatenAt = 0;
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor(path: string, id: string, file: FileHandle, sign: Sign | undefined, staleMs: number) {
    this.#path = path;
    this.#id = id;
    this.#file = file;
    this.#sign = sign;
    this.#staleMs = staleMs;
  }

  static async prepare(path: string, staleMs: number): Promise<FileLock> {
    const id = randomUUID().slice(0, 8);
    const file = await open(draftOf(path, id), "wx", 0o600);
    const lock = new FileLock(path, id, file, await giveSign(signOf(path, id)), staleMs);
    try {
      await lock.#write();
      return lock;
    } catch (error) {
      await lock.drop();
      throw error;
    }
  }

  /** Takes the lock unless another process holds it. */
  async claim(): Promise<boolean> {
    try {
      await link(draftOf(this.#path, this.#id), this.#path);
    } catch (error) {
      if (hasCode(error, "EEXIST")) return false;
      throw error;
    }
    this.#beatenAt = performance.now();
    this.#timer = setInterval(() => this.#beat(), this.#staleMs / 5);
    this.#timer.unref?.();
    await rm(draftOf(this.#path, this.#id), { force: true });
    return true;
  }

  isHeld(): boolean {
    return performance.now() - this.#beatenAt < this.#staleMs / 2;
  }

  async release(): Promise<void> {
    clearInterval(this.#timer);
    // A lock that was taken over belongs to another process.
    const owner = parse(await content(this.#path).catch(() => undefined));
    if (owner?.id === this.#id) await rm(this.#path).catch(() => {});
    await this.drop();
  }

  /** Releases the prepared files. */
  async drop(): Promise<void> {
    await rm(draftOf(this.#path, this.#id)).catch(() => {});
    await this.#file.close().catch(() => {});
    await this.#sign?.end().catch(() => {});
  }

  async #beat(): Promise<void> {
    const now = performance.now();
    try {
      const { id } = parse(await content(this.#path)) ?? {};
      if (id !== this.#id) return clearInterval(this.#timer);
      await this.#write();
      this.#beatenAt = now;
    } catch {
      // A failed heartbeat is skipped; the next one may succeed.
    }
  }

  /** Writes this process's own file, which stays its own even after another process takes over the lock. */
  async #write(): Promise<void> {
    const count = String(this.#count++).padStart(12, "0");
    const owner = { id: this.#id, host: hostname(), socket: !!this.#sign, count };
    const bytes = new TextEncoder().encode(JSON.stringify(owner));
    await this.#file.write(bytes, 0, bytes.length, 0);
  }
}

interface Owner {
  readonly id: string;
  readonly host: string;
  readonly socket: boolean;
}

/** The owner of a lock, as a waiting process observes it. */
class OwnerWatch {
  readonly #path: string;
  readonly #staleMs: number;
  #text: string | undefined;
  #since = 0;
  #id: string | undefined;
  #lookAt = 0;
  #liveness: Liveness = "unknown";
  #breakerSince: number | undefined;

  constructor(path: string, staleMs: number) {
    this.#path = path;
    this.#staleMs = staleMs;
  }

  /** Removes the lock of a dead owner. Returns whether it did. */
  async removeAbandoned(): Promise<boolean> {
    const text = await content(this.#path);
    if (text === undefined) return true;
    return await this.#isAbandoned(text) && await this.#breakLock(parse(text)?.id, text);
  }

  async #isAbandoned(text: string): Promise<boolean> {
    const now = performance.now();
    const owner = parse(text);
    if (owner?.id !== this.#id) [this.#id, this.#lookAt] = [owner?.id, 0];
    if (text !== this.#text) [this.#text, this.#since] = [text, now];
    if (!owner?.socket) return now - this.#since > this.#staleMs;
    if (now >= this.#lookAt) {
      this.#liveness = await findSign(signOf(this.#path, owner.id));
      this.#lookAt = performance.now() + LOOK_MS;
    }
    if (this.#liveness === "alive") this.#since = performance.now();
    if (this.#liveness === "gone" && owner.host === hostname()) return true;
    return now - this.#since > this.#staleMs;
  }

  /**
   * Only the holder of the breaker lock removes a lock, after checking again, so that a new owner's lock is never
   * removed.
   */
  async #breakLock(id: string | undefined, text: string): Promise<boolean> {
    const breaker = `${this.#path}.break`;
    try {
      await writeFile(breaker, randomUUID(), { flag: "wx", mode: 0o600 });
    } catch (error) {
      if (!hasCode(error, "EEXIST")) throw error;
      const now = performance.now();
      this.#breakerSince ??= now;
      if (now - this.#breakerSince > this.#staleMs) await rm(breaker, { force: true });
      return false;
    }
    this.#breakerSince = undefined;
    try {
      const now = await content(this.#path);
      if (now === undefined || (parse(now)?.id ?? now) !== (id ?? text)) return true;
      await rm(this.#path, { force: true });
      if (id) await rm(signOf(this.#path, id), { force: true });
      return true;
    } finally {
      await rm(breaker, { force: true });
    }
  }
}

function parse(text: string | undefined): Owner | undefined {
  try {
    const { id, host, socket } = JSON.parse(text ?? "") as Partial<Owner>;
    const isOwner = typeof id === "string" && /^[\w-]+$/.test(id) && typeof host === "string";
    return isOwner ? { id, host, socket: socket === true } : undefined;
  } catch {
    return undefined;
  }
}

async function content(path: string): Promise<string | undefined> {
  return await readFile(path, "utf8").catch(absent);
}

function signOf(path: string, id: string): string {
  return `${path}.${id}.sock`;
}

function draftOf(path: string, id: string): string {
  return `${path}.${id}.tmp`;
}
