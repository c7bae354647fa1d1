/**
 * The user's own tracks and playlists, likes and reposts.
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
import { type AccessOptions, LINKED, type ShowTracksOptions, type SortOptions } from "../options.ts";
import { type List, sendList } from "../pages.ts";
import type { CallOptions, TokenSource } from "../session.ts";
import type { ServicePlaylist } from "../types/playlist.ts";
import type { ServiceSystemPlaylist } from "../types/system_playlist.ts";
import type { ServiceTrack } from "../types/track.ts";

/**
 * Lists the user's own tracks, including private ones.
 *
 * @param token Access token or session.
 * @param limit Items per page, 1 to 200. Default 50.
 * @param options Call options; also `sort`.
 * @returns A page of tracks.
 * @throws {RangeError} When the limit isn't a positive integer.
 * @throws {ServiceError} When SoundCloud refuses, or can't be reached.
 * @example
 * ```ts ignore
 * const { collection } = await getMeTracks(token, 2);
 * collection.map(({ title }) => title); // ["Hidden Arcade", "Amber Platform"]
 * ```
 * @see {@link https://developers.soundcloud.com/docs/api/explorer/open-api#/me/get_me_tracks | GET /me/tracks}
 */
export function getTracks(
  token: TokenSource,
  limit?: number | SortOptions,
  options?: SortOptions,
): List<ServiceTrack> {
  return sendList(token, "/me/tracks", limit, options, LINKED, "sort");
}

/**
 * Lists the user's own playlists, including private ones.
 *
 * `showTracks: false` leaves out their tracks, which makes responses much smaller.
 *
 * @param token Access token or session.
 * @param limit Items per page, 1 to 200. Default 50.
 * @param options Call options; also `showTracks`.
 * @returns A page of playlists.
 * @throws {RangeError} When the limit isn't a positive integer.
 * @throws {ServiceError} When SoundCloud refuses, or can't be reached.
 * @example
 * ```ts ignore
 * const { collection } = await getMePlaylists(token, 2);
 * collection.map(({ title }) => title); // ["Amber Selection 2", "Empty Selection 16"]
 * ```
 * @see {@link https://developers.soundcloud.com/docs/api/explorer/open-api#/me/get_me_playlists | GET /me/playlists}
 */
export function getPlaylists(
  token: TokenSource,
  limit?: number | ShowTracksOptions,
  options?: ShowTracksOptions,
): List<ServicePlaylist> {
  return sendList(token, "/me/playlists", limit, options, LINKED, "showTracks");
}

/**
 * Lists the tracks that the user likes.
 *
 * A new like may take some minutes to show.
 *
 * @param token Access token or session.
 * @param limit Items per page, 1 to 200. Default 50.
 * @param options Call options; also `access`.
 * @returns A page of tracks.
 * @throws {RangeError} When the limit isn't a positive integer.
 * @throws {ServiceError} When SoundCloud refuses, or can't be reached.
 * @example
 * ```ts ignore
 * const { collection } = await getMeLikesTracks(token, 2);
 * collection.map(({ title }) => title); // ["Liquid Radio", "Slow Radio"]
 * ```
 * @see {@link https://developers.soundcloud.com/docs/api/explorer/open-api#/me/get_me_likes_tracks | GET /me/likes/tracks}
 */
export function getLikesTracks(
  token: TokenSource,
  limit?: number | AccessOptions,
  options?: AccessOptions,
): List<ServiceTrack> {
  return sendList(token, "/me/likes/tracks", limit, options, LINKED, "access");
}

/**
 * Lists the playlists that the user likes.
 *
 * @param token Access token or session.
 * @param limit Items per page, 1 to 200. Default 50.
 * @param options Call options.
 * @returns A page of playlists.
 * @throws {RangeError} When the limit isn't a positive integer.
 * @throws {ServiceError} When SoundCloud refuses, or can't be reached.
 * @example
 * ```ts ignore
 * const { collection } = await getMeLikesPlaylists(token, 2);
 * collection.map(({ title }) => title); // ["Empty Selection 19", "Late Selection 8"]
 * ```
 * @see {@link https://developers.soundcloud.com/docs/api/explorer/open-api#/me/get_me_likes_playlists | GET /me/likes/playlists}
 */
export function getLikesPlaylists(
  token: TokenSource,
  limit?: number | CallOptions,
  options?: CallOptions,
): List<ServicePlaylist> {
  return sendList(token, "/me/likes/playlists", limit, options, LINKED);
}

/**
 * Lists the stations and other system playlists that the user likes, without their tracks.
 *
 * @param token Access token or session.
 * @param limit Items per page, 1 to 200. Default 50.
 * @param options Call options.
 * @returns A page of system playlists.
 * @throws {RangeError} When the limit isn't a positive integer.
 * @throws {ServiceError} When SoundCloud refuses, or can't be reached.
 * @example
 * ```ts ignore
 * const { collection } = await getMeLikesSystemPlaylists(token, 2);
 * collection.map(({ title }) => title); // ["Station: Faded Summer", "Station: Empty Engine"]
 * ```
 * @see {@link https://developers.soundcloud.com/docs/api/explorer/open-api#/me/get_me_likes_system_playlists | GET /me/likes/system-playlists}
 */
export function getLikesSystemPlaylists(
  token: TokenSource,
  limit?: number | CallOptions,
  options?: CallOptions,
): List<ServiceSystemPlaylist> {
  return sendList(token, "/me/likes/system-playlists", limit, options, LINKED);
}

/**
 * Lists the tracks that the user has reposted.
 *
 * @param token Access token or session.
 * @param limit Items per page, 1 to 200. Default 50.
 * @param options Call options; also `access`.
 * @returns A page of tracks.
 * @throws {RangeError} When the limit isn't a positive integer.
 * @throws {ServiceError} When SoundCloud refuses, or can't be reached.
 * @example
 * ```ts ignore
 * const { collection } = await getMeRepostsTracks(token, 2);
 * collection.map(({ title }) => title); // ["Northern Platform", "Warm Lantern"]
 * ```
 * @see {@link https://developers.soundcloud.com/docs/api/explorer/open-api#/me/get_me_reposts_tracks | GET /me/reposts/tracks}
 */
export function getRepostsTracks(
  token: TokenSource,
  limit?: number | AccessOptions,
  options?: AccessOptions,
): List<ServiceTrack> {
  return sendList(token, "/me/reposts/tracks", limit, options, LINKED, "access");
}

/**
 * Lists the playlists that the user has reposted.
 *
 * @param token Access token or session.
 * @param limit Items per page, 1 to 200. Default 50.
 * @param options Call options.
 * @returns A page of playlists.
 * @throws {RangeError} When the limit isn't a positive integer.
 * @throws {ServiceError} When SoundCloud refuses, or can't be reached.
 * @example
 * ```ts ignore
 * const { collection } = await getMeRepostsPlaylists(token, 2);
 * collection.map(({ title }) => title); // ["Golden Selection 6", "Soft Selection 18"]
 * ```
 * @see {@link https://developers.soundcloud.com/docs/api/explorer/open-api#/me/get_me_reposts_playlists | GET /me/reposts/playlists}
 */
export function getRepostsPlaylists(
  token: TokenSource,
  limit?: number | CallOptions,
  options?: CallOptions,
): List<ServicePlaylist> {
  return sendList(token, "/me/reposts/playlists", limit, options, LINKED);
}
