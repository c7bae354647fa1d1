/**
 * System playlists: the stations of tracks and artists.
 *
 * @example Set-up of this module's examples: a sandbox replaces SoundCloud
 * ```ts
 * import { createSandbox } from "@tonearm/sandbox";
 *
 * using sandbox = createSandbox();
 * globalThis.fetch = sandbox.fetch;
 * const token = sandbox.issueTokens().access_token;
 * ```
 *
 * @module
 */
import type { CallOptions, TokenSource } from "../session.ts";
import { sendGet } from "../transport/send.ts";
import { path } from "../formats/path.ts";
import type { ServiceSystemPlaylist } from "../types/system_playlist.ts";

/**
 * Gets a system playlist with its tracks. The `station_urn` of a track or a user is the URN of its station.
 *
 * @param token Access token or session.
 * @param id URN of the system playlist, or its last two parts, as in `track-stations:1198`.
 * @param options Call options.
 * @returns The system playlist with the tracks that the caller may see.
 * @throws {TypeError} When the id is invalid.
 * @throws {ServiceError} When SoundCloud refuses, or can't be reached; 404 when none of its tracks is visible.
 * @example
 * ```ts ignore
 * const station = await getSystemPlaylist(token, "soundcloud:system-playlists:track-stations:1198");
 * station.title; // "Station: Sleeping Lantern"
 * ```
 * @see {@link https://developers.soundcloud.com/docs/api/explorer/open-api#/system-playlists/get_system_playlists__id_ | GET /system-playlists/{id}}
 */
export function getSystemPlaylist(
  token: TokenSource,
  id: string,
  options?: CallOptions,
): Promise<ServiceSystemPlaylist> {
  return sendGet(token, path`/system-playlists/${id}`, options);
}
