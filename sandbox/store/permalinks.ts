import type { Database } from "./database.ts";

export function slug(title: string): string {
  const letters = title.toLowerCase().normalize("NFKD").replace(/\p{M}+/gu, "");
  return letters.replace(/[^a-z0-9]+/g, "-").replace(/^-+|-+$/g, "").slice(0, 60);
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
