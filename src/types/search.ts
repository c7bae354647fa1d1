import type { AccessFilter } from "./access.ts";
import type { ResourceId } from "./resource_id.ts";

/** An inclusive range; either end may be left out. */
export interface Range<T> {
  /** Minimum. */
  from?: T | undefined;
  /** Maximum. */
  to?: T | undefined;
}

/** Filters of a search. */
export interface SearchQueryOptions {
  /** Results per page, 1 to 200. Default 10. */
  limit?: number | undefined;
  /** Tracks search: default `playable`. */
  access?: AccessFilter | undefined;
  /** Tracks: genres, which SoundCloud matches loosely. */
  genres?: string | readonly string[] | undefined;
  /** Tracks: tags; rare ones find nothing. */
  tags?: string | readonly string[] | undefined;
  /** Only these tracks or users: their ids. */
  urns?: string | Iterable<ResourceId> | undefined;
  /** Tracks: beats per minute. */
  bpm?: Range<number> | undefined;
  /** Tracks: length in milliseconds. */
  duration?: Range<number> | undefined;
  /** Tracks: time of the upload; a string is sent unchanged and must be `yyyy-mm-dd hh:mm:ss` in UTC. */
  createdAt?: Range<Date | string> | undefined;
  /** Playlists: false leaves out their tracks, which makes responses much smaller. */
  showTracks?: boolean | undefined;
}
