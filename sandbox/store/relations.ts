import { type Database, readWindow, type Window } from "./database.ts";
import type { PlaylistRow, TrackRow, UserRow } from "./rows.ts";

/** Copies of removed items, with the time of the removal. Nothing refers to them, and only lists read them. */
export const REMOVED_SCHEMA = `
CREATE TABLE removed_relations (
  relation TEXT NOT NULL, seq INTEGER NOT NULL, user_id INTEGER NOT NULL, target_id INTEGER NOT NULL,
  created_at INTEGER NOT NULL, removed_at INTEGER NOT NULL
);
CREATE TABLE removed_tracks AS SELECT *, 0 AS removed_at FROM tracks LIMIT 0;
CREATE TABLE removed_playlists AS SELECT *, 0 AS removed_at FROM playlists LIMIT 0;
`;

export interface Removal {
  readonly at: number;
  readonly until: number;
}

function keepRelation(
  db: Database,
  [relation, target]: readonly [table: string, targetColumn: string],
  [userId, targetId]: readonly [user: number, target: number | string],
  { at, until }: Removal,
): void {
  db.run("DELETE FROM removed_relations WHERE removed_at <= ?", until);
  const sql = `INSERT INTO removed_relations SELECT ?, seq, user_id, ${target}, created_at, ? FROM ${relation}
    WHERE user_id = ? AND ${target} = ?`;
  db.run(sql, relation, at, userId, targetId);
}

/** Deletes a track or playlist with everything that refers to it. With a removal, lists still show it for a while. */
export function deleteResource(db: Database, table: "tracks" | "playlists", id: number, removal?: Removal): void {
  if (removal !== undefined) {
    db.run(`DELETE FROM removed_${table} WHERE removed_at <= ?`, removal.until);
    db.run(`INSERT INTO removed_${table} SELECT *, ? FROM ${table} WHERE id = ?`, removal.at, id);
  }
  db.run(`DELETE FROM ${table} WHERE id = ?`, id);
}

function isEmpty(db: Database, table: string): boolean {
  return db.find(`SELECT 1 FROM ${table} LIMIT 1`) === undefined;
}

export function laggingRelation(db: Database, relation: string, target: string, until: number): string {
  if (isEmpty(db, "removed_relations")) return relation;
  return `(SELECT seq, user_id, ${target}, created_at FROM ${relation} UNION ALL
    SELECT seq, user_id, target_id, created_at FROM removed_relations
    WHERE relation = '${relation}' AND removed_at > ${until})`;
}

function laggingRows(db: Database, table: "tracks" | "playlists", until: number): string {
  const removed = `removed_${table}`;
  if (isEmpty(db, removed)) return table;
  return `(SELECT *, 0 AS removed_at FROM ${table} UNION ALL SELECT * FROM ${removed} WHERE removed_at > ${until})`;
}

export type Relation = "track_likes" | "playlist_likes" | "track_reposts" | "playlist_reposts" | "follows";

export type Target = number | string;

export interface Rows {
  users: UserRow;
  tracks: TrackRow;
  playlists: PlaylistRow;
}

/** Columns to select from a table called `x`. A playlist's duration is computed from its current tracks. */
export const COLUMNS: Readonly<Record<keyof Rows, string>> = {
  users: "x.*",
  tracks: "x.*",
  playlists: `x.*, (SELECT coalesce(sum(t.duration), 0) FROM playlist_tracks e JOIN tracks t ON t.id = e.track_id
    WHERE e.playlist_id = x.id) AS duration`,
};

/** Relations to rows, and to stations, which aren't rows. */
export type AnyRelation = Relation | "station_likes";

const TARGET: Readonly<Record<AnyRelation, string>> = {
  track_likes: "track_id",
  playlist_likes: "playlist_id",
  track_reposts: "track_id",
  playlist_reposts: "playlist_id",
  follows: "target_id",
  station_likes: "station",
};

/** Returns a user's tracks or playlists by time of creation; a list with write lag includes recently deleted ones. */
export function ownedBy<Table extends "tracks" | "playlists">(
  db: Database,
  table: Table,
  userId: number,
  window: Window,
  order?: "asc" | "desc",
): (Rows[Table] & { seq: number })[] {
  const source = window.isBehind ? laggingRows(db, table, window.until) : table;
  const select = `SELECT ${COLUMNS[table]}, x.id AS seq FROM ${source} x`;
  return readWindow(db, select, ["x.user_id = ?", userId], window, "x.id", order);
}

export type Listed<Row> = Row & { readonly seq: number; readonly listed_at: number };

function list<Row>(
  db: Database,
  table: Relation,
  [from, to, rows]: readonly [string, string, keyof Rows],
  id: number,
  window: Window,
): Listed<Row>[] {
  const { until, isBehind } = window;
  const source = isBehind ? laggingRelation(db, table, TARGET[table], until) : table;
  const select = `SELECT ${COLUMNS[rows]}, r.seq, r.created_at AS listed_at FROM ${source} r
    JOIN ${rows} x ON x.id = r.${to}`;
  return readWindow(db, select, [`r.${from} = ? AND r.created_at <= ?`, id, until], window, "r.seq");
}

export function targetsOf<Table extends keyof Rows>(
  db: Database,
  relation: Relation,
  table: Table,
  userId: number,
  window: Window,
): Listed<Rows[Table]>[] {
  return list(db, relation, ["user_id", TARGET[relation], table], userId, window);
}

export function usersOf(db: Database, relation: Relation, targetId: number, window: Window): Listed<UserRow>[] {
  return list(db, relation, [TARGET[relation], "user_id", "users"], targetId, window);
}

export function isRelated(db: Database, relation: AnyRelation, userId: number, targetId: Target): boolean {
  const sql = `SELECT 1 FROM ${relation} WHERE user_id = ? AND ${TARGET[relation]} = ?`;
  return db.find(sql, userId, targetId) !== undefined;
}

export function relate(db: Database, relation: AnyRelation, userId: number, targetId: Target, now: number): boolean {
  const sql = `INSERT OR IGNORE INTO ${relation} (user_id, ${TARGET[relation]}, created_at) VALUES (?, ?, ?)`;
  return db.run(sql, userId, targetId, now).changes > 0;
}

/** Removes a relation; returns false if it didn't exist. With a removal, lists still show it for a while. */
export function unrelate(
  db: Database,
  relation: AnyRelation,
  [userId, targetId]: readonly [user: number, target: Target],
  removal?: Removal,
): boolean {
  if (removal !== undefined) keepRelation(db, [relation, TARGET[relation]], [userId, targetId], removal);
  const sql = `DELETE FROM ${relation} WHERE user_id = ? AND ${TARGET[relation]} = ?`;
  return db.run(sql, userId, targetId).changes > 0;
}
