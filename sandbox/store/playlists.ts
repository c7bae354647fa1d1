import { type Database, readWindow, type Window } from "./database.ts";
import { COLUMNS, laggingRows } from "./relations.ts";
import type { PlaylistRow } from "./rows.ts";

const SELECT = `SELECT ${COLUMNS.playlists} FROM playlists x`;

export function findPlaylistByPermalink(db: Database, userId: number, permalink: string): PlaylistRow | undefined {
  return db.get<PlaylistRow>(`${SELECT} WHERE x.user_id = ? AND x.permalink = ?`, userId, permalink);
}

/** Returns a user's playlists, newest first; a list with write lag includes recently deleted ones. */
export function playlistsOf(db: Database, userId: number, window: Window): (PlaylistRow & { seq: number })[] {
  const source = window.isBehind ? laggingRows(db, "playlists", window.until) : "playlists";
  const select = `SELECT ${COLUMNS.playlists}, x.id AS seq FROM ${source} x`;
  return readWindow(db, select, ["x.user_id = ?", userId], window, "x.id");
}

/** Replaces all tracks of a playlist, in the given order. */
export function replaceTracks(db: Database, id: number, trackIds: readonly number[]): void {
  db.run("DELETE FROM playlist_tracks WHERE playlist_id = ?", id);
  const sql = "INSERT INTO playlist_tracks (playlist_id, position, track_id) SELECT ?, key, value FROM json_each(?)";
  db.run(sql, id, JSON.stringify(trackIds));
}
