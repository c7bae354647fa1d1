import { type Database, readWindow, type Window } from "./database.ts";
import { type CommentRow, insertRow, type TrackRow } from "./rows.ts";

export function tracksOfFollowed(db: Database, userId: number, from: number, count: number): TrackRow[] {
  const sql = `SELECT t.* FROM follows f JOIN tracks t ON t.user_id = f.target_id WHERE f.user_id = ?
     ORDER BY t.id DESC LIMIT ? OFFSET ?`;
  return db.all(sql, userId, count, from);
}

export function relatedTracks(db: Database, track: TrackRow, from: number, count: number): TrackRow[] {
  const sql = `SELECT * FROM tracks WHERE genre = ? COLLATE NOCASE AND id <> ? AND sharing = 'public'
     ORDER BY playback_count DESC, id LIMIT ? OFFSET ?`;
  return db.all(sql, track.genre, track.id, count, from);
}

export function recentlyPlayed(db: Database, userId: number, count: number): TrackRow[] {
  const sql = `SELECT t.* FROM (SELECT track_id, max(seq) AS last FROM plays WHERE user_id = ? GROUP BY track_id) p
     JOIN tracks t ON t.id = p.track_id ORDER BY p.last DESC LIMIT ?`;
  return db.all(sql, userId, count);
}

export function recordPlay(db: Database, trackId: number, userId: number | null, now: number): void {
  if (userId === null) db.run("UPDATE tracks SET playback_count = playback_count + 1 WHERE id = ?", trackId);
  else db.run("INSERT INTO plays (user_id, track_id, played_at) VALUES (?, ?, ?)", userId, trackId, now);
}

export function recordDownload(db: Database, trackId: number): void {
  db.run("UPDATE tracks SET download_count = download_count + 1 WHERE id = ?", trackId);
}

export function commentsOn(db: Database, trackId: number, window: Window): (CommentRow & { seq: number })[] {
  const of = ["track_id = ? AND created_at <= ?", trackId, window.until] as const;
  return readWindow(db, "SELECT *, id AS seq FROM comments", of, window, "id");
}

export function insertComment(db: Database, comment: Omit<CommentRow, "id">): CommentRow {
  return { id: insertRow(db, "comments", { ...comment }), ...comment };
}
