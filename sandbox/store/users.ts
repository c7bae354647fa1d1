import type { Database } from "./database.ts";
import type { UserRow } from "./rows.ts";

/** The user with this id. */
export function findUser(db: Database, id: number): UserRow | undefined {
  return db.get<UserRow>("SELECT * FROM users WHERE id = ?", id);
}

/** The user with this permalink. */
export function findUserByPermalink(db: Database, permalink: string): UserRow | undefined {
  return db.get<UserRow>("SELECT * FROM users WHERE permalink = ?", permalink);
}

/**
 * Id of a user named by id or permalink.
 *
 * @throws {RangeError} When there is no such user.
 */
export function findUserId(db: Database, user: number | string): number {
  const row = typeof user === "number" ? findUser(db, user) : findUserByPermalink(db, user);
  if (row === undefined) throw new RangeError(`Cannot find user ${user}: the catalogue has none`);
  return row.id;
}
