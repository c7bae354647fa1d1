/**
 * How a search is narrowed.
 *
 * @module
 */
import type { AccessFilter } from "./access.ts";

/** A range; either end may be open, both belong to it. */
export interface Range<T> {
  /** The least. */
  from?: T | undefined;
  /** The most. */
  to?: T | undefined;
}

/** How a search is narrowed. */
export interface SearchQueryOptions {
  /** Results a page, 1 to 200. Default 10. */
  limit?: number | undefined;
  /** Tracks search: default `playable`. */
  access?: AccessFilter | undefined;
  /** Tracks: genres, which the service matches loosely. */
  genres?: string | readonly string[] | undefined;
  /** Tracks: tags; rare ones find nothing. */
  tags?: string | readonly string[] | undefined;
  /** Only these tracks or users. */
  urns?: string | readonly string[] | undefined;
  /** Tracks: beats a minute. */
  bpm?: Range<number> | undefined;
  /** Tracks: length in milliseconds. */
  duration?: Range<number> | undefined;
  /** Tracks: time of the upload; a text is sent unchanged and must be `yyyy-mm-dd hh:mm:ss` in UTC. */
  createdAt?: Range<Date | string> | undefined;
  /** Playlists: false leaves their tracks out, which makes replies small. */
  showTracks?: boolean | undefined;
}
