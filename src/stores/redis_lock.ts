/**
 * A lock between hosts, in Redis. It saves requests; what is stored never depends on it.
 *
 * @module
 */
import { sleep } from "../transport/abortable.ts";
import type { TokenLease } from "../types/token_record.ts";
import { evalScript, type RedisCommand } from "./redis_client.ts";

/** How a lock in Redis works. */
export interface RedisLockOptions {
  /**
   * How long a lock outlives an owner that is gone, in milliseconds. The owner extends it while it works, and fourfold
   * before it spends a refresh token, so that a process that is paused then isn't overtaken. Default 5000.
   */
  ttlMs?: number | undefined;
  /** How long to wait for the lock, in milliseconds. Default 10 000. */
  maxWaitMs?: number | undefined;
}

const ACQUIRE = `return redis.call("SET", KEYS[1], ARGV[1], "NX", "PX", ARGV[2]) and 1 or 0`;
/** An extension never shortens: a later heartbeat leaves the time that a request was given. */
const EXTEND = `
if redis.call("GET", KEYS[1]) ~= ARGV[1] then return 0 end
if redis.call("PTTL", KEYS[1]) < tonumber(ARGV[2]) then redis.call("PEXPIRE", KEYS[1], ARGV[2]) end
return 1`;
const RELEASE = `return redis.call("GET", KEYS[1]) == ARGV[1] and redis.call("DEL", KEYS[1])`;

/** Bounds of a pause between two tries, in milliseconds. */
const POLL_MS = [10, 50] as const;
/** How much longer a lock lasts once a refresh token is about to be sent. */
const SENDING = 4;

/**
 * Does work while no other process on any host holds the same lock.
 *
 * @param command Sends commands to Redis.
 * @param key Key of the lock.
 * @param work The work.
 * @param options `ttlMs`, `maxWaitMs`.
 * @returns What the work gives.
 * @throws {Error} When another process keeps the lock for longer than `maxWaitMs`.
 */
export async function withRedisLock<T>(
  command: RedisCommand,
  key: string,
  work: (lease: TokenLease) => Promise<T>,
  options: RedisLockOptions = {},
): Promise<T> {
  const { ttlMs = 5000, maxWaitMs = 10_000 } = options;
  const owner = crypto.randomUUID();
  let heldUntil = await acquire(command, key, [owner, String(ttlMs)], maxWaitMs);
  const extend = async (ms: number) => {
    const now = performance.now();
    const isOwner = Number(await evalScript(command, EXTEND, [key], [owner, String(ms)])) === 1;
    heldUntil = isOwner ? Math.max(heldUntil, now + ms) : 0;
  };
  // Nothing can be done where a beat fails: the lock then ends by itself, and the owner knows when.
  const beat = setInterval(() => extend(ttlMs).catch(() => {}), ttlMs / 3);
  try {
    return await work({ isHeld: () => performance.now() < heldUntil, extend: () => extend(ttlMs * SENDING) });
  } finally {
    clearInterval(beat);
    await evalScript(command, RELEASE, [key], [owner]).catch(() => {});
  }
}

/** Gives until when the lock is held, by the process's own monotonic clock: from before it was asked for. */
async function acquire(command: RedisCommand, key: string, args: [string, string], maxWaitMs: number): Promise<number> {
  const deadline = performance.now() + maxWaitMs;
  for (;;) {
    const now = performance.now();
    if (Number(await evalScript(command, ACQUIRE, [key], args)) === 1) return now + Number(args[1]);
    if (now > deadline) throw new Error(`Cannot get the lock ${key}: another process keeps it`);
    const [least, most] = POLL_MS;
    await sleep(least + Math.random() * (most - least), undefined);
  }
}
