/**
 * The small tables of a world that has written nothing else: its sign-ins, apps and limits. They have a database of
 * their own, so that a sign-in doesn't copy the catalogue, which is read from a shared base.
 */
import { host, type SqliteConnection, type SqlValue } from "../base/host.ts";
import { Memo } from "../base/memo.ts";

const TABLES = "meta apps logins registrations codes access_tokens refresh_tokens pairings limits".split(" ");

export type AsideRows = readonly (readonly [table: string, rows: readonly Readonly<Record<string, SqlValue>>[]])[];

const NAMED = /\b(?:FROM|INTO|UPDATE|JOIN)\s+(\w+)/gi;
const parts = new Memo<"aside" | "rest" | "both">(1000);

export function partOf(sql: string): "aside" | "rest" | "both" {
  return parts.get(sql, () => {
    const names = [...sql.matchAll(NAMED)].map(([, name = ""]) => TABLES.includes(name));
    return !names.includes(true) ? "rest" : names.includes(false) ? "both" : "aside";
  });
}

interface Readable {
  all<Row>(sql: string, ...values: SqlValue[]): Row[];
}

/** Opens a database with the small tables of a base. Small pages, because most of them have a few rows. */
export function openAside(base: Readable): SqliteConnection {
  const db = host().sqlite.open();
  db.exec("PRAGMA page_size = 512; PRAGMA foreign_keys = OFF");
  const objects = base.all<{ sql: string }>(
    "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL AND tbl_name IN (SELECT value FROM json_each(?)) ORDER BY rowid",
    JSON.stringify(TABLES),
  );
  for (const { sql } of objects) db.exec(sql);
  fillAside(db, TABLES.map((table) => [table, base.all(`SELECT * FROM ${table}`)] as const));
  return db;
}

export function asideRows(db: SqliteConnection): AsideRows {
  return TABLES.map((table) =>
    [table, db.prepare(`SELECT * FROM ${table}`).all() as Readonly<Record<string, SqlValue>>[]] as const
  );
}

export function fillAside(db: SqliteConnection, rows: AsideRows): void {
  for (const [table] of [...rows].reverse()) db.exec(`DELETE FROM ${table}`);
  for (const [table, all] of rows) {
    const columns = Object.keys(all[0] ?? {});
    if (columns.length === 0) continue;
    const insert = db.prepare(`INSERT INTO ${table} (${columns}) VALUES (${columns.map(() => "?")})`);
    for (const row of all) insert.run(...columns.map((column) => row[column] ?? null));
  }
}
