import type { Database } from "./database.ts";
import type { CommentRow, Window } from "./rows.ts";

/** Returns the comments on a track, newest first, at the time of the window. */
export function commentsOn(
  db: Database,
  trackId: number,
  { after = Number.MAX_SAFE_INTEGER, skip, count, until }: Window,
): (CommentRow & { seq: number })[] {
  return db.all(
    `SELECT *, id AS seq FROM comments WHERE track_id = ? AND id < ? AND created_at <= ?
     ORDER BY id DESC LIMIT ? OFFSET ?`,
    trackId,
    after,
    until,
    count,
    skip,
  );
}

/** Adds a comment and returns it with its id. */
export function insertComment(db: Database, comment: Omit<CommentRow, "id">): CommentRow {
  const { lastId } = db.run(
    "INSERT INTO comments (track_id, user_id, body, timestamp, created_at) VALUES (?, ?, ?, ?, ?)",
    comment.track_id,
    comment.user_id,
    comment.body,
    comment.timestamp,
    comment.created_at,
  );
  return { id: lastId, ...comment };
}
