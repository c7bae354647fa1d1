/**
 * A lock between hosts, in Redis. It saves requests; correctness never depends on it.
 *
 * The owner increments a counter in the lock while it works, and keeps a second key alive. A lock is abandoned once
 * that key has expired *and* the counter stands still, by the clock of the waiting process: if the clock of Redis jumps
 * forward, all its keys expire at once, and a moving counter shows that the owner is alive.
 *
 * @module
 */
import { sleep } from "../transport/abortable.ts";
import type { TokenLease } from "../types/token_record.ts";
import { evalScript, type RedisCommand } from "./redis_client.ts";

/** Options of a lock in Redis. */
export interface RedisLockOptions {
  /**
   * How long a lock outlasts a dead owner, in milliseconds. The owner extends it while it works, and fourfold before it
   * spends a refresh token, so that a pause doesn't lose it. Default 5,000.
   */
  ttlMs?: number | undefined;
  /** How long to wait for the lock, in milliseconds. Default 10,000. */
  maxWaitMs?: number | undefined;
}

/** A lock that is never released expires after a day, in milliseconds. */
const DISCARDED_MS = "86400000";

/** `ARGV`: the expected value of the lock, the new value, and its lifetime. */
const TAKE = `
local now = redis.call("GET", KEYS[1]) or ""
if now ~= ARGV[1] then return {0, now, redis.call("EXISTS", KEYS[2])} end
redis.call("SET", KEYS[1], ARGV[2], "PX", ${DISCARDED_MS})
redis.call("SET", KEYS[2], "1", "PX", ARGV[3])
return {1, now, 1}`;
/** `ARGV`: the owner, the new value of the lock, and its lifetime. */
const EXTEND = `
local now = redis.call("GET", KEYS[1]) or ""
if string.sub(now, 1, #ARGV[1]) ~= ARGV[1] then return 0 end
redis.call("SET", KEYS[1], ARGV[2], "PX", ${DISCARDED_MS})
redis.call("SET", KEYS[2], "1", "PX", ARGV[3])
return 1`;
const RELEASE = `
local now = redis.call("GET", KEYS[1]) or ""
return string.sub(now, 1, #ARGV[1]) == ARGV[1] and redis.call("DEL", KEYS[1], KEYS[2])`;

/** Bounds of the pause between two attempts, in milliseconds. */
const POLL_MS = [10, 50] as const;
/** Factor by which a lock is extended before a refresh token is sent. */
const SENDING = 4;

/**
 * Runs work under a lock that all hosts share.
 *
 * @param command Sends commands to Redis.
 * @param key Key of the lock.
 * @param work The work.
 * @param options `ttlMs`, `maxWaitMs`.
 * @returns The result of the work.
 * @throws {Error} When another process holds the lock for longer than `maxWaitMs`.
 */
export async function withRedisLock<T>(
  command: RedisCommand,
  key: string,
  work: (lease: TokenLease) => Promise<T>,
  options: RedisLockOptions = {},
): Promise<T> {
  const { ttlMs = 5000, maxWaitMs = 10_000 } = options;
  const lock = new RedisLock(command, key, ttlMs);
  await lock.acquire(maxWaitMs);
  // A failed heartbeat is ignored, because the owner knows when its lock expires.
  const beat = setInterval(() => lock.extend(ttlMs).catch(() => {}), ttlMs / 3);
  try {
    return await work({ isHeld: () => lock.isHeld(), extend: () => lock.extend(ttlMs * SENDING) });
  } finally {
    clearInterval(beat);
    await lock.release().catch(() => {});
  }
}

class RedisLock {
  readonly #send: (script: string, ...args: string[]) => Promise<unknown>;
  readonly #key: string;
  readonly #ttlMs: number;
  readonly #owner = crypto.randomUUID();
  #count = 0;
  /** Until when the lock is held, by the process's monotonic clock, counted from before the request to Redis. */
  #heldUntil = 0;

  constructor(command: RedisCommand, key: string, ttlMs: number) {
    this.#send = (script, ...args) => evalScript(command, script, [key, `${key}:alive`], args);
    this.#key = key;
    this.#ttlMs = ttlMs;
  }

  isHeld(): boolean {
    return performance.now() < this.#heldUntil;
  }

  async acquire(maxWaitMs: number): Promise<void> {
    const deadline = performance.now() + maxWaitMs;
    let [seen, since, expected] = ["", 0, ""];
    for (;;) {
      const now = performance.now();
      const [taken, text, isAlive] = await this.#send(TAKE, expected, this.#text(this.#ttlMs), `${this.#ttlMs}`) as [
        number,
        string,
        number,
      ];
      if (Number(taken) === 1) return void (this.#heldUntil = now + this.#ttlMs);
      if (text !== seen) [seen, since] = [text, performance.now()];
      expected = this.#isAbandoned(text, now - since, Number(isAlive) === 1) ? text : "";
      if (now > deadline) throw new Error(`Cannot get the lock ${this.#key}: another process holds it`);
      const [least, most] = POLL_MS;
      if (!expected) await sleep(least + Math.random() * (most - least));
    }
  }

  /** Never shortens the lock: a later heartbeat keeps a longer extension. */
  async extend(ms: number): Promise<void> {
    const now = performance.now();
    const lastMs = Math.ceil(Math.max(ms, this.#heldUntil - now));
    const isOwner = Number(await this.#send(EXTEND, this.#owner, this.#text(lastMs), `${lastMs}`)) === 1;
    this.#heldUntil = isOwner ? Math.max(this.#heldUntil, now + lastMs) : 0;
  }

  async release(): Promise<void> {
    await this.#send(RELEASE, this.#owner);
  }

  /** The value of the lock: its owner, its lifetime, how long it may stand still, and the counter. */
  #text(ms: number): string {
    return `${this.#owner} ${ms} ${Math.ceil(this.#ttlMs / 2)} ${this.#count++}`;
  }

  #isAbandoned(text: string, stillMs: number, isAlive: boolean): boolean {
    const [, ms = this.#ttlMs, beatMs = this.#ttlMs / 2] = text.split(" ");
    return stillMs > Number(ms) || !isAlive && stillMs > Number(beatMs);
  }
}
