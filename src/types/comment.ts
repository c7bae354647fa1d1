/**
 * Comments.
 *
 * @module
 */
import type { Open } from "./open.ts";

/** A comment on a track. */
export interface ServiceComment {
  /** Deprecated by the service in favour of {@linkcode ServiceComment.urn}; newer replies leave it out. */
  id?: number;
  /** Its URN, as in `soundcloud:comments:1`. */
  urn: string;
  /** The text of the comment. */
  body: string;
  /** Creation time, as in `2019/01/15 15:40:49 +0000`. */
  created_at: string;
  /** The type of the resource. */
  kind: Open<"comment">;
  /** The commented track. */
  track_urn: string;
  /** Id of the commented track; deprecated like {@linkcode ServiceComment.id}. */
  track_id?: number;
  /** URN of its author. */
  user_urn: string;
  /** Id of its author; deprecated like {@linkcode ServiceComment.id}. */
  user_id?: number;
  /** URL in the API. */
  uri: string;
  /** Position in the track, in milliseconds; null on old comments, although the specification doesn't allow null. */
  timestamp: number | null;
  /** A summary of its author. */
  user: CommentUser;
}

/** {@linkcode ServiceComment} under the specification's name. */
export type Comment = ServiceComment;

/** A summary of a comment's author. */
export interface CommentUser {
  /** Deprecated by the service in favour of {@linkcode CommentUser.urn}; newer replies leave it out. */
  id?: number;
  /** Its URN, as in `soundcloud:comments:1`. */
  urn: string;
  /** Name shown for the user. */
  username: string;
  /** Last part of the profile's address. */
  permalink: string;
  /** URL of the profile. */
  permalink_url: string;
  /** URL of a JPEG. */
  avatar_url: string | null;
  /** The type of the resource. */
  kind: Open<"user">;
  /** URL in the API. */
  uri: string;
  /** When the profile last changed. */
  last_modified: string;
  /** Users who follow this one. */
  followers_count: number;
  /** Users this one follows. */
  followings_count: number;
  /** Public likes. */
  public_favorites_count?: number;
  /** Tracks and playlists reposted. */
  reposts_count: number;
}
