/**
 * Sessions in PostgreSQL, for processes on many hosts.
 *
 * @example
 * ```ts ignore
 * import { ServiceClient } from "@tonearm/client";
 * import { POSTGRES_TABLE, PostgresTokenStore } from "@tonearm/client/postgres";
 * import { Pool } from "pg";
 *
 * const pool = new Pool({ connectionString: "postgres://localhost/app" });
 * await pool.query(POSTGRES_TABLE); // once: it's a migration
 * const tokenStore = new PostgresTokenStore(pool, "user 42");
 * const client = new ServiceClient({ clientId, clientSecret, tokenStore });
 * ```
 *
 * @module
 */
import { toTokenRecord } from "../oauth/token_record.ts";
import type { AtomicTokenStore, TokenLease, TokenRecord } from "../types/token_record.ts";

export type { AtomicTokenStore, TokenLease, TokenRecord };

/** The methods of a connection that are used; `npm:pg` has them. */
export interface PostgresConnection {
  /** Runs a statement with parameters `$1`, `$2`, … */
  query(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>;
  /** Returns the connection to its pool; with `true`, closes it. */
  release(destroy?: boolean): void;
  /** Adds a listener for the end of the connection. */
  on(event: "error", listener: () => void): unknown;
  /** Removes the listener. */
  off(event: "error", listener: () => void): unknown;
}

/** The methods of a pool that are used; `npm:pg` has them. */
export interface PostgresPool {
  /** Runs a statement on any connection. */
  query(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>;
  /** Takes a connection out of the pool. */
  connect(): Promise<PostgresConnection>;
}

/** The migration that creates the table of {@linkcode PostgresTokenStore}. */
export const POSTGRES_TABLE =
  "CREATE TABLE IF NOT EXISTS tonearm_sessions (key text PRIMARY KEY, record jsonb NOT NULL)";

const INSERT = "INSERT INTO tonearm_sessions VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING key";
const UPDATE = `UPDATE tonearm_sessions SET record = $2 WHERE key = $1
  AND (record->>'generation')::bigint = $3 AND coalesce(record->>'refreshToken', '') = $4 RETURNING key`;
const LOCK = "SELECT pg_advisory_lock(hashtextextended($1, 0))";
const UNLOCK = "SELECT pg_advisory_unlock(hashtextextended($1, 0))";

/**
 * An {@linkcode AtomicTokenStore} in PostgreSQL. Its lock is an advisory lock of a connection: a paused process keeps
 * it, a dead one loses it at once. A pooler in between needs session mode, as PgBouncer has it.
 */
export class PostgresTokenStore implements AtomicTokenStore {
  readonly #pool: PostgresPool;
  readonly #key: string;
  /** The connection that holds the lock; a pool of one connection has no other. */
  #held: PostgresConnection | false = false;

  /**
   * Creates a store for one session.
   *
   * @param pool The caller's pool.
   * @param key Key of the session: one per user.
   * @throws {TypeError} When the key is empty.
   */
  constructor(pool: PostgresPool, key: string) {
    if (typeof key !== "string" || !key) throw new TypeError("Cannot make a token store: the key is empty");
    this.#pool = pool;
    this.#key = key;
  }

  /**
   * Reads the record.
   *
   * @returns The record, or `undefined`.
   * @throws {Error} When the stored value isn't a record.
   */
  async read(): Promise<TokenRecord | undefined> {
    const [row] = await this.#query("SELECT record FROM tonearm_sessions WHERE key = $1", []);
    if (!row) return undefined;
    const record = toTokenRecord((row as { record: unknown }).record);
    if (!record) throw new Error(`Cannot read the session ${this.#key} in PostgreSQL: the value is not a token record`);
    return record;
  }

  /**
   * Replaces the record if it's still the expected one.
   *
   * @param expected The record that was read before; `undefined` if nothing is stored.
   * @param next What to store.
   * @returns Whether it was stored.
   */
  async compareAndSwap(expected: TokenRecord | undefined, next: TokenRecord): Promise<boolean> {
    const condition = expected ? [expected.generation, expected.refreshToken ?? ""] : [];
    return (await this.#query(expected ? UPDATE : INSERT, [JSON.stringify(next), ...condition])).length > 0;
  }

  /**
   * Runs work under a lock on the key.
   *
   * @param work The work. Its lease ends with the connection.
   * @returns The result of the work.
   */
  async lock<T>(work: (lease: TokenLease) => Promise<T>): Promise<T> {
    const connection = await this.#pool.connect();
    let isHeld = true;
    const end = () => this.#held = isHeld = false;
    connection.on("error", end);
    try {
      await connection.query(LOCK, [this.#key]);
      this.#held = isHeld && connection;
      return await work({ isHeld: () => isHeld });
    } finally {
      if (isHeld) await connection.query(UNLOCK, [this.#key]).catch(end);
      connection.off("error", end);
      connection.release(!isHeld);
      this.#held = false;
    }
  }

  async #query(text: string, values: unknown[]): Promise<unknown[]> {
    return (await (this.#held || this.#pool).query(text, [this.#key, ...values])).rows;
  }
}
