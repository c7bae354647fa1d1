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
import { markOf, toTokenRecord } from "../oauth/token_record.ts";
import { sleep } from "../transport/abortable.ts";
import type { AtomicTokenStore, CheckedTokenStore, StoreFinding, TokenRecord } from "../types/token_record.ts";
import { checkClock, findings } from "./findings.ts";

export type { AtomicTokenStore, CheckedTokenStore, StoreFinding, TokenRecord };

/** The method of a pool, or of a connection, that is used; `npm:pg` has it. */
export interface PostgresPool {
  /** Runs a statement with parameters `$1`, `$2`, … on any connection. */
  query(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>;
}

/** The migration that creates the table of {@linkcode PostgresTokenStore}. */
export const POSTGRES_TABLE =
  "CREATE TABLE IF NOT EXISTS tonearm_sessions (key text PRIMARY KEY, record jsonb NOT NULL)";

/** No connection is left, or an idle one was ended: the statement has not run, so it is sent again. */
const UNSENT: readonly unknown[] = ["53300", "57P05"];
/** Attempts, and the longest pause between two, in milliseconds. */
const [ATTEMPTS, PAUSE_MS] = [16, 500];

const INSERT = "INSERT INTO tonearm_sessions VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING key";
const UPDATE = `UPDATE tonearm_sessions SET record = $2 WHERE key = $1
  AND coalesce(record->>'mark', concat(record->>'generation', ' ', record->>'refreshToken')) = $3 RETURNING key`;
const STATE = `SELECT pg_is_in_recovery() AS standby, current_setting('transaction_read_only') AS readonly,
  current_setting('synchronous_commit') AS sync, extract(epoch FROM clock_timestamp()) * 1000 AS now,
  has_table_privilege('tonearm_sessions', 'SELECT, INSERT, UPDATE') AS allowed`;

/**
 * An {@linkcode AtomicTokenStore} in PostgreSQL. Each operation is one statement, which compares and writes: it holds no
 * connection while it waits, and works behind a pooler in any mode. While the server has no connection left, a statement
 * waits for a few seconds.
 */
export class PostgresTokenStore implements AtomicTokenStore, CheckedTokenStore {
  readonly #pool: PostgresPool;
  readonly #key: string;

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
    const values = [JSON.stringify(next), ...(expected ? [markOf(expected)] : [])];
    return (await this.#query(expected ? UPDATE : INSERT, values)).length > 0;
  }

  /**
   * Checks the server: standby, read-only transactions, commits, rights and the clock.
   *
   * @returns What is wrong, each with its remedy.
   */
  async check(): Promise<StoreFinding[]> {
    try {
      const [state] = (await this.#pool.query(STATE)).rows;
      const { standby, readonly, sync, now, allowed } = state as Record<string, unknown>;
      return findings([
        [standby === true, "This PostgreSQL is a standby, which takes no writes", "Connect to the primary"],
        [!standby && readonly === "on", "Transactions are read-only", "Set `default_transaction_read_only = off`"],
        [sync === "off", "A crash of PostgreSQL loses the newest tokens", "Set `synchronous_commit = on`"],
        [!allowed, "This user may not read and write the table", "GRANT SELECT, INSERT, UPDATE ON tonearm_sessions"],
        checkClock("PostgreSQL", Number(now)),
      ]);
    } catch (error) {
      const problem = `PostgreSQL can't be checked: ${String(error).split("\n", 1)[0]}`;
      return [{ problem, remedy: "Check the connection, and create the table with POSTGRES_TABLE" }];
    }
  }

  async #query(text: string, values: unknown[]): Promise<unknown[]> {
    for (let attempt = 0;; attempt++) {
      try {
        return (await this.#pool.query(text, [this.#key, ...values])).rows;
      } catch (error) {
        if (!UNSENT.includes(Object(error).code) || attempt >= ATTEMPTS) throw error;
      }
      await sleep(Math.random() * PAUSE_MS);
    }
  }
}
