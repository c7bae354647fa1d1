/**
 * Tokens in Redis.
 *
 * @module
 */
import { endSession, startSession } from "../oauth/stored_session.ts";
import { toTokenRecord } from "../oauth/token_record.ts";
import type { TokenStore } from "../types/config.ts";
import type { AtomicTokenStore, TokenLease, TokenRecord } from "../types/token_record.ts";
import type { ServiceError } from "../errors.ts";
import { failure } from "../failure.ts";
import { persistent, type RedisClient, type RedisCommand, redisCommand } from "./redis_client.ts";
import { type RedisLockOptions, withRedisLock } from "./redis_lock.ts";

/**
 * Compares and swaps. `ARGV`: whether a record is expected, its generation, its refresh token, and the JSON of the new
 * one. The record is JSON in a string; a value of another program under the key is an error and isn't overwritten.
 */
const SWAP = `
local text = redis.call("GET", KEYS[1])
if not text then
  if ARGV[1] == "1" then return 0 end
else
  if ARGV[1] == "0" then return 0 end
  local ok, stored = pcall(cjson.decode, text)
  if not ok or type(stored) ~= "table" then return redis.error_reply("not a session") end
  if string.format("%.0f", stored.generation or 0) ~= ARGV[2] then return 0 end
  if (stored.refreshToken or "") ~= ARGV[3] then return 0 end
end
redis.call("SET", KEYS[1], ARGV[4])
return 1`;

/**
 * An {@linkcode AtomicTokenStore} in Redis, for processes on many hosts. A script compares and swaps, so neither the
 * lock nor a clock decides which record is stored. No process restores a record that Redis has lost; calls fail with
 * the code `session_lost`. Use `appendonly yes` and `maxmemory-policy noeviction` for sessions.
 *
 * While Redis is unavailable, requests are retried for 10 seconds, because a pair that can't be stored may be lost.
 * Then the store fails, and so do the calls that need it, with the code `token_store`.
 */
export class RedisTokenStore implements AtomicTokenStore, TokenStore {
  readonly #key: string;
  readonly #command: RedisCommand;
  readonly #options: RedisLockOptions;

  /**
   * Creates a store for one session.
   *
   * @param client The caller's client, connected.
   * @param key Key of the record: one per user.
   * @param options Options of its lock.
   * @throws {TypeError} When the key is empty, or the client is invalid.
   */
  constructor(client: RedisClient, key: string, options: RedisLockOptions = {}) {
    if (typeof key !== "string" || !key) throw new TypeError("Cannot make a token store: the key is empty");
    this.#command = persistent(redisCommand(client));
    this.#key = key;
    this.#options = options;
  }

  /**
   * Reads the record.
   *
   * @returns The record, or `undefined`.
   * @throws {ServiceError} `token_store` when the key holds something else, or Redis is unavailable.
   */
  async read(): Promise<TokenRecord | undefined> {
    const text = await this.#ask("GET", this.#key);
    if (text === null || text === undefined) return undefined;
    const record = parse(String(text));
    if (!record) throw this.#refusal("it isn't a session");
    return record;
  }

  /**
   * Replaces the record if it's still the expected one.
   *
   * @param expected The record that was read before; `undefined` if nothing is stored.
   * @param next What to store.
   * @returns Whether it was stored.
   * @throws {ServiceError} As {@linkcode RedisTokenStore.read}.
   */
  async compareAndSwap(expected: TokenRecord | undefined, next: TokenRecord): Promise<boolean> {
    const { generation = 0, refreshToken = "" } = expected ?? {};
    const args = [expected ? "1" : "0", String(generation), refreshToken, JSON.stringify(next)];
    return Number(await this.#ask("EVAL", SWAP, "1", this.#key, ...args)) === 1;
  }

  /**
   * Runs work under a lock on the key.
   *
   * @param work The work.
   * @returns The result of the work.
   * @throws {Error} When another process holds the lock for too long.
   */
  async lock<T>(work: (lease?: TokenLease) => Promise<T>): Promise<T> {
    // The braces put both keys into one slot of a cluster.
    return await withRedisLock(this.#command, `{${this.#key}}:lock`, work, this.#options);
  }

  /**
   * Reads the access token.
   *
   * @returns The token, or `undefined` when none is stored.
   */
  async getAccessToken(): Promise<string | undefined> {
    return (await this.read())?.accessToken;
  }

  /**
   * Reads the refresh token.
   *
   * @returns The token, or `undefined` when none is stored.
   */
  async getRefreshToken(): Promise<string | undefined> {
    return (await this.read())?.refreshToken;
  }

  /**
   * Starts a session with a pair, whatever is stored. An earlier refresh can't undo it.
   *
   * @param accessToken The access token.
   * @param refreshToken The refresh token.
   */
  async setTokens(accessToken: string, refreshToken?: string): Promise<void> {
    await startSession(this, { accessToken, ...(refreshToken && { refreshToken }) });
  }

  /** Ends the session, for all processes. The key stays, so that an earlier refresh can't revive the session. */
  async clearTokens(): Promise<void> {
    await endSession(this);
  }

  async #ask(command: string, ...args: string[]): Promise<unknown> {
    try {
      return await this.#command(command, ...args);
    } catch (cause) {
      const state = /WRONGTYPE|not a session/.test(String(cause)) ? "it holds something else" : "Redis failed";
      throw this.#refusal(state, cause);
    }
  }

  #refusal(state: string, cause?: unknown): ServiceError {
    const message = `Cannot use the Redis key ${this.#key}: ${state}`;
    return failure("token_store", message, undefined, { cause });
  }
}

function parse(text: string): TokenRecord | undefined {
  try {
    return toTokenRecord(JSON.parse(text));
  } catch {
    // The parser's message would reveal the key's value.
    return undefined;
  }
}
