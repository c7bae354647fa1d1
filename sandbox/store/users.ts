import type { Database } from "./database.ts";
import { findUser } from "./lookups.ts";
import type { ConnectionRow, UserRow, WebProfileRow } from "./rows.ts";

export function findUsers(db: Database, ids: readonly number[]): UserRow[] {
  return ids.map((id) => findUser(db, id)).filter((user) => user !== undefined);
}

export function findUserByPermalink(db: Database, permalink: string): UserRow | undefined {
  return db.get<UserRow>("SELECT * FROM users WHERE permalink = ?", permalink);
}

/** @throws {RangeError} If there is no user. */
export function firstUserId(db: Database): number {
  const row = db.get<{ id: number }>("SELECT min(id) AS id FROM users WHERE id IS NOT NULL HAVING count(*) > 0");
  if (row === undefined) throw new RangeError("Cannot find a user: the sandbox has no users");
  return row.id;
}

/** @throws {RangeError} If there is no user with this id or permalink. */
export function findUserId(db: Database, user: number | string): number {
  const row = typeof user === "number" ? findUser(db, user) : findUserByPermalink(db, user);
  if (row === undefined) throw new RangeError(`Cannot find user ${user}: the catalogue has none`);
  return row.id;
}

/** Returns users whom the followers of this one also follow, the most common first. */
export function relatedUsers(db: Database, userId: number, from: number, count: number): UserRow[] {
  const sql = `SELECT u.* FROM follows mine JOIN follows theirs ON theirs.user_id = mine.user_id
     JOIN users u ON u.id = theirs.target_id
     WHERE mine.target_id = ? AND theirs.target_id <> ? GROUP BY u.id ORDER BY count(*) DESC, u.id LIMIT ? OFFSET ?`;
  return db.all(sql, userId, userId, count, from);
}

export function webProfilesOf(db: Database, userId: number, count: number): WebProfileRow[] {
  const columns = "id, service, title, url, username, created_at";
  return db.all(`SELECT ${columns} FROM web_profiles WHERE user_id = ? ORDER BY id LIMIT ?`, userId, count);
}

export function connectionsOf(db: Database, userId: number): ConnectionRow[] {
  const columns = "id, display_name, service, created_at";
  return db.all(`SELECT ${columns} FROM connections WHERE user_id = ? ORDER BY id`, userId);
}
