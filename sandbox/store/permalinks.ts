import type { Database } from "./database.ts";
import { COLUMNS, type Rows } from "./relations.ts";

export function slug(title: string): string {
  const letters = title.toLowerCase().normalize("NFKD").replace(/\p{M}+/gu, "");
  return letters.replace(/[^a-z0-9]+/g, "-").replace(/^-+|-+$/g, "").slice(0, 60);
}

export function findByPermalink<Table extends "tracks" | "playlists">(
  db: Database,
  table: Table,
  userId: number,
  permalink: string,
): Rows[Table] | undefined {
  const sql = `SELECT ${COLUMNS[table]} FROM ${table} x WHERE x.user_id = ? AND x.permalink = ?`;
  return db.get(sql, userId, permalink);
}

export function isTaken(
  db: Database,
  table: "tracks" | "playlists",
  userId: number,
  permalink: string,
  exceptId = 0,
): boolean {
  const sql = `SELECT 1 FROM ${table} WHERE user_id = ? AND permalink = ? AND id <> ?`;
  return db.get(sql, userId, permalink, exceptId) !== undefined;
}

/** Returns a free permalink for a new item of a user: its title, with a number if that is taken. */
export function freePermalink(db: Database, table: "tracks" | "playlists", userId: number, title: string): string {
  const base = slug(title) || table.slice(0, -1);
  if (!isTaken(db, table, userId, base)) return base;
  let number = 2;
  while (isTaken(db, table, userId, `${base}-${number}`)) number++;
  return `${base}-${number}`;
}
