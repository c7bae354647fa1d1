import type { Database } from "./database.ts";

/** A title as part of an address; empty if no character is allowed there. */
function slug(title: string): string {
  return title.toLowerCase().normalize("NFKD").replace(/[^a-z0-9]+/g, "-").replace(/^-+|-+$/g, "").slice(0, 60);
}

/** Whether a user has another thing at this permalink. */
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

/** A permalink for a new thing of a user, from its title, numbered where the plain one is taken. */
export function freePermalink(db: Database, table: "tracks" | "playlists", userId: number, title: string): string {
  const base = slug(title) || table.slice(0, -1);
  if (!isTaken(db, table, userId, base)) return base;
  let number = 2;
  while (isTaken(db, table, userId, `${base}-${number}`)) number++;
  return `${base}-${number}`;
}
