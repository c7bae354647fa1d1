/** SQLite's official build for WebAssembly, for runtimes without SQLite. */
import type { Database, PreparedStatement, Sqlite3Static } from "@sqlite.org/sqlite-wasm";
import type { SqliteConnection, SqliteEngine, SqliteStatement, SqlValue } from "../base/host.ts";
import { SETTINGS } from "../store/sqlite_image.ts";

/** SQLite's WebAssembly: its bytes, or a compiled module where compiling is forbidden. */
export type Wasm = ArrayBuffer | Uint8Array<ArrayBuffer> | WebAssembly.Module;

type Init = (options: object) => Promise<Sqlite3Static>;

/** The file systems of SQLite's script, which would compile functions and look for a page. */
const UNUSED = { kvvfs: true, opfs: true, "opfs-vfs": true, "opfs-sahpool": true, "opfs-wl": true };

/** @param wasm SQLite's WebAssembly. Default: the file beside its script, which loads after it. */
export async function loadSqlite(wasm?: Wasm | Response | PromiseLike<Wasm | Response>): Promise<Sqlite3Static> {
  const [{ default: init }, options] = await Promise.all([import("@sqlite.org/sqlite-wasm"), given(wasm)]);
  Object.assign(globalThis, { sqlite3ApiConfig: { disable: { vfs: UNUSED } } });
  return await (init as Init)(options);
}

/** Returns an engine whose databases are in memory. */
export function memoryEngine(sqlite: Sqlite3Static): SqliteEngine {
  return { open: () => new WasmConnection(sqlite), accepts: () => false, create: refuseFile, remove: refuseFile };
}

function refuseFile(path: string): never {
  throw new TypeError(`Cannot use the file ${path}: this runtime keeps a world in memory`);
}

async function given(wasm: Parameters<typeof loadSqlite>[0]): Promise<object> {
  const loaded = await wasm;
  if (loaded === undefined) return {};
  const module = loaded instanceof WebAssembly.Module ? loaded : await compile(loaded);
  return {
    instantiateWasm(imports: WebAssembly.Imports, receive: (instance: WebAssembly.Instance, of: unknown) => void) {
      WebAssembly.instantiate(module, imports).then((instance) => {
        // The script compiles one function, which prints statements when asked to: it is left out.
        Object.assign(instance.exports.__indirect_function_table ?? {}, { set: () => {} });
        receive(instance, module);
      });
      return {};
    },
  };
}

/** Compiles a reply while it arrives, whatever type the server says it has. */
function compile(wasm: BufferSource | Response): Promise<WebAssembly.Module> {
  if (!(wasm instanceof Response)) return WebAssembly.compile(wasm);
  return WebAssembly.compileStreaming(new Response(wasm.body, { headers: { "content-type": "application/wasm" } }));
}

/** SQLite drops a byte order mark that starts a string, so texts are decoded here. */
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

export class WasmConnection implements SqliteConnection {
  readonly #sqlite: Sqlite3Static;
  readonly #db: Database;
  readonly #statements = new Set<WasmStatement>();

  constructor(sqlite: Sqlite3Static) {
    [this.#sqlite, this.#db] = [sqlite, new sqlite.oo1.DB(":memory:")];
    this.#db.exec(SETTINGS);
  }

  get isTransaction(): boolean {
    return this.#sqlite.capi.sqlite3_get_autocommit(this.#db) === 0;
  }

  /** Number of rows that were changed since the database was opened. */
  get changes(): number {
    return Number(this.#db.changes(true));
  }

  exec(sql: string): void {
    plainly(() => this.#db.checkRc(this.#sqlite.capi.sqlite3_exec(this.#db, sql, 0, 0, 0)));
  }

  prepare(sql: string): SqliteStatement {
    const statement = plainly(() => new WasmStatement(this.#sqlite, this.#db, sql));
    this.#statements.add(statement);
    return statement;
  }

  dump(): Uint8Array {
    return this.#sqlite.capi.sqlite3_js_db_export(this.#db);
  }

  load(image: Uint8Array): void {
    this.#endStatements();
    const { capi, wasm } = this.#sqlite;
    const place = wasm.alloc(image.length);
    wasm.heap8u().set(image, Number(place));
    const flags = capi.SQLITE_DESERIALIZE_FREEONCLOSE | capi.SQLITE_DESERIALIZE_RESIZEABLE;
    const { length } = image;
    plainly(() => this.#db.checkRc(capi.sqlite3_deserialize(this.#db, "main", place, length, length, flags)));
  }

  follow(): boolean {
    return false;
  }

  close(): void {
    this.#endStatements();
    this.#db.close();
  }

  #endStatements(): void {
    for (const statement of this.#statements) statement.end();
    this.#statements.clear();
  }
}

class WasmStatement implements SqliteStatement {
  readonly #sqlite: Sqlite3Static;
  readonly #db: Database;
  readonly #statement: PreparedStatement;
  readonly #columns: readonly string[];

  constructor(sqlite: Sqlite3Static, db: Database, sql: string) {
    [this.#sqlite, this.#db] = [sqlite, db];
    const statement = this.#statement = db.prepare(sql);
    this.#columns = Array.from({ length: statement.columnCount }, (_, i) => statement.getColumnName(i));
  }

  get(...values: SqlValue[]): unknown {
    return this.#use(values, () => this.#statement.step() ? this.#row() : undefined);
  }

  all(...values: SqlValue[]): unknown[] {
    return this.#use(values, () => {
      const rows: unknown[] = [];
      while (this.#statement.step()) rows.push(this.#row());
      return rows;
    });
  }

  run(...values: SqlValue[]): { readonly changes: number; readonly lastInsertRowid: bigint } {
    return this.#use(values, () => {
      while (this.#statement.step());
      const lastInsertRowid = BigInt(this.#sqlite.capi.sqlite3_last_insert_rowid(this.#db));
      return { changes: Number(this.#db.changes()), lastInsertRowid };
    });
  }

  end(): void {
    this.#statement.finalize();
  }

  #use<T>(values: readonly SqlValue[], work: () => T): T {
    return plainly(() => {
      try {
        if (values.length > 0) this.#statement.bind([...values]);
        return work();
      } finally {
        this.#statement.reset(true);
      }
    });
  }

  #row(): Record<string, unknown> {
    const row: Record<string, unknown> = {};
    for (const [i, name] of this.#columns.entries()) row[name] = this.#value(i);
    return row;
  }

  #value(at: number): unknown {
    const { capi, wasm } = this.#sqlite;
    const statement = this.#statement.pointer ?? 0;
    const type = capi.sqlite3_column_type(statement, at);
    // A double holds every integer that the sandbox stores.
    if (type === capi.SQLITE_INTEGER || type === capi.SQLITE_FLOAT) return capi.sqlite3_column_double(statement, at);
    if (type === capi.SQLITE_NULL) return null;
    const place = Number(capi.sqlite3_column_blob(statement, at));
    const bytes = wasm.heap8u().subarray(place, place + capi.sqlite3_column_bytes(statement, at));
    return type === capi.SQLITE_TEXT ? decoder.decode(bytes) : bytes.slice();
  }
}

/** Does work whose errors become like those of `node:sqlite`: with the message of SQLite alone. */
function plainly<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    const { message, resultCode } = error as Error & { readonly resultCode?: number };
    const own = message.replace(/^.*sqlite3 result code \d+: /, "");
    throw Object.assign(new Error(own), { code: "ERR_SQLITE_ERROR", errcode: resultCode });
  }
}
