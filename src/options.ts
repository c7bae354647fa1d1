/**
 * The options of calls besides their arguments.
 *
 * @module
 */
import { isRecord } from "./checks.ts";
import type { CallOptions } from "./session.ts";
import type { AccessFilter } from "./types/access.ts";
import type { UploadProgress } from "./types/track.ts";

/** Options of a call whose reply contains tracks. */
export interface AccessOptions extends CallOptions {
  /** Which tracks to give. The service silently leaves out every level that isn't listed here. */
  access?: AccessFilter | undefined;
}

/** Options of a call for something that may be private. */
export interface SecretOptions extends CallOptions {
  /** The secret of a private share link: the part that begins with `s-`. */
  secretToken?: string | undefined;
}

/** Options of a list that can be entered anywhere. */
export interface OffsetOptions extends CallOptions {
  /** How many items to pass over. Default 0. */
  offset?: number | undefined;
}

/** Options of a list that is ordered by time. */
export interface SortOptions extends CallOptions {
  /** Oldest or newest first. Default `desc`. */
  sort?: "asc" | "desc" | undefined;
}

/** Options of a call whose reply contains playlists. */
export interface ShowTracksOptions extends CallOptions {
  /** False for playlists without their tracks, which is much lighter. Default true; false for the lists of a user. */
  showTracks?: boolean | undefined;
}

/** Options of a call that sends a file. */
export interface UploadOptions extends CallOptions {
  /** Called for each piece that is passed on; browsers don't report this. Its errors are ignored. */
  onProgress?: ((progress: UploadProgress) => void) | undefined;
}

/** Requests `{ collection, next_href }` where the service would return a plain array. */
export const LINKED = { linked_partitioning: true } as const;

/** A joined or cached reply may be outdated. */
export const UNSHARED = { skipCache: true, skipDedupe: true } as const;

/** Every track, including those that can't be played. */
export const ALL_ACCESS = "playable,preview,blocked";

/**
 * Finds the options of a call that has them in an earlier place, where soundcloud-api-ts has them:
 * `getFeed(20, { token })`.
 *
 * @param value The argument of that place.
 * @param options The options in their own place.
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
