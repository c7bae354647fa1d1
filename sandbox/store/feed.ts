import type { Database } from "./database.ts";
import type { ActivityRow } from "./rows.ts";

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
