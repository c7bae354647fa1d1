/** Files for a SQLite in memory: read whole, and replaced after each write. One process at a time may write. */
import type { Sqlite3Static } from "@sqlite.org/sqlite-wasm";
import { readFileSync, renameSync, statSync } from "node:fs";
import process from "node:process";
import type { SqliteEngine, SqliteStatement } from "../../base/host.ts";
import { inMode, ROLLBACK, SETTINGS } from "../../store/sqlite_image.ts";
import { WasmConnection } from "../../web/sqlite.ts";
import { DATABASE_FILES, writeWhole } from "./sqlite.ts";

export function fileEngine(sqlite: Sqlite3Static): SqliteEngine {
  return {
    open: (path) => path === undefined ? new WasmConnection(sqlite) : new WholeFile(sqlite, path),
    ...DATABASE_FILES,
  };
}

class WholeFile extends WasmConnection {
  readonly #path: string;
  #version: string | undefined;
  /** The changes that the file has. */
  #saved = 0;

  constructor(sqlite: Sqlite3Static, path: string) {
    super(sqlite);
    this.#path = path;
    this.#read();
  }

  #read(): void {
    if (statSync(`${this.#path}-wal`, { throwIfNoEntry: false })?.size) {
      throw new Error(`Cannot open ${this.#path}: another process has it open`);
    }
    this.#version = versionOf(this.#path);
    if (this.#version !== undefined) super.load(inMode(readFileSync(this.#path), ROLLBACK));
    super.exec(SETTINGS);
    this.#saved = this.changes;
  }

  override exec(sql: string): void {
    super.exec(sql);
    this.#saveChanges();
  }

  override prepare(sql: string): SqliteStatement {
    const statement = super.prepare(sql);
    const saving = <T>(result: T): T => {
      this.#saveChanges();
      return result;
    };
    return {
      get: (...values) => saving(statement.get(...values)),
      all: (...values) => saving(statement.all(...values)),
      run: (...values) => saving(statement.run(...values)),
    };
  }

  #saveChanges(): void {
    if (!this.isTransaction && this.changes !== this.#saved) this.#save();
  }

  #save(): void {
    const next = `${this.#path}.${process.pid}`;
    writeWhole(next, this.dump());
    renameSync(next, this.#path);
    this.#version = versionOf(this.#path);
    this.#saved = this.changes;
  }

  override load(image: Uint8Array): void {
    super.load(image);
    this.#save();
  }

  override follow(): boolean {
    const version = versionOf(this.#path);
    if (version === undefined || version === this.#version) return false;
    this.#read();
    return true;
  }
}

/** Identifies a version of a file. Its inode alone does not, because a later file may get the same number. */
function versionOf(path: string): string | undefined {
  const status = statSync(path, { bigint: true, throwIfNoEntry: false });
  return status && `${status.ino} ${status.mtimeNs}`;
}
