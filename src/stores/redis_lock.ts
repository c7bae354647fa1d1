/**
 * A lock between hosts, in Redis.
 *
 * @module
 */
import { sleep } from "../transport/abortable.ts";
import { evalScript, type RedisCommand } from "./redis_client.ts";

/** How a lock in Redis works. */
export interface RedisLockOptions {
  /** How long a lock outlives an owner that is gone, in milliseconds. The owner renews it. Default 10 000. */
  ttlMs?: number | undefined;
  /** How long to wait for the lock, in milliseconds. Default 90 000. */
  maxWaitMs?: number | undefined;
}

/** A lock that is held. */
export interface Lease {
  /** Who holds it. */
  readonly owner: string;
  /** Fencing token: later leases have greater ones, also after Redis has lost everything. */
  readonly fence: string;
}

/** The clock of Redis makes the fence: a counter would begin anew after a restart. */
const ACQUIRE = `
if not redis.call("SET", KEYS[1], ARGV[1], "NX", "PX", ARGV[2]) then return false end
local now = redis.call("TIME")
return now[1] .. string.format("%06d", now[2])`;
const RENEW = `return redis.call("GET", KEYS[1]) == ARGV[1] and redis.call("PEXPIRE", KEYS[1], ARGV[2])`;
const RELEASE = `return redis.call("GET", KEYS[1]) == ARGV[1] and redis.call("DEL", KEYS[1])`;

/** Bounds of a pause between two tries, in milliseconds. */
const POLL_MS = [10, 50] as const;

/**
 * Does work while no other process on any host holds the same lock.
 *
 * @param command Sends commands to Redis.
 * @param key Key of the lock.
 * @param work The work.
 * @param options `ttlMs`, `maxWaitMs`.
 * @returns What the work gives.
 * @throws {Error} When another process keeps the lock for longer than the patience.
 */
export async function withRedisLock<T>(
  command: RedisCommand,
  key: string,
  work: (lease: Lease) => Promise<T>,
  options: RedisLockOptions = {},
): Promise<T> {
  const { ttlMs = 10_000, maxWaitMs = 90_000 } = options;
  const owner = crypto.randomUUID();
  const fence = await acquire(command, key, [owner, String(ttlMs)], maxWaitMs);
  const ask = (script: string, ...args: string[]) =>
    // Nothing can be done where this fails: the lock then ends by itself, and its fence still guards the work.
    evalScript(command, script, [key], [owner, ...args]).catch(() => {});
  const beat = setInterval(() => ask(RENEW, String(ttlMs)), ttlMs / 3);
  try {
    return await work({ owner, fence });
  } finally {
    clearInterval(beat);
    await ask(RELEASE);
  }
}

async function acquire(command: RedisCommand, key: string, args: string[], maxWaitMs: number): Promise<string> {
  const deadline = Date.now() + maxWaitMs;
  for (;;) {
    const fence = await evalScript(command, ACQUIRE, [key], args);
    if (fence) return String(fence);
    if (Date.now() > deadline) throw new Error(`Cannot get the lock ${key}: another process keeps it`);
    const [least, most] = POLL_MS;
    await sleep(least + Math.random() * (most - least), undefined);
  }
}
