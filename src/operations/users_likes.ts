/**
 * What users like and repost, and two deprecated endpoints.
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
import { type AccessOptions, LINKED, optionsAt } from "../options.ts";
import { type List, sendList, sendPage } from "../pages.ts";
import type { CallOptions, TokenSource } from "../session.ts";
import { sendGet } from "../transport/send.ts";
import { path } from "../formats/path.ts";
import type { ServicePlaylist } from "../types/playlist.ts";
import type { ResourceId } from "../types/resource_id.ts";
import type { ServiceSystemPlaylist } from "../types/system_playlist.ts";
import type { ServiceTrack } from "../types/track.ts";
import type { ServiceUser } from "../types/user.ts";

/**
 * Lists the tracks that a user likes.
 *
 * Tracks that are blocked in the token's country are left out unless `access` includes `blocked`.
 *
 * @param token Access token or session.
 * @param user User id: number, numeric string or URN.
 * @param limit Items per page, 1 to 200. Default 50.
 * @param cursor Cursor of the page, from a `next_href`. Default: the first page.
 * @param options Call options; also `access`.
 * @returns A page of tracks.
 * @throws {TypeError} When the id is invalid.
 * @throws {RangeError} When the limit isn't a positive integer.
 * @throws {ServiceError} When SoundCloud refuses, or can't be reached.
 * @example
 * ```ts ignore
 * const { collection } = await getUserLikesTracks(token, 1, 2);
 * collection.map(({ title }) => title); // ["Liquid Radio"]
 * ```
 * @see {@link https://developers.soundcloud.com/docs/api/explorer/open-api#/users/get_users__user_urn__likes_tracks | GET /users/{user_urn}/likes/tracks}
 */
export function getLikesTracks(
  token: TokenSource,
  user: ResourceId,
  limit?: number | AccessOptions,
  cursor?: string | AccessOptions,
  options?: AccessOptions,
): List<ServiceTrack> {
  [cursor, options] = optionsAt(cursor, options);
  [limit, options] = optionsAt(limit, options);
  const query = { ...LINKED, limit, cursor, access: options?.access };
  return sendPage(token, path`/users/${user}/likes/tracks`, query, options);
}

/**
 * Lists the playlists that a user likes.
 *
 * @param token Access token or session.
 * @param user User id: number, numeric string or URN.
 * @param limit Items per page, 1 to 200. Default 50.
 * @param options Call options.
 * @returns A page of playlists.
 * @throws {TypeError} When the id is invalid.
 * @throws {RangeError} When the limit isn't a positive integer.
 * @throws {ServiceError} When SoundCloud refuses, or can't be reached.
 * @example
 * ```ts ignore
 * const { collection } = await getUserLikesPlaylists(token, 1, 2);
 * collection.map(({ title }) => title); // ["Empty Selection 19", "Late Selection 8"]
 * ```
 * @see {@link https://developers.soundcloud.com/docs/api/explorer/open-api#/users/get_users__user_urn__likes_playlists | GET /users/{user_urn}/likes/playlists}
 */
export function getLikesPlaylists(
  token: TokenSource,
  user: ResourceId,
  limit?: number | CallOptions,
  options?: CallOptions,
): List<ServicePlaylist> {
  return sendList(token, path`/users/${user}/likes/playlists`, limit, options, LINKED);
}

/**
 * Lists the stations and other system playlists that a user likes, without their tracks.
 *
 * @param token Access token or session.
 * @param user User id: number, numeric string or URN.
 * @param limit Items per page, 1 to 200. Default 50.
 * @param options Call options.
 * @returns A page of system playlists.
 * @throws {TypeError} When the id is invalid.
 * @throws {RangeError} When the limit isn't a positive integer.
 * @throws {ServiceError} When SoundCloud refuses, or can't be reached.
 * @example
 * ```ts ignore
 * const { collection } = await getUserLikesSystemPlaylists(token, 1, 2);
 * collection.map(({ title }) => title); // ["Station: Faded Summer", "Station: Empty Engine"]
 * ```
 * @see {@link https://developers.soundcloud.com/docs/api/explorer/open-api#/users/get_users__user_urn__likes_system_playlists | GET /users/{user_urn}/likes/system-playlists}
 */
export function getLikesSystemPlaylists(
  token: TokenSource,
  user: ResourceId,
  limit?: number | CallOptions,
  options?: CallOptions,
): List<ServiceSystemPlaylist> {
  return sendList(token, path`/users/${user}/likes/system-playlists`, limit, options, LINKED);
}

/**
 * Lists the tracks that a user has reposted.
 *
 * Tracks that are blocked in the token's country are left out unless `access` includes `blocked`.
 *
 * @param token Access token or session.
 * @param user User id: number, numeric string or URN.
 * @param limit Items per page, 1 to 200. Default 50.
 * @param options Call options; also `access`.
 * @returns A page of tracks.
 * @throws {TypeError} When the id is invalid.
 * @throws {RangeError} When the limit isn't a positive integer.
 * @throws {ServiceError} When SoundCloud refuses, or can't be reached.
 * @example
 * ```ts ignore
 * const { collection } = await getUserRepostsTracks(token, 1, 2);
 * collection.map(({ title }) => title); // ["Northern Platform", "Warm Lantern"]
 * ```
 * @see {@link https://developers.soundcloud.com/docs/api/explorer/open-api#/users/get_users__user_urn__reposts_tracks | GET /users/{user_urn}/reposts/tracks}
 */
export function getRepostsTracks(
  token: TokenSource,
  user: ResourceId,
  limit?: number | AccessOptions,
  options?: AccessOptions,
): List<ServiceTrack> {
  return sendList(token, path`/users/${user}/reposts/tracks`, limit, options, LINKED, "access");
}

/**
 * Lists the playlists that a user has reposted.
 *
 * @param token Access token or session.
 * @param user User id: number, numeric string or URN.
 * @param limit Items per page, 1 to 200. Default 50.
 * @param options Call options.
 * @returns A page of playlists.
 * @throws {TypeError} When the id is invalid.
 * @throws {RangeError} When the limit isn't a positive integer.
 * @throws {ServiceError} When SoundCloud refuses, or can't be reached.
 * @example
 * ```ts ignore
 * const { collection } = await getUserRepostsPlaylists(token, 1, 2);
 * collection.map(({ title }) => title); // ["Golden Selection 6", "Soft Selection 18"]
 * ```
 * @see {@link https://developers.soundcloud.com/docs/api/explorer/open-api#/users/get_users__user_urn__reposts_playlists | GET /users/{user_urn}/reposts/playlists}
 */
export function getRepostsPlaylists(
  token: TokenSource,
  user: ResourceId,
  limit?: number | CallOptions,
  options?: CallOptions,
): List<ServicePlaylist> {
  return sendList(token, path`/users/${user}/reposts/playlists`, limit, options, LINKED);
}

/**
 * Lists the tracks that a user likes, from a deprecated endpoint.
 *
 * @param token Access token or session.
 * @param user User id: number, numeric string or URN.
 * @param limit Items per page, 1 to 200. Default 50.
 * @param options Call options.
 * @returns A page of tracks.
 * @throws {TypeError} When the id is invalid.
 * @throws {RangeError} When the limit isn't a positive integer.
 * @throws {ServiceError} When SoundCloud refuses, or can't be reached.
 * @example
 * ```ts ignore
 * const { collection } = await getUserFavorites(token, 1, 2);
 * collection.map(({ title }) => title); // ["Liquid Radio"]
 * ```
 * @see {@link https://developers.soundcloud.com/docs/api/explorer/open-api#/users/get_users__user_urn__favorites | GET /users/{user_urn}/favorites}
 * @deprecated Use `users.getLikesTracks`.
 */
export function getFavorites(
  token: TokenSource,
  user: ResourceId,
  limit?: number | CallOptions,
  options?: CallOptions,
): List<ServiceTrack> {
  return sendList(token, path`/users/${user}/favorites`, limit, options, LINKED);
}

/**
 * Gets a user that another user follows.
 *
 * @param token Access token or session.
 * @param user User id: number, numeric string or URN.
 * @param following Id of the followed user.
 * @param options Call options.
 * @returns The followed user.
 * @throws {TypeError} When the id is invalid.
 * @throws {ServiceError} When SoundCloud refuses, or can't be reached.
 * @example
 * ```ts ignore
 * const user = await getUserFollowing(token, 1, 8);
 * user.username; // "Full Shelf"
 * ```
 * @see {@link https://developers.soundcloud.com/docs/api/explorer/open-api#/users/get_users__user_urn__followings__following_urn_ | GET /users/{user_urn}/followings/{following_urn}}
 * @deprecated Use `users.getUser`.
 */
export function getFollowing(
  token: TokenSource,
  user: ResourceId,
  following: ResourceId,
  options?: CallOptions,
): Promise<ServiceUser> {
  return sendGet(token, path`/users/${user}/followings/${following}`, options);
}
