import type { ServicePlaylist } from "./playlist.ts";
import type { ServiceSystemPlaylist } from "./system_playlist.ts";
import type { ServiceTrack } from "./track.ts";
import type { ServiceUser } from "./user.ts";

/** The resource of a public URL; `kind` is its type. */
export type ResolveResult = ServiceUser | ServiceTrack | ServicePlaylist | ServiceSystemPlaylist;
