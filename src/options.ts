import { isRecord } from "./checks.ts";
import type { CallOptions } from "./session.ts";
import type { AccessFilter } from "./types/access.ts";
import type { UploadProgress } from "./types/track.ts";

/** Options of a call whose response contains tracks. */
export interface AccessOptions extends CallOptions {
  /** Access levels to include. SoundCloud silently leaves out tracks of other levels. */
  access?: AccessFilter | undefined;
}

/** Options of a call for a resource that may be private. */
export interface SecretOptions extends CallOptions {
  /** The secret of a private share link: the part that begins with `s-`. */
  secretToken?: string | undefined;
}

/** Options of a list with an offset. */
export interface OffsetOptions extends CallOptions {
  /** Items to skip. Default 0. */
  offset?: number | undefined;
}

/** Options of a list that is ordered by time. */
export interface SortOptions extends CallOptions {
  /** Oldest or newest first. Default `desc`. */
  sort?: "asc" | "desc" | undefined;
}

/** Options of a call whose response contains playlists. */
export interface ShowTracksOptions extends CallOptions {
  /**
   * Whether playlists include their tracks; false makes responses much smaller. Default true; false for the lists of a
   * user.
   */
  showTracks?: boolean | undefined;
}

/** Options of a call that sends a file. */
export interface UploadOptions extends CallOptions {
  /** Called for each chunk that is sent; browsers don't report progress. Its errors are ignored. */
  onProgress?: ((progress: UploadProgress) => void) | undefined;
}

/** Requests `{ collection, next_href }` where SoundCloud would return a plain array. */
export const LINKED = { linked_partitioning: true } as const;

/** A joined or cached response may be outdated. */
export const UNSHARED = { skipCache: true, skipDedupe: true } as const;

/** Every track, including those that can't be played. */
export const ALL_ACCESS = "playable,preview,blocked";

/**
 * Finds options in an earlier position, where soundcloud-api-ts has them: `getFeed(20, { token })`.
 *
 * @returns The argument, unless it was the options; and the options.
 */
export function optionsAt<V, O extends object>(
  value: V,
  options: O | undefined,
): [Exclude<V, object> | undefined, O | undefined] {
  return options === undefined && isRecord(value)
    ? [undefined, value as unknown as O]
    : [value as Exclude<V, object>, options];
}
