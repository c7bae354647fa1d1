/**
 * SQLite's official build for WebAssembly, for runtimes without SQLite.
 *
 * @module
 */
import type { Sqlite3Static } from "@sqlite.org/sqlite-wasm";
import type { SqliteConnection, SqliteEngine, SqliteStatement, SqlValue } from "../base/host.ts";
import { SETTINGS } from "../store/sqlite_image.ts";

/** SQLite's WebAssembly: its bytes, or a compiled module where compiling is forbidden. */
export type Wasm = ArrayBuffer | Uint8Array<ArrayBuffer> | WebAssembly.Module;

type Init = (options: object) => Promise<Sqlite3Static>;

/** @param wasm SQLite's WebAssembly. Default: the file beside its script. */
export async function loadSqlite(wasm?: Wasm): Promise<Sqlite3Static> {
  const { default: init } = await import("@sqlite.org/sqlite-wasm");
  return await (init as Init)(wasm === undefined ? {} : given(wasm));
}

/** Returns an engine whose databases are in memory. */
export function memoryEngine(sqlite: Sqlite3Static): SqliteEngine {
  return { open: () => new WasmConnection(sqlite), accepts: () => false, create: refuseFile, remove: refuseFile };
}

function refuseFile(path: string): never {
  throw new TypeError(`Cannot use the file ${path}: this runtime keeps a world in memory`);
}

function given(wasm: Wasm): object {
  if (!(wasm instanceof WebAssembly.Module)) return { wasmBinary: wasm };
  return {
    instantiateWasm(imports: WebAssembly.Imports, receive: (instance: WebAssembly.Instance, of: unknown) => void) {
      WebAssembly.instantiate(wasm, imports).then((instance) => receive(instance, wasm));
      return {};
    },
  };
}

/** SQLite drops a byte order mark that starts a text, so texts are decoded here. */
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
const encoder = new TextEncoder();
const POINTER_BYTES = 8;

export class WasmConnection implements SqliteConnection {
  readonly #sqlite: Sqlite3Static;
  readonly #statements = new Set<WasmStatement>();
  #db: number;

  constructor(sqlite: Sqlite3Static) {
    this.#sqlite = sqlite;
    const { capi, wasm } = sqlite;
    const place = wasm.alloc(POINTER_BYTES);
    try {
      const code = capi.sqlite3_open_v2(":memory:", place, capi.SQLITE_OPEN_READWRITE | capi.SQLITE_OPEN_CREATE, 0);
      if (code !== 0) throw failure(sqlite, 0, code);
      this.#db = Number(wasm.peekPtr(place));
    } finally {
      wasm.dealloc(place);
    }
    this.exec(SETTINGS);
  }

  get isTransaction(): boolean {
    return this.#sqlite.capi.sqlite3_get_autocommit(this.#open) === 0;
  }

  /** Number of rows that were changed since the database was opened. */
  get changes(): number {
    return Number(this.#sqlite.capi.sqlite3_total_changes(this.#open));
  }

  get #open(): number {
    if (this.#db === 0) throw new Error("Cannot use a database: it is closed");
    return this.#db;
  }

  exec(sql: string): void {
    const code = this.#sqlite.capi.sqlite3_exec(this.#open, sql, 0, 0, 0);
    if (code !== 0) throw failure(this.#sqlite, this.#open, code);
  }

  prepare(sql: string): SqliteStatement {
    const statement = new WasmStatement(this.#sqlite, this.#open, sql);
    this.#statements.add(statement);
    return statement;
  }

  dump(): Uint8Array {
    return this.#sqlite.capi.sqlite3_js_db_export(this.#open);
  }

  load(image: Uint8Array): void {
    this.#endStatements();
    const { capi, wasm } = this.#sqlite;
    const place = copyIn(wasm, image);
    const flags = capi.SQLITE_DESERIALIZE_FREEONCLOSE | capi.SQLITE_DESERIALIZE_RESIZEABLE;
    const code = capi.sqlite3_deserialize(this.#open, "main", place, image.length, image.length, flags);
    if (code !== 0) throw failure(this.#sqlite, this.#open, code);
  }

  follow(): boolean {
    return false;
  }

  close(): void {
    if (this.#db === 0) return;
    this.#endStatements();
    this.#sqlite.capi.sqlite3_close_v2(this.#db);
    this.#db = 0;
  }

  #endStatements(): void {
    for (const statement of this.#statements) statement.end();
    this.#statements.clear();
  }
}

class WasmStatement implements SqliteStatement {
  readonly #sqlite: Sqlite3Static;
  readonly #db: number;
  readonly #columns: readonly string[];
  #statement: number;

  constructor(sqlite: Sqlite3Static, db: number, sql: string) {
    [this.#sqlite, this.#db] = [sqlite, db];
    const { capi, wasm } = sqlite;
    const place = wasm.alloc(POINTER_BYTES);
    try {
      const code = capi.sqlite3_prepare_v2(db, sql, -1, place, 0);
      if (code !== 0) throw failure(sqlite, db, code);
      this.#statement = Number(wasm.peekPtr(place));
    } finally {
      wasm.dealloc(place);
    }
    const count = capi.sqlite3_column_count(this.#statement);
    this.#columns = Array.from({ length: count }, (_, i) => capi.sqlite3_column_name(this.#statement, i));
  }

  get(...values: SqlValue[]): unknown {
    return this.#use(values, () => this.#step() ? this.#row() : undefined);
  }

  all(...values: SqlValue[]): unknown[] {
    return this.#use(values, () => {
      const rows: unknown[] = [];
      while (this.#step()) rows.push(this.#row());
      return rows;
    });
  }

  run(...values: SqlValue[]): { readonly changes: number; readonly lastInsertRowid: bigint } {
    const { capi } = this.#sqlite;
    return this.#use(values, () => {
      while (this.#step());
      return {
        changes: Number(capi.sqlite3_changes(this.#db)),
        lastInsertRowid: BigInt(capi.sqlite3_last_insert_rowid(this.#db)),
      };
    });
  }

  end(): void {
    this.#sqlite.capi.sqlite3_finalize(this.#statement);
    this.#statement = 0;
  }

  #use<T>(values: readonly SqlValue[], work: () => T): T {
    const { capi } = this.#sqlite;
    if (this.#statement === 0) throw new Error("Cannot run a statement: it has ended");
    try {
      for (const [i, value] of values.entries()) this.#bind(i + 1, value);
      return work();
    } finally {
      capi.sqlite3_reset(this.#statement);
      capi.sqlite3_clear_bindings(this.#statement);
    }
  }

  #bind(at: number, value: SqlValue): void {
    const { capi, wasm } = this.#sqlite;
    const statement = this.#statement;
    const isText = typeof value === "string";
    let code = 0;
    if (value === null) capi.sqlite3_bind_null(statement, at);
    else if (typeof value === "bigint") code = capi.sqlite3_bind_int64(statement, at, value);
    else if (typeof value === "number") {
      code = Number.isSafeInteger(value)
        ? capi.sqlite3_bind_int64(statement, at, BigInt(value))
        : capi.sqlite3_bind_double(statement, at, value);
    } else {
      const bytes = isText ? encoder.encode(value) : value;
      const place = copyIn(wasm, bytes);
      const end = capi.SQLITE_WASM_DEALLOC;
      code = isText
        ? capi.sqlite3_bind_text(statement, at, place, bytes.length, end)
        : capi.sqlite3_bind_blob(statement, at, place, bytes.length, end);
    }
    if (code !== 0) throw failure(this.#sqlite, this.#db, code);
  }

  /** Goes on to the next row. Returns whether there is one. */
  #step(): boolean {
    const { capi } = this.#sqlite;
    const code = capi.sqlite3_step(this.#statement);
    if (code === capi.SQLITE_ROW) return true;
    if (code === capi.SQLITE_DONE) return false;
    throw failure(this.#sqlite, this.#db, code);
  }

  #row(): Record<string, unknown> {
    const row: Record<string, unknown> = {};
    for (const [i, name] of this.#columns.entries()) row[name] = this.#value(i);
    return row;
  }

  #value(at: number): unknown {
    const { capi, wasm } = this.#sqlite;
    const statement = this.#statement;
    const type = capi.sqlite3_column_type(statement, at);
    // A double holds every integer that the sandbox stores.
    if (type === capi.SQLITE_INTEGER || type === capi.SQLITE_FLOAT) return capi.sqlite3_column_double(statement, at);
    if (type === capi.SQLITE_NULL) return null;
    const isText = type === capi.SQLITE_TEXT;
    const place = Number(capi.sqlite3_column_blob(statement, at));
    const bytes = wasm.heap8u().subarray(place, place + capi.sqlite3_column_bytes(statement, at));
    return isText ? decoder.decode(bytes) : bytes.slice();
  }
}

function copyIn(wasm: Sqlite3Static["wasm"], bytes: Uint8Array): number {
  const place = Number(wasm.alloc(Math.max(1, bytes.length)));
  wasm.heap8u().set(bytes, place);
  return place;
}

/** An error as `node:sqlite` throws it. */
function failure({ capi }: Sqlite3Static, db: number, code: number): Error {
  const message = db === 0 ? capi.sqlite3_js_rc_str(code) : capi.sqlite3_errmsg(db);
  return Object.assign(new Error(String(message)), { code: "ERR_SQLITE_ERROR", errcode: code });
}
