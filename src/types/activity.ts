/**
 * What happened in the circle of a user.
 *
 * @module
 */
import type { Open } from "./open.ts";
import type { ServicePlaylist } from "./playlist.ts";
import type { ServiceTrack } from "./track.ts";

/** One entry of a feed. */
export interface Activity {
  /** What happened. */
  type: Open<"track" | "track:repost" | "playlist" | "playlist:repost">;
  /** When it happened. */
  created_at: string;
  /** The posted resource; null, unlike in the specification, when it was deleted. */
  origin: ServiceTrack | ServicePlaylist | null;
  /** URN of the user who reposted; the service sends it with reposts, the specification doesn't have it. */
  reposter?: string;
}

/** A slice of a feed. */
export interface ActivitiesResponse {
  /** The entries, newest first. */
  collection: Activity[];
  /** Full address of older entries; at the end it's missing, or null. */
  next_href?: string | null;
  /** Full address for requesting newer entries later. */
  future_href?: string | null;
}
