import { sleep } from "../transport/abortable.ts";
import type { SoundCache } from "../types/config.ts";
import { type RedisClient, type RedisCommand, redisCommand } from "./redis_client.ts";

/** Options of {@linkcode RedisCache}. */
export interface RedisCacheOptions {
  /** Prefix of its keys. Default `tonearm:`. */
  prefix?: string | undefined;
  /** How long other callers wait for the one that fetches an entry, in milliseconds; 0 for no wait. Default 2,000. */
  fillMs?: number | undefined;
  /** Time limit of a Redis command, in milliseconds. Default 1,000. */
  replyMs?: number | undefined;
}

const POLL_MS = 15;

/**
 * A {@linkcode SoundCache} in Redis, for processes on many hosts. When several callers miss the same entry, one fetches
 * it and the others wait; if it fails, the next one fetches. An entry that can't be read is dropped. While Redis is
 * unavailable, calls are sent without it, each after `replyMs`.
 */
export class RedisCache implements SoundCache {
  readonly #command: RedisCommand;
  readonly #prefix: string;
  readonly #fillMs: number;

  /**
   * Creates a cache.
   *
   * @param client The caller's client, connected.
   * @param options `prefix`, `fillMs`, `replyMs`.
   * @throws {TypeError} When the client is invalid.
   * @throws {RangeError} When `fillMs` is negative or not a number, or `replyMs` isn't more than 0.
   */
  constructor(client: RedisClient, options: RedisCacheOptions = {}) {
    const { prefix = "tonearm:", fillMs = 2000, replyMs = 1000 } = options;
    if (!(fillMs >= 0)) throw new RangeError(`Cannot make a cache: fillMs is ${fillMs}; it must be 0 or more`);
    if (!(replyMs > 0)) throw new RangeError(`Cannot make a cache: replyMs is ${replyMs}; it must be more than 0`);
    this.#command = redisCommand(client, replyMs);
    this.#prefix = prefix;
    this.#fillMs = fillMs;
  }

  /**
   * Reads an entry. A caller that gets `undefined` has to fetch it.
   *
   * @param key Its key.
   * @returns Its value, or `undefined`.
   */
  async get(key: string): Promise<unknown> {
    const deadline = Date.now() + this.#fillMs;
    for (;;) {
      const value = await this.#read(key);
      if (value !== undefined || Date.now() >= deadline || await this.#claim(key)) return value;
      await sleep(POLL_MS);
    }
  }

  /**
   * Stores a value.
   *
   * @param key Its key.
   * @param value A JSON value.
   * @param options `ttlMs`: its lifetime, in milliseconds.
   */
  async set(key: string, value: unknown, { ttlMs }: { ttlMs: number }): Promise<void> {
    const text = JSON.stringify(value);
    if (text === undefined || ttlMs < 1) return await this.delete(key);
    await this.#command("SET", this.#prefix + key, text, "PX", String(Math.ceil(ttlMs)));
    await this.#command("DEL", this.#claimKey(key));
  }

  /**
   * Deletes an entry.
   *
   * @param key Its key.
   */
  async delete(key: string): Promise<void> {
    await this.#command("DEL", this.#prefix + key);
    await this.#command("DEL", this.#claimKey(key));
  }

  async #read(key: string): Promise<unknown> {
    const text = await this.#command("GET", this.#prefix + key);
    if (typeof text !== "string") return undefined;
    try {
      return JSON.parse(text);
    } catch {
      await this.#command("DEL", this.#prefix + key);
      return undefined;
    }
  }

  /** Claims the fetching of an entry. A dead owner's claim expires. */
  async #claim(key: string): Promise<boolean> {
    return await this.#command("SET", this.#claimKey(key), "1", "NX", "PX", String(Math.ceil(this.#fillMs))) !== null;
  }

  #claimKey(key: string): string {
    return `${this.#prefix}fill:${key}`;
  }
}
