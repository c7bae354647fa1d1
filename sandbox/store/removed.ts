/**
 * Removed items, kept while lists lag behind writes.
 *
 * @module
 */
import type { Database } from "./database.ts";

/** Copies of removed items, with the time of the removal. Nothing refers to them, and only lists read them. */
export const REMOVED_SCHEMA = `
CREATE TABLE removed_relations (
  relation TEXT NOT NULL, seq INTEGER NOT NULL, user_id INTEGER NOT NULL, target_id INTEGER NOT NULL,
  created_at INTEGER NOT NULL, removed_at INTEGER NOT NULL
);
CREATE TABLE removed_tracks AS SELECT *, 0 AS removed_at FROM tracks LIMIT 0;
CREATE TABLE removed_playlists AS SELECT *, 0 AS removed_at FROM playlists LIMIT 0;
`;

/** The time of a removal, and the time up to which lists show changes. */
export interface Removal {
  readonly at: number;
  readonly until: number;
}

/** Keeps a copy of a relation before its removal. */
export function keepRelation(
  db: Database,
  [relation, target]: readonly [table: string, targetColumn: string],
  [userId, targetId]: readonly [user: number, target: number | string],
  { at, until }: Removal,
): void {
  db.run("DELETE FROM removed_relations WHERE removed_at <= ?", until);
  db.run(
    `INSERT INTO removed_relations SELECT ?, seq, user_id, ${target}, created_at, ? FROM ${relation}
    WHERE user_id = ? AND ${target} = ?`,
    relation,
    at,
    userId,
    targetId,
  );
}

/** Keeps a copy of a track or playlist before its removal. */
export function keepThing(db: Database, thing: "tracks" | "playlists", id: number, { at, until }: Removal): void {
  db.run(`DELETE FROM removed_${thing} WHERE removed_at <= ?`, until);
  db.run(`INSERT INTO removed_${thing} SELECT *, ? FROM ${thing} WHERE id = ?`, at, id);
}

function isEmpty(db: Database, table: string): boolean {
  return db.find(`SELECT 1 FROM ${table} LIMIT 1`) === undefined;
}

/** Returns the source of a relation's list: the table, and the rows removed after `until`. */
export function laggingRelation(db: Database, relation: string, target: string, until: number): string {
  if (isEmpty(db, "removed_relations")) return relation;
  return `(SELECT seq, user_id, ${target}, created_at FROM ${relation} UNION ALL
    SELECT seq, user_id, target_id, created_at FROM removed_relations
    WHERE relation = '${relation}' AND removed_at > ${until})`;
}

/** Returns the source of a list of tracks or playlists: the table, and the rows removed after `until`. */
export function laggingThings(db: Database, thing: "tracks" | "playlists", until: number): string {
  const removed = `removed_${thing}`;
  if (isEmpty(db, removed)) return thing;
  return `(SELECT *, 0 AS removed_at FROM ${thing} UNION ALL SELECT * FROM ${removed} WHERE removed_at > ${until})`;
}
