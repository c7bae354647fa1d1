/**
 * System playlists: the stations of tracks and artists.
 *
 * @example The set-up of this module's examples: a sandbox stands in for the service
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
import { path } from "../transport/path.ts";
import type { ServiceSystemPlaylist } from "../types/system_playlist.ts";

/**
 * Gets a system playlist, its tracks included. The `station_urn` of a track or a user names its station.
 *
 * @param token Access token, or a session.
 * @param id URN of the system playlist, or the last two parts of it, as in `track-stations:1198`.
 * @param options Options of the call.
 * @returns The system playlist with the tracks that the caller may see.
 * @throws {TypeError} When the id is invalid.
 * @throws {ServiceError} When the service refuses, or can't be reached; 404 when no track of it is visible.
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
  return sendGet(token, path`/system-playlists/${id}`, undefined, options);
}
