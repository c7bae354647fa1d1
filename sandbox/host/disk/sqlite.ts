/** SQLite of the runtime: `node:sqlite`, which Deno and Bun have too. */
import { randomUUID } from "node:crypto";
import { existsSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import process from "node:process";
import type { DatabaseSync } from "node:sqlite";
import type { SqliteConnection, SqliteEngine, SqliteStatement } from "../../base/host.ts";
import { inMode, ROLLBACK, SETTINGS, WAL } from "../../store/sqlite_image.ts";
import { removeTemporary, temporaryFile } from "./temporary.ts";

type Sqlite = typeof import("node:sqlite");

const PRAGMAS = {
  memory: SETTINGS,
  temporary: `${SETTINGS}; PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF`,
  file: `${SETTINGS}; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA mmap_size = 1073741824`,
};

let loaded: SqliteEngine | undefined;

/** Loaded on first use. Undefined without SQLite or its search of texts, as in Node before 22.16. */
export function nativeSqlite(): SqliteEngine | undefined {
  if (loaded !== undefined) return loaded;
  const module = withoutWarning(() => process.getBuiltinModule?.("node:sqlite"));
  if (module === undefined || !hasFullText(module)) return undefined;
  return loaded = { open: (path) => new Connection(module, path), ...DATABASE_FILES };
}

function hasFullText({ DatabaseSync }: Sqlite): boolean {
  const db = new DatabaseSync(":memory:");
  const row = db.prepare("SELECT sqlite_compileoption_used('ENABLE_FTS5') AS used").get();
  db.close();
  return row?.used === 1;
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

class Connection implements SqliteConnection {
  readonly #sqlite: Sqlite;
  readonly #path: string | undefined;
  readonly #place: keyof typeof PRAGMAS;
  /** Undefined after a file couldn't be reopened, until the next use. */
  #own: DatabaseSync | undefined;
  /** The number of the open file, to detect a replaced file. */
  #inode: bigint | undefined;

  constructor(sqlite: Sqlite, path: string | undefined) {
    this.#sqlite = sqlite;
    // Node 22 can't serialise a database in memory, so a temporary file is used there.
    const isInMemory = canSerialize(sqlite.DatabaseSync.prototype);
    const own = isInMemory ? "memory" : "temporary";
    this.#place = path === undefined ? own : "file";
    this.#path = this.#place === "temporary" ? temporaryFile() : path;
    this.#own = this.#open();
  }

  get #db(): DatabaseSync {
    return this.#own ??= this.#open();
  }

  #open(): DatabaseSync {
    const inode = this.#path === undefined ? undefined : inodeOf(this.#path);
    const db = new this.#sqlite.DatabaseSync(this.#path ?? ":memory:");
    try {
      db.exec(PRAGMAS[this.#place]);
    } catch (error) {
      db.close();
      throw error;
    }
    this.#inode = inode;
    return db;
  }

  get isTransaction(): boolean {
    return this.#db.isTransaction;
  }

  exec(sql: string): void {
    this.#db.exec(sql);
  }

  prepare(sql: string): SqliteStatement {
    return this.#db.prepare(sql);
  }

  dump(): Uint8Array {
    if (canSerialize(this.#db)) return this.#db.serialize();
    const copy = temporaryFile();
    try {
      this.#db.prepare("VACUUM INTO ?").run(copy);
      const image = readFileSync(copy);
      // A copy counts as a schema change, so each copy of an image would differ.
      image.writeUInt32BE(Number(this.#db.prepare("PRAGMA schema_version").get()?.schema_version ?? 0), 40);
      return image;
    } finally {
      removeTemporary(copy);
    }
  }

  load(image: Uint8Array): void {
    if (this.#path === undefined) return this.#db.deserialize(image);
    const next = `${this.#path}.${process.pid}`;
    writeWhole(next, inMode(image, this.#place === "file" ? WAL : ROLLBACK));
    this.#end();
    for (const suffix of ["-wal", "-shm"]) rmSync(this.#path + suffix, { force: true });
    renameSync(next, this.#path);
    this.#own = this.#open();
  }

  follow(): boolean {
    if (this.#place !== "file" || this.#path === undefined) return false;
    const inode = inodeOf(this.#path);
    if (inode === undefined || inode === this.#inode) return false;
    this.#end();
    this.#own = this.#open();
    return true;
  }

  #end(): void {
    if (this.#own?.isOpen) this.#own.close();
    this.#own = undefined;
  }

  close(): void {
    if (this.#own?.isOpen) this.#own.close();
    if (this.#place === "temporary" && this.#path !== undefined) removeTemporary(this.#path);
  }
}

function canSerialize(db: DatabaseSync): boolean {
  return "serialize" in db;
}

/** Returns the number of a file, by which a replaced one is told. */
function inodeOf(path: string): bigint | undefined {
  return statSync(path, { bigint: true, throwIfNoEntry: false })?.ino;
}

export function writeWhole(path: string, bytes: Uint8Array): void {
  try {
    writeFileSync(path, bytes, { mode: 0o600 });
  } catch (error) {
    rmSync(path, { force: true });
    throw error;
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

/** What both engines do with files that aren't open. */
export const DATABASE_FILES: Omit<SqliteEngine, "open"> = {
  accepts: (path) => statSync(path, { throwIfNoEntry: false })?.isFile() ?? true,
  create(path, image) {
    if (existsSync(path)) return;
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    const draft = `${path}.${randomUUID()}`;
    try {
      writeWhole(draft, inMode(image(), WAL));
      linkOrRename(draft, path);
    } finally {
      rmSync(draft, { force: true });
    }
  },
  remove(path) {
    for (const suffix of ["", "-wal", "-shm", "-media"]) rmSync(path + suffix, { force: true, recursive: true });
  },
};
