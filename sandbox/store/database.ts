import { randomUUID } from "node:crypto";
import { existsSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import process from "node:process";
import type { DatabaseSync, SQLInputValue, StatementSync } from "node:sqlite";
import { removeTemporary, temporaryFile } from "../host/disk/temporary.ts";

/** A value that can be bound to a statement. */
export type SqlValue = SQLInputValue;

type Sqlite = typeof import("node:sqlite");

let loaded: Sqlite | undefined;

/** Loads `node:sqlite` on first use, so that a runtime without it can load everything else. */
function sqlite(): Sqlite {
  if (loaded !== undefined) return loaded;
  const module = withoutWarning(() => process.getBuiltinModule?.("node:sqlite"));
  if (module === undefined) throw unsupported("this runtime has no node:sqlite");
  if (!hasFullText(module)) throw unsupported("the SQLite of this runtime has no FTS5");
  return loaded = module;
}

/** Whether SQLite can search texts, which it can't in Node before 22.16. */
function hasFullText({ DatabaseSync }: Sqlite): boolean {
  const db = new DatabaseSync(":memory:");
  const row = db.prepare("SELECT sqlite_compileoption_used('ENABLE_FTS5') AS used").get();
  db.close();
  return row?.used === 1;
}

function unsupported(reason: string): Error {
  return new Error(`Cannot open the sandbox: ${reason} (use Node 22.16 or later, Deno or Bun)`);
}

/** Suppresses Node 22's warning that SQLite is experimental. */
function withoutWarning<T>(load: () => T): T {
  const { emitWarning } = process;
  process.emitWarning = () => {};
  try {
    return load();
  } finally {
    process.emitWarning = emitWarning;
  }
}

/** Maximum number of cached rows. */
const MOST_FOUND = 2000;
const NONE = Symbol("no row");

/**
 * A SQLite database, in memory or in a file, with a cache of prepared statements.
 *
 * It is synchronous, so that the reads and writes of requests never interleave.
 */
export class Database implements Disposable {
  #path: string | undefined;
  readonly #isTemporary: boolean;
  readonly #statements = new Map<string, StatementSync>();
  /** Rows found since the last write, by statement and values; undefined if another process may write. */
  readonly #found: Map<string, unknown> | undefined;
  /** The database that is read until the first write. */
  readonly #base: Database | undefined;
  #own: DatabaseSync | undefined;
  /** The image of a read-only database, because Node 22 can't copy one. */
  #image: Uint8Array | undefined;
  /** The number of the open file, to detect a replaced file. */
  #inode: bigint | undefined;
  #depth = 0;

  /**
   * @param path Path of the file; undefined for an in-memory database.
   * @param base For an in-memory database: an unmodified database that provides its content until its first write, so
   * that it needs no memory until then.
   */
  constructor(path?: string, base?: Database) {
    const { prototype } = sqlite().DatabaseSync;
    this.#isTemporary = path === undefined && !canSerialize(prototype);
    this.#path = path;
    this.#found = path === undefined ? new Map() : undefined;
    this.#base = base;
    if (base === undefined) this.#own = this.#begin();
  }

  /** Creates a read-only database. */
  static readOnly(image: Uint8Array): Database {
    const db = new Database();
    db.load(image);
    db.#db.exec("PRAGMA query_only = ON");
    db.#image = image;
    return db;
  }

  get #db(): DatabaseSync {
    if (this.#own === undefined) {
      this.#own = this.#begin();
      if (this.#base !== undefined) this.#fill(this.#base.dump());
    }
    return this.#own;
  }

  /** The database that currently contains the rows. */
  get #read(): Database | undefined {
    return this.#own === undefined ? this.#base : undefined;
  }

  /** Returns the first row, or undefined. */
  get<Row>(sql: string, ...values: SqlValue[]): Row | undefined {
    return this.#read === undefined
      ? this.#statement(sql).get(...values) as Row | undefined
      : this.#read.get(sql, ...values);
  }

  /**
   * Like {@linkcode Database.get}, for the queries of almost every request: an in-memory database caches the row until
   * the next write.
   */
  find<Row>(sql: string, ...values: SqlValue[]): Row | undefined {
    if (this.#read !== undefined) return this.#read.find(sql, ...values);
    if (this.#found === undefined) return this.get(sql, ...values);
    const key = `${sql}${values.join()}`;
    let row = this.#found.get(key);
    if (row === undefined) {
      if (this.#found.size >= MOST_FOUND) this.#found.clear();
      this.#found.set(key, row = this.get(sql, ...values) ?? NONE);
    }
    return row === NONE ? undefined : row as Row;
  }

  /** Returns all rows. */
  all<Row>(sql: string, ...values: SqlValue[]): Row[] {
    return this.#read === undefined ? this.#statement(sql).all(...values) as Row[] : this.#read.all(sql, ...values);
  }

  /** Returns the first row of a modifying statement. */
  change<Row>(sql: string, ...values: SqlValue[]): Row | undefined {
    this.#found?.clear();
    return this.#statement(sql).get(...values) as Row | undefined;
  }

  /** Runs a statement; returns the number of changed rows and the last inserted row id. */
  run(sql: string, ...values: SqlValue[]): { changes: number; lastId: number } {
    this.#found?.clear();
    const result = this.#statement(sql).run(...values);
    return { changes: Number(result.changes), lastId: Number(result.lastInsertRowid) };
  }

  /** Runs a script of several statements. */
  exec(sql: string): void {
    this.#found?.clear();
    this.#db.exec(sql);
  }

  /** Runs `work` in a transaction. A nested one is part of the outer one. */
  transaction<T>(work: () => T): T {
    if (this.#depth > 0) return work();
    this.#db.exec("BEGIN IMMEDIATE");
    this.#depth++;
    try {
      const result = work();
      this.#db.exec("COMMIT");
      return result;
    } catch (error) {
      this.#found?.clear();
      // A full disk has already ended the transaction.
      if (this.#db.isTransaction) this.#db.exec("ROLLBACK");
      throw error;
    } finally {
      this.#depth--;
    }
  }

  /** Version of the schema in this database; 0 for a new one. */
  get version(): number {
    return this.get<{ user_version: number }>("PRAGMA user_version")?.user_version ?? 0;
  }

  /** Returns the whole database as an image for {@linkcode Database.load}. */
  dump(): Uint8Array {
    if (this.#read !== undefined) return this.#read.dump();
    if (this.#image !== undefined) return this.#image;
    if (canSerialize(this.#db)) return inMode(this.#db.serialize(), ROLLBACK);
    const copy = temporaryFile();
    try {
      this.#db.prepare("VACUUM INTO ?").run(copy);
      const image = readFileSync(copy);
      // A copy counts as a schema change, so each copy of an image would differ.
      image.writeUInt32BE(this.get<{ schema_version: number }>("PRAGMA schema_version")?.schema_version ?? 0, 40);
      return image;
    } finally {
      removeTemporary(copy);
    }
  }

  /** Replaces the content with an image. A file is replaced atomically, even if the process is killed. */
  load(image: Uint8Array): void {
    this.#own ??= this.#begin();
    this.#fill(image);
  }

  /** Restores the state before the first write. Returns whether there is one. */
  revert(): boolean {
    if (this.#base === undefined) return false;
    this.#drop();
    this.#found?.clear();
    return true;
  }

  #fill(image: Uint8Array): void {
    if (this.#path === undefined) {
      this.#statements.clear();
      this.#db.deserialize(inMode(image, ROLLBACK));
    } else {
      const next = `${this.#path}.${process.pid}`;
      writeWhole(next, inMode(image, this.#isTemporary ? ROLLBACK : WAL));
      this.#statements.clear();
      this.#db.close();
      for (const suffix of ["-wal", "-shm"]) rmSync(this.#path + suffix, { force: true });
      renameSync(next, this.#path);
      this.#own = this.#open();
    }
    this.#found?.clear();
    this.#db.exec("PRAGMA foreign_keys = ON");
  }

  /** Path of the file; undefined for an in-memory database. */
  get path(): string | undefined {
    return this.#isTemporary ? undefined : this.#path;
  }

  /** Reopens the file if another process has replaced it. Returns whether it did. */
  follow(): boolean {
    if (this.#path === undefined || this.#isTemporary) return false;
    const inode = inodeOf(this.#path);
    if (inode === undefined || inode === this.#inode || this.#depth > 0) return false;
    this.#statements.clear();
    this.#own?.close();
    this.#own = undefined;
    this.#own = this.#open();
    return true;
  }

  /** Closes the file after a checkpoint of its log. It may be called twice. */
  close(): void {
    this.#drop();
  }

  #drop(): void {
    this.#statements.clear();
    if (this.#own?.isOpen) this.#own.close();
    if (this.#base !== undefined) this.#own = undefined;
    if (this.#isTemporary && this.#path !== undefined) removeTemporary(this.#path);
  }

  [Symbol.dispose](): void {
    this.close();
  }

  #begin(): DatabaseSync {
    if (this.#isTemporary) this.#path = temporaryFile();
    return this.#open();
  }

  #open(): DatabaseSync {
    const { DatabaseSync } = sqlite();
    const inode = this.#path === undefined ? undefined : inodeOf(this.#path);
    const db = new DatabaseSync(this.#path ?? ":memory:");
    try {
      db.exec(PRAGMAS[this.#isTemporary ? "temporary" : this.#path === undefined ? "memory" : "file"]);
    } catch (error) {
      db.close();
      throw error;
    }
    this.#inode = inode;
    return db;
  }

  #statement(sql: string): StatementSync {
    let statement = this.#statements.get(sql);
    if (statement === undefined) {
      statement = this.#db.prepare(sql);
      this.#statements.set(sql, statement);
    }
    return statement;
  }
}

const SETTINGS = "PRAGMA foreign_keys = ON; PRAGMA recursive_triggers = OFF; PRAGMA busy_timeout = 5000";

/** The settings of a database, by its place. */
const PRAGMAS = {
  memory: SETTINGS,
  temporary: `${SETTINGS}; PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF`,
  file: `${SETTINGS}; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA mmap_size = 1073741824`,
};

/** Checks whether an in-memory database can be serialised. Node 22 can't do it, so a temporary file is used there. */
function canSerialize(db: DatabaseSync): boolean {
  return "serialize" in db;
}

function inodeOf(path: string): bigint | undefined {
  return statSync(path, { bigint: true, throwIfNoEntry: false })?.ino;
}

/** Writes a file completely, or leaves none. */
function writeWhole(path: string, bytes: Uint8Array): void {
  try {
    writeFileSync(path, bytes, { mode: 0o600 });
  } catch (error) {
    rmSync(path, { force: true });
    throw error;
  }
}

const ROLLBACK = 1;
const WAL = 2;

/** Sets the write format in bytes 18 and 19 of the header, because a WAL database can't be opened in memory. */
function inMode(image: Uint8Array, mode: number): Uint8Array {
  if (image[18] === mode) return image;
  const copy = image.slice();
  copy[18] = copy[19] = mode;
  return copy;
}

/**
 * Creates a database file from an image, unless it exists. If several processes do this at once, one succeeds and the
 * others find its file.
 */
export function createFile(path: string, image: () => Uint8Array): void {
  if (existsSync(path)) return;
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const draft = `${path}.${randomUUID()}`;
  try {
    writeWhole(draft, inMode(image(), WAL));
    linkOrRename(draft, path);
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Moves a file into place unless another process was first. Some file systems have no hard links. */
function linkOrRename(draft: string, path: string): void {
  try {
    linkSync(draft, path);
  } catch {
    if (!existsSync(path)) renameSync(draft, path);
  }
}
