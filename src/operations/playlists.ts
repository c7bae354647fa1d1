/**
 * Playlists: lookups and lists.
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
import { type AccessOptions, LINKED, optionsAt, type SecretOptions, type ShowTracksOptions } from "../options.ts";
import { type List, sendList, sendPage } from "../pages.ts";
import type { CallOptions, TokenSource } from "../session.ts";
import { sendGet } from "../transport/send.ts";
import { path } from "../formats/path.ts";
import type { ServicePlaylist } from "../types/playlist.ts";
import type { ResourceId } from "../types/resource_id.ts";
import type { ServiceTrack } from "../types/track.ts";
import type { ServiceUser } from "../types/user.ts";

/**
 * Gets a playlist with its tracks.
 *
 * For a long playlist, `showTracks: false` and {@linkcode getTracks} are faster.
 *
 * @param token Access token or session.
 * @param playlist Playlist id: number, numeric string or URN.
 * @param options Call options; also `access`, `secretToken`, `showTracks`.
 * @returns The playlist. Its `track_count` includes hidden tracks.
 * @throws {TypeError} When the id is invalid.
 * @throws {ServiceError} When SoundCloud refuses, or can't be reached.
 * @example
 * ```ts ignore
 * const playlist = await getPlaylist(token, 119);
 * playlist.title; // "Rusty Selection 14"
 * ```
 * @see {@link https://developers.soundcloud.com/docs/api/explorer/open-api#/playlists/get_playlists__playlist_urn_ | GET /playlists/{playlist_urn}}
 */
export function getPlaylist(
  token: TokenSource,
  playlist: ResourceId,
  options?: AccessOptions & SecretOptions & ShowTracksOptions,
): Promise<ServicePlaylist> {
  const query = { access: options?.access, secret_token: options?.secretToken, show_tracks: options?.showTracks };
  return sendGet(token, path`/playlists/${playlist}`, options, query);
}

/**
 * Lists the tracks of a playlist, in order.
 *
 * Tracks that are blocked in the token's country are left out unless `access` includes `blocked`.
 *
 * @param token Access token or session.
 * @param playlist Playlist id: number, numeric string or URN.
 * @param limit Items per page, 1 to 200. Default 50.
 * @param offset Tracks to skip. Default 0.
 * @param options Call options; also `access`, `secretToken`.
 * @returns A page of tracks.
 * @throws {TypeError} When the id is invalid.
 * @throws {RangeError} When the limit isn't a positive integer, or the offset isn't an integer of 0 or more.
 * @throws {ServiceError} When SoundCloud refuses, or can't be reached.
 * @example
 * ```ts ignore
 * const { collection } = await getPlaylistTracks(token, 119, 2);
 * collection.map(({ title }) => title); // ["Second Summer", "Borrowed Kitchen"]
 * ```
 * @see {@link https://developers.soundcloud.com/docs/api/explorer/open-api#/playlists/get_playlists__playlist_urn__tracks | GET /playlists/{playlist_urn}/tracks}
 */
export function getTracks(
  token: TokenSource,
  playlist: ResourceId,
  limit?: number | AccessOptions & SecretOptions,
  offset?: number | AccessOptions & SecretOptions,
  options?: AccessOptions & SecretOptions,
): List<ServiceTrack> {
  [offset, options] = optionsAt(offset, options);
  [limit, options] = optionsAt(limit, options);
  const query = { ...LINKED, limit, offset, access: options?.access, secret_token: options?.secretToken };
  return sendPage(token, path`/playlists/${playlist}/tracks`, query, options);
}

/**
 * Lists the users who reposted a playlist.
 *
 * @param token Access token or session.
 * @param playlist Playlist id: number, numeric string or URN.
 * @param limit Items per page, 1 to 200. Default 50.
 * @param options Call options.
 * @returns A page of users.
 * @throws {TypeError} When the id is invalid.
 * @throws {RangeError} When the limit isn't a positive integer.
 * @throws {ServiceError} When SoundCloud refuses, or can't be reached.
 * @example
 * ```ts ignore
 * const { collection } = await getPlaylistReposts(token, 109, 2);
 * collection.map(({ username }) => username); // ["Salt Engine", "Full Shelf"]
 * ```
 * @see {@link https://developers.soundcloud.com/docs/api/explorer/open-api#/playlists/get_playlists__playlist_urn__reposters | GET /playlists/{playlist_urn}/reposters}
 */
export function getReposts(
  token: TokenSource,
  playlist: ResourceId,
  limit?: number | CallOptions,
  options?: CallOptions,
): List<ServiceUser> {
  return sendList(token, path`/playlists/${playlist}/reposters`, limit, options, {});
}

export * from "./playlists_editing.ts";
export * from "./playlists_writes.ts";
