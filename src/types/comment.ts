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
  /** Its id, as in `soundcloud:comments:1`. */
  urn: string;
  /** The text of the comment. */
  body: string;
  /** When it was made, as in `2019/01/15 15:40:49 +0000`. */
  created_at: string;
  /** The type of the resource. */
  kind: Open<"comment">;
  /** The commented track. */
  track_urn: string;
  /** Who wrote it. */
  user_urn: string;
  /** Address in the API. */
  uri: string;
  /** Place in the track, in milliseconds; null on old comments, where the specification has a number. */
  timestamp: number | null;
  /** Who wrote it, in brief. */
  user: CommentUser;
}

/** {@linkcode ServiceComment} under the name that the specification's table has. */
export type Comment = ServiceComment;

/** Who wrote a comment, in brief. */
export interface CommentUser {
  /** Its id, as in `soundcloud:comments:1`. */
  urn: string;
  /** Name shown for the user. */
  username: string;
  /** Last part of the profile's address. */
  permalink: string;
  /** Address of the profile. */
  permalink_url: string;
  /** Address of a JPEG. */
  avatar_url: string | null;
  /** The type of the resource. */
  kind: Open<"user">;
  /** Address in the API. */
  uri: string;
  /** When the profile last changed. */
  last_modified: string;
  /** Users who follow this one. */
  followers_count: number;
  /** Users this one follows. */
  followings_count: number;
  /** Tracks and playlists reposted. */
  reposts_count: number;
}
