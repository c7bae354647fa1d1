import type { ServicePlaylist } from "./playlist.ts";
import type { ServiceTrack } from "./track.ts";

/** One entry of a feed: its `type` tells what its `origin` is. SoundCloud may add types, so ignore unknown ones. */
export type Activity =
  & {
    /** When it happened. */
    readonly created_at: string;
    /** URN of the user who reposted. It isn't in the specification; SoundCloud sends it with reposts. */
    readonly reposter?: string;
  }
  & (
    | {
      /** What happened: a track was posted or reposted. */
      readonly type: "track" | "track:repost";
      /** The track; null when it was deleted, although the specification doesn't allow null. */
      readonly origin: ServiceTrack | null;
    }
    | {
      /** What happened: a playlist was posted or reposted. */
      readonly type: "playlist" | "playlist:repost";
      /** The playlist; null when it was deleted, although the specification doesn't allow null. */
      readonly origin: ServicePlaylist | null;
    }
  );

/** A page of a feed. */
export interface ActivitiesResponse {
  /** The entries, newest first. */
  readonly collection: readonly Activity[];
  /** URL of older entries; missing or null at the end. */
  readonly next_href?: string | null;
  /** URL for requesting newer entries later. */
  readonly future_href?: string | null;
}
