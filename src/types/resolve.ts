/**
 * The resource behind a public address.
 *
 * @module
 */
import type { ServicePlaylist } from "./playlist.ts";
import type { ServiceSystemPlaylist } from "./system_playlist.ts";
import type { ServiceTrack } from "./track.ts";
import type { ServiceUser } from "./user.ts";

/** The resource behind a public address; its `kind` tells its type. */
export type ResolveResult = ServiceUser | ServiceTrack | ServicePlaylist | ServiceSystemPlaylist;
