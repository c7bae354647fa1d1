import type { Database } from "./database.ts";

export interface ActivityRow {
  readonly seq: number;
  readonly type: "track" | "track:repost" | "playlist" | "playlist:repost";
  readonly user_id: number;
  readonly track_id: number | null;
  readonly playlist_id: number | null;
  readonly created_at: number;
}

export interface FeedQuery {
  readonly userId: number;
  readonly whose: "followed" | "own";
  readonly tracksOnly: boolean;
  readonly before: number;
  readonly after: number;
  readonly count: number;
}

export function activities(db: Database, query: FeedQuery): ActivityRow[] {
  const whose = query.whose === "own"
    ? "a.user_id = ?"
    : "a.user_id IN (SELECT target_id FROM follows WHERE user_id = ?)";
  const kind = query.tracksOnly ? "AND a.track_id IS NOT NULL" : "";
  const sql =
    `SELECT a.* FROM activities a WHERE ${whose} ${kind} AND a.seq < ? AND a.seq > ? ORDER BY a.seq DESC LIMIT ?`;
  return db.all(sql, query.userId, query.before, query.after, query.count);
}
