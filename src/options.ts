/**
 * What calls accept beyond their arguments, and what they share.
 *
 * @module
 */
import type { CallOptions } from "./session.ts";
import type { AccessFilter } from "./types/access.ts";
import type { UploadProgress } from "./types/track.ts";

/** Options of a call whose reply holds tracks. */
export interface AccessOptions extends CallOptions {
  /** Which tracks to give. What is left out here the service leaves out silently. */
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

/** Options of a call whose reply holds playlists. */
export interface ShowTracksOptions extends CallOptions {
  /** False for playlists without their tracks, which is much lighter. Default true; false for the lists of a user. */
  showTracks?: boolean | undefined;
}

/** Options of a call that sends a file. */
export interface UploadOptions extends CallOptions {
  /** Told of each piece that is handed over; browsers do not tell. One that throws disturbs nothing. */
  onProgress?: ((progress: UploadProgress) => void) | undefined;
}

/** Asks for `{ collection, next_href }` where the service would give a bare list. */
export const LINKED = { linked_partitioning: true } as const;

/** A reply that others asked for, or that was kept, may be outdated. */
export const UNSHARED = { skipCache: true, skipDedupe: true } as const;

/** Every track, those that can't be heard too. */
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
  const isOptions = typeof value === "object" && value !== null && !Array.isArray(value);
  return isOptions && options === undefined
    ? [undefined, value as unknown as O]
    : [value as Exclude<V, object>, options];
}
