/**
 * Activities and feeds.
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
  /** The posted resource; null when it was deleted, although the specification doesn't allow null. */
  origin: ServiceTrack | ServicePlaylist | null;
  /** URN of the user who reposted. It isn't in the specification; the service sends it with reposts. */
  reposter?: string;
}

/** A page of a feed. */
export interface ActivitiesResponse {
  /** The entries, newest first. */
  collection: Activity[];
  /** URL of older entries; missing or null at the end. */
  next_href?: string | null;
  /** URL for requesting newer entries later. */
  future_href?: string | null;
}
