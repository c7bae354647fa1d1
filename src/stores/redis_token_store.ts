import type { ServiceError } from "../errors.ts";
import { failure } from "../failure.ts";
import { markOf, parseRecord } from "../oauth/token_record.ts";
import type { StoreFinding, TokenRecord } from "../types/token_record.ts";
import { checkRedis } from "./redis_check.ts";
import { evalScript, type RedisClient, type RedisCommand, redisCommand } from "./redis_client.ts";
import { SessionTokenStore } from "./session_token_store.ts";

/** Options of {@linkcode RedisTokenStore}. */
export interface RedisTokenStoreOptions {
  /**
   * How long a record lives after its last write, in milliseconds. Default: for ever, or as long as an `EXPIRE` of your
   * own says, which refreshes keep.
   */
  ttlMs?: number | undefined;
  /** Time limit of a Redis command, in milliseconds. Default 2,000. */
  replyMs?: number | undefined;
}

/**
 * Compares and swaps. `ARGV`: the expected mark or an empty text, the JSON of the new record, its lifetime or an empty
 * text. A value of another program under the key is an error and isn't overwritten.
 */
const SWAP = `
local text = redis.call("GET", KEYS[1])
local mark = ""
if text then
  local ok, stored = pcall(cjson.decode, text)
  if not ok or type(stored) ~= "table" then return redis.error_reply("not a session") end
  mark = stored.mark or string.format("%.0f %s", stored.generation or 0, stored.refreshToken or "")
end
if mark ~= ARGV[1] then return 0 end
local ttl = ARGV[3] ~= "" and tonumber(ARGV[3]) or redis.call("PTTL", KEYS[1])
redis.call("SET", KEYS[1], ARGV[2])
if ttl > 0 then redis.call("PEXPIRE", KEYS[1], ttl) end
return 1`;

/** Answers that Redis would repeat, and what they mean. */
const FINAL: readonly (readonly [RegExp, string])[] = [
  [/WRONGTYPE|not a session/, "it holds something else"],
  [/READONLY/, "this Redis is a replica, which takes no writes (READONLY)"],
  [/NOREPLICAS/, "too few replicas are connected for a write (NOREPLICAS)"],
  [/\bOOM\b/, "Redis has no memory left (OOM)"],
  [/NOPERM/, "the user of this connection may not run the command (NOPERM)"],
  [/NOAUTH|WRONGPASS/, "Redis wants a password (NOAUTH)"],
];

/**
 * An {@linkcode AtomicTokenStore} in Redis, for processes on many hosts: a single Redis, a cluster or one with
 * sentinels. A script compares and swaps, so neither a lock nor a clock decides which record is stored. No process
 * restores a record that Redis has lost; calls fail with the code `session_lost`. Use `appendonly yes` and
 * `maxmemory-policy noeviction` for sessions.
 */
export class RedisTokenStore extends SessionTokenStore {
  readonly #key: string;
  readonly #command: RedisCommand;
  readonly #ttl: string;

  /**
   * Creates a store for one session.
   *
   * @param client The caller's client, connected.
   * @param key Key of the record: one per user.
   * @param options `ttlMs`, `replyMs`.
   * @throws {TypeError} When the key is empty, or the client is invalid.
   * @throws {RangeError} When a time isn't more than 0.
   */
  constructor(client: RedisClient, key: string, options: RedisTokenStoreOptions = {}) {
    super();
    if (typeof key !== "string" || !key) throw new TypeError("Cannot make a token store: the key is empty");
    const { ttlMs, replyMs = 2000 } = options;
    for (const [name, ms] of Object.entries({ ttlMs, replyMs })) {
      if (ms !== undefined && !(ms > 0)) throw new RangeError(`Cannot make a token store: ${name} is ${ms}`);
    }
    this.#command = redisCommand(client, replyMs);
    this.#ttl = ttlMs && ttlMs < Infinity ? String(Math.ceil(ttlMs)) : "";
    this.#key = key;
  }

  /**
   * Reads the record.
   *
   * @returns The record, or `undefined`.
   * @throws {ServiceError} `token_store` when the key holds something else, or Redis is unavailable.
   */
  override async read(): Promise<TokenRecord | undefined> {
    const text = await this.#say(this.#command("GET", this.#key));
    if (text === null || text === undefined) return undefined;
    const record = parseRecord(String(text));
    if (!record) throw this.#refusal("it holds something else");
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
  override async compareAndSwap(expected: TokenRecord | undefined, next: TokenRecord): Promise<boolean> {
    const args = [expected ? markOf(expected) : "", JSON.stringify(next), this.#ttl];
    return Number(await this.#say(evalScript(this.#command, SWAP, [this.#key], args))) === 1;
  }

  /**
   * Checks what Redis does with sessions: eviction, the append-only file, and whether it is a replica.
   *
   * @returns What is wrong, each with its remedy.
   */
  override async check(): Promise<StoreFinding[]> {
    return await checkRedis(this.#command, this.#key);
  }

  async #say(answer: Promise<unknown>): Promise<unknown> {
    try {
      return await answer;
    } catch (cause) {
      const state = FINAL.find(([code]) => code.test(String(cause)))?.[1] ?? "Redis failed";
      throw this.#refusal(state, cause);
    }
  }

  #refusal(state: string, cause?: unknown): ServiceError {
    return failure("token_store", `Cannot use the Redis key ${this.#key}: ${state}`, undefined, { cause });
  }
}
