import type { Database } from "./database.ts";

/** Replaces all tracks of a playlist, in the given order. */
export function replaceTracks(db: Database, id: number, trackIds: readonly number[]): void {
  db.run("DELETE FROM playlist_tracks WHERE playlist_id = ?", id);
  const sql = "INSERT INTO playlist_tracks (playlist_id, position, track_id) SELECT ?, key, value FROM json_each(?)";
  db.run(sql, id, JSON.stringify(trackIds));
}
