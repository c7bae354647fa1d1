/**
 * Tokens in Redis.
 *
 * @module
 */
import type { TokenStore } from "../types/config.ts";
import { evalScript, persistent, type RedisClient, type RedisCommand, redisCommand } from "./redis_client.ts";
import { type Lease, type RedisLockOptions, withRedisLock } from "./redis_lock.ts";

/** A pair with the fence of who wrote it. A pair without tokens was cleared on purpose. */
interface Stored {
  readonly access: string;
  readonly refresh: string;
  readonly fence: string;
}

/**
 * Writes unless another process has taken over: it holds the lock, or has written later. Where the lock has ended and
 * nobody took it, the write is the only copy of a pair whose predecessor is used up.
 */
const WRITE = `
local owner = redis.call("GET", KEYS[2])
if ARGV[1] ~= "" and owner and owner ~= ARGV[1] then return false end
local now = redis.call("TIME")
local fence = ARGV[2] ~= "" and ARGV[2] or now[1] .. string.format("%06d", now[2])
local stored = redis.call("HGET", KEYS[1], "fence")
if stored and tonumber(stored) > tonumber(fence) then return false end
redis.call("HSET", KEYS[1], "access", ARGV[3], "refresh", ARGV[4], "fence", fence)
return fence`;

/**
 * A {@linkcode TokenStore} in Redis, for processes on many hosts. Only one of them refreshes at a time; a process that
 * has lost the lock to another writes nothing. Each process also remembers the pair it saw last, so that a Redis that
 * restarts empty is filled again.
 *
 * While Redis is away it's asked again for 10 seconds, since a pair that can't be stored may be lost; then the store
 * fails, and with it the calls that need it, with the code `token_store`. A call that is aborted ends at once: what is
 * being stored is then stored all the same.
 */
export class RedisTokenStore implements TokenStore {
  readonly #command: RedisCommand;
  readonly #keys: readonly [pair: string, lock: string];
  readonly #options: RedisLockOptions;
  #lease: Lease | undefined;
  #last: Stored | undefined;

  /**
   * Names the place.
   *
   * @param client The caller's client, connected.
   * @param key Key of the pair: one a user.
   * @param options How its lock works.
   * @throws {TypeError} When the key is empty, or the client is none.
   */
  constructor(client: RedisClient, key: string, options: RedisLockOptions = {}) {
    if (typeof key !== "string" || !key) throw new TypeError("Cannot make a token store: the key is empty");
    this.#command = persistent(redisCommand(client));
    // Braces keep both keys in one slot of a cluster.
    this.#keys = [key, `{${key}}:lock`];
    this.#options = options;
  }

  /**
   * Reads the access token.
   *
   * @returns The token, or `undefined` when none is stored.
   */
  async getAccessToken(): Promise<string | undefined> {
    return (await this.#read())?.access || undefined;
  }

  /**
   * Reads the refresh token.
   *
   * @returns The token, or `undefined` when none is stored.
   */
  async getRefreshToken(): Promise<string | undefined> {
    return (await this.#read())?.refresh || undefined;
  }

  /**
   * Stores a pair.
   *
   * @param accessToken The access token.
   * @param refreshToken The refresh token.
   * @throws {Error} When another process has taken over the lock.
   */
  async setTokens(accessToken: string, refreshToken: string = ""): Promise<void> {
    await this.#write(accessToken, refreshToken, this.#lease);
  }

  /** Forgets the pair, for all processes. */
  async clearTokens(): Promise<void> {
    await this.#write("", "", undefined);
  }

  /**
   * Does work while no other process does any under the same key.
   *
   * @param work The work.
   * @returns What the work gives.
   * @throws {Error} When another process keeps the lock for longer than the patience.
   */
  async lock<T>(work: () => Promise<T>): Promise<T> {
    return await withRedisLock(this.#command, this.#keys[1], async (lease) => {
      this.#lease = lease;
      try {
        return await work();
      } finally {
        this.#lease = undefined;
      }
    }, this.#options);
  }

  async #write(access: string, refresh: string, lease?: Lease): Promise<void> {
    const { owner = "", fence = "" } = lease ?? {};
    const written = await evalScript(this.#command, WRITE, this.#keys, [owner, fence, access, refresh]);
    if (!written) throw new Error("Cannot store tokens: another process has taken over the lock");
    this.#last = { access, refresh, fence: String(written) };
  }

  async #read(): Promise<Stored | undefined> {
    const reply = await this.#command("HMGET", this.#keys[0], "access", "refresh", "fence");
    const [access, refresh, fence] = reply as (string | null)[];
    const last = this.#last;
    if (typeof fence === "string" && !(last && Number(last.fence) > Number(fence))) {
      return this.#last = { access: access ?? "", refresh: refresh ?? "", fence };
    }
    // Clearing leaves a mark: so Redis has lost everything, or was filled again by one who knew less.
    if (last) await this.#restore(last);
    return last;
  }

  /** Puts a pair back, unless somebody has put a later one there meanwhile. */
  async #restore({ access, refresh, fence }: Stored): Promise<void> {
    await evalScript(this.#command, WRITE, this.#keys, [this.#lease?.owner ?? "", fence, access, refresh]);
  }
}
