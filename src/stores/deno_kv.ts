/**
 * Sessions in Deno KV, in a file or hosted.
 *
 * @example
 * ```ts ignore
 * import { ServiceClient } from "@tonearm/client";
 * import { DenoKvTokenStore } from "@tonearm/client/deno-kv";
 *
 * const tokenStore = new DenoKvTokenStore(await Deno.openKv(), ["sessions", "user 42"]);
 * const client = new ServiceClient({ clientId, clientSecret, tokenStore });
 * ```
 *
 * @module
 */
import { isSameRecord, toTokenRecord } from "../oauth/token_record.ts";
import { sleep } from "../transport/abortable.ts";
import type { AtomicTokenStore, CheckedTokenStore, StoreFinding, TokenRecord } from "../types/token_record.ts";

export type { AtomicTokenStore, CheckedTokenStore, StoreFinding, TokenRecord };

/** The methods of a database that are used; `Deno.Kv` has them. */
export interface KvDatabase {
  /** Reads an entry. */
  get(key: string[]): Promise<{ value: unknown; versionstamp: string | null }>;
  /** Begins a transaction. */
  atomic(): KvTransaction;
}

/** The methods of a transaction that are used; `Deno.AtomicOperation` has them. */
export interface KvTransaction {
  /** Requires that an entry still has a version. */
  check(entry: { key: string[]; versionstamp: string | null }): KvTransaction;
  /** Writes an entry. */
  set(key: string[], value: unknown): KvTransaction;
  /** Commits all changes or none. */
  commit(): Promise<{ ok: boolean }>;
}

/** Attempts on a file that another process is writing, and the longest pause between two, in milliseconds. */
const [ATTEMPTS, PAUSE_MS] = [40, 50];

/** An {@linkcode AtomicTokenStore} in Deno KV. The version of the entry decides which of several writers is first. */
export class DenoKvTokenStore implements AtomicTokenStore, CheckedTokenStore {
  readonly #database: KvDatabase;
  readonly #key: string[];

  /**
   * Creates a store for one session.
   *
   * @param database The caller's database.
   * @param key Key of the session: one per user.
   * @throws {TypeError} When the key is empty.
   */
  constructor(database: KvDatabase, key: readonly string[]) {
    if (!Array.isArray(key) || key.length === 0) throw new TypeError("Cannot make a token store: the key is empty");
    this.#database = database;
    this.#key = [...key];
  }

  /**
   * Reads the record.
   *
   * @returns The record, or `undefined`.
   * @throws {Error} When the stored value isn't a record.
   */
  async read(): Promise<TokenRecord | undefined> {
    return (await this.#entry()).record;
  }

  /**
   * Replaces the record if it's still the expected one.
   *
   * @param expected The record that was read before; `undefined` if nothing is stored.
   * @param next What to store.
   * @returns Whether it was stored.
   */
  async compareAndSwap(expected: TokenRecord | undefined, next: TokenRecord): Promise<boolean> {
    for (let attempt = 0;; attempt++) {
      const { record, versionstamp } = await this.#entry();
      if (!isSameRecord(record, expected)) return false;
      const transaction = this.#database.atomic().check({ key: this.#key, versionstamp }).set(this.#key, next);
      const commit = await transaction.commit().catch((error: unknown) => {
        // Several processes may share the file, and SQLite allows one writer at a time.
        if (!/database is locked/.test(String(error)) || attempt >= ATTEMPTS) throw error;
        return sleep(Math.random() * PAUSE_MS);
      });
      if (commit?.ok) return true;
    }
  }

  /**
   * Checks whether the database takes writes.
   *
   * @returns What is wrong, each with its remedy.
   */
  async check(): Promise<StoreFinding[]> {
    const trial = [...this.#key, "check"];
    try {
      const { versionstamp } = await this.#database.get(trial);
      await this.#database.atomic().check({ key: trial, versionstamp }).set(trial, Date.now()).commit();
      return [];
    } catch (error) {
      const problem = `Deno KV takes no writes: ${(error as Error).message}`;
      return [{ problem, remedy: "Check the path, its permissions, the free space, or the access token" }];
    }
  }

  async #entry(): Promise<{ record: TokenRecord | undefined; versionstamp: string | null }> {
    const { value, versionstamp } = await this.#database.get(this.#key);
    const record = toTokenRecord(value);
    if (versionstamp && !record) throw new Error("Cannot read a session in Deno KV: the value is not a token record");
    return { record, versionstamp };
  }
}
