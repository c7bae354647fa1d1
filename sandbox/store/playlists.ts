import type { Database, SqlValue } from "./database.ts";
import { COLUMNS } from "./relations.ts";
import { keepThing, laggingThings, type Removal } from "./removed.ts";
import type { PlaylistRow, Window } from "./rows.ts";
import { indexPlaylist } from "./search_index.ts";

const SELECT = `SELECT ${COLUMNS.playlists} FROM playlists x`;

/** Returns the playlist of a user with this permalink. */
export function findPlaylistByPermalink(db: Database, userId: number, permalink: string): PlaylistRow | undefined {
  return db.get<PlaylistRow>(`${SELECT} WHERE x.user_id = ? AND x.permalink = ?`, userId, permalink);
}

/** Returns a user's playlists, newest first; a list with write lag includes recently deleted ones. */
export function playlistsOf(
  db: Database,
  userId: number,
  { after = Number.MAX_SAFE_INTEGER, skip, count, until, isBehind }: Window,
): (PlaylistRow & { seq: number })[] {
  const source = isBehind ? laggingThings(db, "playlists", until) : "playlists";
  return db.all(
    `SELECT ${COLUMNS.playlists}, x.id AS seq FROM ${source} x WHERE x.user_id = ? AND x.id < ?
     ORDER BY x.id DESC LIMIT ? OFFSET ?`,
    userId,
    after,
    count,
    skip,
  );
}

/** Adds a playlist from its columns, and returns its id. */
export function insertPlaylist(db: Database, columns: Readonly<Record<string, SqlValue>>): number {
  const names = Object.keys(columns);
  const sql = `INSERT INTO playlists (${names.join()}) VALUES (${names.map(() => "?").join()})`;
  const id = db.run(sql, ...Object.values(columns)).lastId;
  indexPlaylist(db, id);
  return id;
}

/** Changes columns of a playlist. */
export function updatePlaylist(db: Database, id: number, columns: Readonly<Record<string, SqlValue>>): void {
  const changes = Object.keys(columns).map((name) => `${name} = ?`);
  db.run(`UPDATE playlists SET ${changes.join()} WHERE id = ?`, ...Object.values(columns), id);
  indexPlaylist(db, id);
}

/** Replaces all tracks of a playlist, in the given order. */
export function replaceTracks(db: Database, id: number, trackIds: readonly number[]): void {
  db.run("DELETE FROM playlist_tracks WHERE playlist_id = ?", id);
  db.run(
    "INSERT INTO playlist_tracks (playlist_id, position, track_id) SELECT ?, key, value FROM json_each(?)",
    id,
    JSON.stringify(trackIds),
  );
}

/** Deletes a playlist; its tracks stay. */
export function deletePlaylist(db: Database, id: number, removal?: Removal): void {
  if (removal !== undefined) keepThing(db, "playlists", id, removal);
  db.run("DELETE FROM playlists WHERE id = ?", id);
}
