import type { Call } from "../http/call.ts";
import { mix } from "../living/rhythm.ts";
import type { ListenerEvent } from "../living/living.ts";
import { REMARKS } from "../seed/words.ts";
import type { CommentRow, TrackRow, UserRow } from "../store/rows.ts";
import { findUser } from "../store/lookups.ts";
import { followersOf } from "./user.ts";
import { identity, imageUrl, type Json, permalinkUrl, timestamp, uri, urn } from "./fields.ts";

function author(call: Call, user: UserRow): Json {
  return {
    ...identity(call, "users", user.id, "user"),
    permalink: user.permalink,
    username: user.username,
    last_modified: timestamp(user.last_modified),
    uri: uri(call, "users", user.id),
    permalink_url: permalinkUrl(call, user.permalink),
    avatar_url: imageUrl(call, user.avatar_url),
    followers_count: followersOf(call, user),
    followings_count: user.followings_count,
    public_favorites_count: user.public_favorites_count,
    reposts_count: user.reposts_count,
  };
}

/** Ids of listeners' comments are above those of stored ones, and differ between tracks. */
const REMARKS_FROM = 1_000_000_000_000;
const REMARKS_EACH = 1_000_000;

export function remarkOf({ id, duration }: TrackRow, { number, at, userId }: ListenerEvent): CommentRow {
  const bits = mix(id, number, 0);
  return {
    id: REMARKS_FROM + id * REMARKS_EACH + number,
    track_id: id,
    user_id: userId,
    body: REMARKS[bits % REMARKS.length] ?? "",
    timestamp: duration === 0 ? null : mix(bits, 0, 0) % duration,
    created_at: at,
  };
}

export function presentComment(call: Call, comment: CommentRow): Json {
  return {
    ...identity(call, "comments", comment.id, "comment"),
    body: comment.body,
    created_at: timestamp(comment.created_at),
    timestamp: comment.timestamp,
    track_id: comment.track_id,
    track_urn: urn("tracks", comment.track_id),
    uri: uri(call, "comments", comment.id),
    user: author(call, findUser(call.db, comment.user_id) as UserRow),
    user_id: comment.user_id,
    user_urn: urn("users", comment.user_id),
  };
}
