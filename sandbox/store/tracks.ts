import type { Database } from "./database.ts";
import type { TrackRow } from "./rows.ts";

/** The track with this id. */
export function findTrack(db: Database, id: number): TrackRow | undefined {
  return db.get<TrackRow>("SELECT * FROM tracks WHERE id = ?", id);
}

/** The track of a user with this permalink. */
export function findTrackByPermalink(db: Database, userId: number, permalink: string): TrackRow | undefined {
  return db.get<TrackRow>("SELECT * FROM tracks WHERE user_id = ? AND permalink = ?", userId, permalink);
}

/** Whether a user likes a track. */
export function likesTrack(db: Database, userId: number, trackId: number): boolean {
  return db.get("SELECT 1 FROM track_likes WHERE user_id = ? AND track_id = ?", userId, trackId) !== undefined;
}

/** How often a user has played a track. */
export function playCount(db: Database, userId: number, trackId: number): number {
  const sql = "SELECT count(*) AS plays FROM plays WHERE user_id = ? AND track_id = ?";
  return db.get<{ plays: number }>(sql, userId, trackId)?.plays ?? 0;
}
