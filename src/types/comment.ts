import type { Open } from "./open.ts";

/** A comment on a track. */
export interface ServiceComment {
  /** Deprecated by SoundCloud in favour of {@linkcode ServiceComment.urn}; newer responses leave it out. */
  readonly id?: number;
  /** Its URN, as in `soundcloud:comments:1`. */
  readonly urn: string;
  /** The text of the comment. */
  readonly body: string;
  /** Creation time, as in `2019/01/15 15:40:49 +0000`. */
  readonly created_at: string;
  /** The type of the resource. */
  readonly kind: Open<"comment">;
  /** The commented track. */
  readonly track_urn: string;
  /** Id of the commented track; deprecated like {@linkcode ServiceComment.id}. */
  readonly track_id?: number;
  /** URN of its author. */
  readonly user_urn: string;
  /** Id of its author; deprecated like {@linkcode ServiceComment.id}. */
  readonly user_id?: number;
  /** URL in the API. */
  readonly uri: string;
  /** Position in the track, in milliseconds; null on old comments, although the specification doesn't allow null. */
  readonly timestamp: number | null;
  /** A summary of its author. */
  readonly user: CommentUser;
}

/** {@linkcode ServiceComment} under the specification's name. */
export type Comment = ServiceComment;

/** A summary of a comment's author. */
export interface CommentUser {
  /** Deprecated by SoundCloud in favour of {@linkcode CommentUser.urn}; newer responses leave it out. */
  readonly id?: number;
  /** Its URN, as in `soundcloud:comments:1`. */
  readonly urn: string;
  /** Name shown for the user. */
  readonly username: string;
  /** Last part of the profile's URL. */
  readonly permalink: string;
  /** URL of the profile. */
  readonly permalink_url: string;
  /** URL of a JPEG. */
  readonly avatar_url: string | null;
  /** The type of the resource. */
  readonly kind: Open<"user">;
  /** URL in the API. */
  readonly uri: string;
  /** When the profile last changed. */
  readonly last_modified: string;
  /** Users who follow this one. */
  readonly followers_count: number;
  /** Users this one follows. */
  readonly followings_count: number;
  /** Public likes. */
  readonly public_favorites_count?: number;
  /** Tracks and playlists reposted. */
  readonly reposts_count: number;
}
