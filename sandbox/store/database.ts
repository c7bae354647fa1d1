import { host, type SqliteConnection, type SqliteStatement, type SqlValue } from "../base/host.ts";
import { Memo } from "../base/memo.ts";
import { deltaOf, imageOf, inMode, type PageDelta, ROLLBACK } from "./sqlite_image.ts";

export type { SqlValue } from "../base/host.ts";

const MOST_FOUND = 2000;
const MOST_STATEMENTS = 1000;
const NONE = Symbol("no row");

/**
 * The small tables of a world that has written nothing else: its sign-ins, apps and limits. They have a database of
 * their own, so that a sign-in doesn't copy the catalogue, which is read from a shared base.
 */
const ASIDE = "meta apps logins registrations codes access_tokens refresh_tokens pairings limits".split(" ");

type AsideRows = readonly (readonly [table: string, rows: readonly Readonly<Record<string, SqlValue>>[]])[];

const NAMED = /\b(?:FROM|INTO|UPDATE|JOIN)\s+(\w+)/gi;
const parts = new Memo<"aside" | "rest" | "both">(1000);

function partOf(sql: string): "aside" | "rest" | "both" {
  const names = [...sql.matchAll(NAMED)].map(([, name = ""]) => ASIDE.includes(name));
  if (!names.includes(true)) return "rest";
  return names.includes(false) ? "both" : "aside";
}

/** Opens a database with the small tables of a base. Small pages, because most of them have a few rows. */
function openAside(base: Database): SqliteConnection {
  const db = host().sqlite.open();
  db.exec("PRAGMA page_size = 512; PRAGMA foreign_keys = OFF");
  const objects = base.all<{ sql: string }>(
    "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL AND tbl_name IN (SELECT value FROM json_each(?)) ORDER BY rowid",
    JSON.stringify(ASIDE),
  );
  for (const { sql } of objects) db.exec(sql);
  fillAside(db, ASIDE.map((table) => [table, base.all(`SELECT * FROM ${table}`)] as const));
  return db;
}

function asideRows(db: SqliteConnection): AsideRows {
  return ASIDE.map((table) =>
    [table, db.prepare(`SELECT * FROM ${table}`).all() as Readonly<Record<string, SqlValue>>[]] as const
  );
}

function fillAside(db: SqliteConnection, rows: AsideRows): void {
  for (const [table] of [...rows].reverse()) db.exec(`DELETE FROM ${table}`);
  for (const [table, all] of rows) {
    const columns = Object.keys(all[0] ?? {});
    if (columns.length === 0) continue;
    const insert = db.prepare(`INSERT INTO ${table} (${columns}) VALUES (${columns.map(() => "?")})`);
    for (const row of all) insert.run(...columns.map((column) => row[column] ?? null));
  }
}

/** Synchronous, so that the reads and writes of requests never interleave. */
export class Database implements Disposable {
  readonly path: string | undefined;
  readonly #statements = new Memo<SqliteStatement>(MOST_STATEMENTS);
  /** Rows found since the last write, by statement and values; undefined if another process may write. */
  readonly #found: Memo<unknown> | undefined;
  /** The database that is read until the first write. */
  #base: Database | undefined;
  /** The small tables, from their first write to the first write of another table. */
  #aside: SqliteConnection | undefined;
  #own: SqliteConnection | undefined;
  /** What differs from the base, while the database sleeps. */
  #asleep: PageDelta | undefined;
  /** The image of a read-only database, because Node 22 can't copy one. */
  #image: Uint8Array | undefined;
  #depth = 0;
  /** The size of the content when it was loaded; 0 for a database that has no content of its own. */
  weight = 0;

  /** @param base An unmodified database that provides the content of one in memory until its first write. */
  constructor(path?: string, base?: Database) {
    this.path = path;
    this.#found = path === undefined ? new Memo(MOST_FOUND) : undefined;
    this.#base = base;
    if (base === undefined) this.#own = host().sqlite.open(path);
  }

  /** Creates a read-only database. */
  static readOnly(image: Uint8Array): Database {
    const db = new Database();
    db.load(image);
    db.#db.exec("PRAGMA query_only = ON");
    db.#image = image;
    return db;
  }

  get #db(): SqliteConnection {
    if (this.#own !== undefined) return this.#own;
    const [base, asleep] = [this.#base, this.#asleep];
    if (base === undefined) return this.#own = host().sqlite.open(this.path);
    if (asleep === undefined) return this.#copy(base);
    this.load(imageOf(base.dump(), asleep));
    return this.#db;
  }

  #copy(base: Database): SqliteConnection {
    const aside = this.#aside;
    const rows = aside && asideRows(aside);
    if (this.#depth > 0) aside?.exec("ROLLBACK");
    const before = aside && asideRows(aside);
    this.load(base.dump());
    if (before) fillAside(this.#db, before);
    if (this.#depth > 0) this.#db.exec("BEGIN IMMEDIATE");
    if (rows && this.#depth > 0) fillAside(this.#db, rows);
    return this.#db;
  }

  /** Returns the connection for a statement; undefined to read the base. */
  #connection(sql: string, isWrite: boolean): SqliteConnection | undefined {
    const base = this.#base;
    if (this.#own !== undefined || this.#asleep !== undefined || base === undefined) return this.#db;
    const part = parts.get(sql) ?? parts.keep(sql, partOf(sql));
    if (!isWrite && (part === "rest" || this.#aside === undefined)) return undefined;
    return part === "aside" ? this.#aside ??= openAside(base) : this.#db;
  }

  get<Row>(sql: string, ...values: SqlValue[]): Row | undefined {
    const connection = this.#connection(sql, false);
    if (connection === undefined) return this.#base?.get(sql, ...values);
    return this.#statement(connection, sql).get(...values) as Row | undefined;
  }

  /** For the queries of almost every request: an in-memory database caches the row until the next write. */
  find<Row>(sql: string, ...values: SqlValue[]): Row | undefined {
    if (this.#connection(sql, false) === undefined) return this.#base?.find(sql, ...values);
    if (this.#found === undefined) return this.get(sql, ...values);
    const key = `${sql}${values.join()}`;
    const row = this.#found.get(key) ?? this.#found.keep(key, this.get(sql, ...values) ?? NONE);
    return row === NONE ? undefined : row as Row;
  }

  all<Row>(sql: string, ...values: SqlValue[]): Row[] {
    const connection = this.#connection(sql, false);
    if (connection === undefined) return this.#base?.all(sql, ...values) ?? [];
    return this.#statement(connection, sql).all(...values) as Row[];
  }

  change<Row>(sql: string, ...values: SqlValue[]): Row | undefined {
    this.#found?.clear();
    return this.#statement(this.#connection(sql, true), sql).get(...values) as Row | undefined;
  }

  run(sql: string, ...values: SqlValue[]): { changes: number; lastId: number } {
    this.#found?.clear();
    const result = this.#statement(this.#connection(sql, true), sql).run(...values);
    return { changes: Number(result.changes), lastId: Number(result.lastInsertRowid) };
  }

  exec(sql: string): void {
    this.#found?.clear();
    this.#db.exec(sql);
  }

  /** Runs `work` in a transaction. A nested one is part of the outer one. */
  transaction<T>(work: () => T): T {
    if (this.#depth > 0) return work();
    this.#connection("UPDATE meta", true)?.exec("BEGIN IMMEDIATE");
    this.#depth++;
    try {
      const result = work();
      (this.#own ?? this.#aside)?.exec("COMMIT");
      return result;
    } catch (error) {
      this.#found?.clear();
      const open = this.#own ?? this.#aside;
      // A full disk has already ended the transaction.
      if (open?.isTransaction) open.exec("ROLLBACK");
      throw error;
    } finally {
      this.#depth--;
    }
  }

  get version(): number {
    return this.get<{ user_version: number }>("PRAGMA user_version")?.user_version ?? 0;
  }

  dump(): Uint8Array {
    if (this.#image !== undefined) return this.#image;
    const isBase = this.#own === undefined && this.#aside === undefined && this.#asleep === undefined;
    if (isBase && this.#base !== undefined) return this.#base.dump();
    return inMode(this.#db.dump(), ROLLBACK);
  }

  /** Returns the whole database as the difference from its base, or as an image if it has none. */
  save(): { readonly bytes: number; image(): Uint8Array } {
    const [base, image] = [this.#base?.dump(), this.dump()];
    if (base === undefined) return { bytes: image.length, image: () => image };
    const delta = deltaOf(base, image);
    return { bytes: delta.pages.reduce((sum, [, page]) => sum + page.length, 0), image: () => imageOf(base, delta) };
  }

  /** Keeps only the difference from the base in memory, until the next use. */
  sleep(): void {
    if (this.#base === undefined || this.#own === undefined || this.#depth > 0) return;
    const delta = deltaOf(this.#base.dump(), this.dump());
    this.close();
    this.#asleep = delta;
  }

  load(image: Uint8Array): void {
    this.#aside?.close();
    this.#aside = this.#asleep = undefined;
    this.#statements.clear();
    this.#own ??= host().sqlite.open(this.path);
    this.#own.load(inMode(image, ROLLBACK));
    this.#found?.clear();
    this.#own.exec("PRAGMA foreign_keys = ON");
    this.weight = image.length;
  }

  /** Restores the state before the first write, or another base. Returns whether there is one. */
  revert(base: Database | undefined = this.#base): boolean {
    if (base === undefined) return false;
    this.#base = base;
    this.close();
    return true;
  }

  follow(): boolean {
    if (this.path === undefined || this.#depth > 0) return false;
    let isAnother = true;
    try {
      return isAnother = this.#db.follow();
    } finally {
      // A file that can't be opened also ends the statements.
      if (isAnother) this.#statements.clear();
    }
  }

  /** Closes the file after a checkpoint of its log, or returns to the base. It may be called twice. */
  close(): void {
    this.#statements.clear();
    this.#found?.clear();
    this.#own?.close();
    this.#aside?.close();
    if (this.#base === undefined) return;
    this.#own = this.#aside = this.#asleep = undefined;
    this.weight = 0;
  }

  [Symbol.dispose](): void {
    this.close();
  }

  #statement(connection: SqliteConnection = this.#db, sql: string): SqliteStatement {
    return this.#statements.get(sql) ?? this.#statements.keep(sql, connection.prepare(sql));
  }
}

/** Uses a database in memory, and closes it. */
export function withDatabase<T>(use: (db: Database) => T): T {
  const db = new Database();
  try {
    return use(db);
  } finally {
    db.close();
  }
}

export interface Window {
  readonly after: number | undefined;
  /** Number of rows to skip: `offset`, the older parameter, on lists with cursors. */
  readonly skip: number;
  readonly count: number;
  readonly until: number;
  /** Whether that time is in the past: then removed items are included. */
  readonly isBehind: boolean;
}

/** Reads a part of a list, whose positions are in a column: by default from its last position to its first. */
export function readWindow<Row>(
  db: Database,
  select: string,
  [condition, ...values]: readonly [condition: string, ...values: SqlValue[]],
  { after, skip, count }: Window,
  position: string,
  order: "asc" | "desc" = "desc",
): Row[] {
  const [beyond, start] = order === "asc" ? [">", 0] : ["<", Number.MAX_SAFE_INTEGER];
  const sql = `${select} WHERE ${condition} AND ${position} ${beyond} ? ORDER BY ${position} ${order} LIMIT ? OFFSET ?`;
  return db.all(sql, ...values, after ?? start, count, skip);
}
