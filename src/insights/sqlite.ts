import { sleep } from "../transport/abortable.ts";
import { type Dialect, expand, InsightsError, type InsightsSql, type InsightsStore, storeError } from "./store.ts";

/** The methods that are used of a database: that of `node:sqlite` and of `bun:sqlite` have them. */
export interface SqliteDatabase {
  /** Runs a statement without parameters. */
  exec(sql: string): unknown;
  /** Prepares a statement with parameters `?1`, `?2`, …. */
  prepare(sql: string): {
    /** Runs it, and returns its rows. */
    all(...values: (string | number | null)[]): unknown[];
  };
}

/** Options of {@linkcode SqliteInsightsStore}. */
export interface SqliteInsightsOptions {
  /** How long to wait for other writers, in milliseconds. Default 15,000. */
  readonly maxWaitMs?: number | undefined;
}

const MAX_WAIT_MS = 15_000;
const PAUSE_MS = 20;
/** Of a file: what is forgotten is overwritten, and its space is returned to the file system. */
const SETTINGS = ["auto_vacuum = INCREMENTAL", "journal_mode = WAL", "synchronous = FULL", "secure_delete = ON"];

const SQLITE: Dialect = {
  id: "INTEGER PRIMARY KEY",
  num: "INTEGER",
  compact: "WITHOUT ROWID",
  tables: "SELECT name FROM sqlite_master WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite_%'",
  each: (parameter) => `json_each(${parameter}) AS each`,
  n: (index) => `json_extract(each.value, '$[${index}]')`,
  i: (index) => `json_extract(each.value, '$[${index}]')`,
  t: (index) => `json_extract(each.value, '$[${index}]')`,
  column: (value) => `json_group_array(${value})`,
  list: (columns) => `json_group_array(json_array(${columns}))`,
  day: (seconds) => `date(${seconds}, 'unixepoch')`,
};

/** A store in a SQLite file, which several programs may write. It needs SQLite 3.38 or later. */
export class SqliteInsightsStore implements InsightsStore {
  readonly #db: SqliteDatabase;
  readonly #maxWaitMs: number;
  /** The transaction that runs: a connection has one at a time. */
  #last: Promise<unknown> = Promise.resolve();
  #isReady = false;

  /**
   * Uses an open database, which the caller closes.
   *
   * @param db The database, such as `new DatabaseSync(path)`.
   * @param options `maxWaitMs`.
   */
  constructor(db: SqliteDatabase, options: SqliteInsightsOptions = {}) {
    this.#db = db;
    this.#maxWaitMs = options.maxWaitMs ?? MAX_WAIT_MS;
  }

  /**
   * Runs statements in a transaction; see {@linkcode InsightsStore.transaction}.
   *
   * @param mode Whether it writes.
   * @param work The statements.
   * @returns What `work` returns.
   */
  transaction<T>(mode: "read" | "write", work: (sql: InsightsSql) => Promise<T>): Promise<T> {
    const result = this.#last.then(() => this.#transaction(mode, work));
    this.#last = result.catch(() => {});
    return result;
  }

  /** Returns the space of removed rows to the file system. */
  async compact(): Promise<void> {
    // Pages that have lost most of their rows are written anew. Deno denies VACUUM to programs without all permissions.
    await this.transaction("write", async (sql) => {
      await sql("CREATE TEMP TABLE packed AS SELECT * FROM changes");
      await sql("DELETE FROM changes");
      await sql("INSERT INTO changes SELECT * FROM packed");
      await sql("DROP TABLE packed");
    });
    // Each step of the statement returns one page.
    this.#guarded(() => this.#db.prepare("PRAGMA incremental_vacuum").all());
  }

  async #transaction<T>(mode: "read" | "write", work: (sql: InsightsSql) => Promise<T>): Promise<T> {
    await this.#begin(mode);
    try {
      const result = await work((statement, ...values) => Promise.resolve(this.#rows(statement, values)));
      this.#guarded(() => this.#db.exec("COMMIT"));
      return result;
    } catch (error) {
      // A full disk may have ended the transaction.
      this.#quietly("ROLLBACK");
      throw storeError(error);
    }
  }

  /** Waits for other writers in turns, so that a writer of the same process can end. */
  async #begin(mode: "read" | "write"): Promise<void> {
    for (let waitedMs = 0;; waitedMs += PAUSE_MS) {
      try {
        this.#prepare();
        // A query reads many pages of the file, which needn't be copied. It isn't mapped for writers: they'd look large.
        this.#quietly(`PRAGMA mmap_size = ${mode === "read" ? 2 ** 30 : 0}`);
        return this.#guarded(() => void this.#db.exec(mode === "write" ? "BEGIN IMMEDIATE" : "BEGIN"));
      } catch (error) {
        const isLocked = error instanceof InsightsError && error.code === "locked";
        if (!isLocked || waitedMs >= this.#maxWaitMs) throw error;
        await sleep(PAUSE_MS);
      }
    }
  }

  /** Readers don't wait for writers in a write-ahead log. Where there can't be one, they take turns. */
  #prepare(): void {
    if (this.#isReady) return;
    this.#guarded(() => this.#db.exec("PRAGMA busy_timeout = 50"));
    for (const setting of SETTINGS) this.#quietly(`PRAGMA ${setting}`);
    this.#isReady = true;
  }

  #rows<Row>(statement: string, values: readonly (string | number | null)[]): Row[] {
    return this.#guarded(() => {
      return this.#db.prepare(expand(SQLITE, statement).replace(/\$(\d+)/g, "?$1")).all(...values) as Row[];
    });
  }

  #guarded<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      throw storeError(error);
    }
  }

  #quietly(statement: string): void {
    try {
      this.#db.exec(statement);
    } catch {
      // The statement is an improvement, or undoes what has already ended.
    }
  }
}
