/**
 * Users: profiles, followers, tracks and playlists.
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
import {
  type AccessOptions,
  LINKED,
  type OffsetOptions,
  optionsAt,
  type ShowTracksOptions,
  type SortOptions,
} from "../options.ts";
import { type List, sendList, sendPage } from "../pages.ts";
import type { CallOptions, TokenSource } from "../session.ts";
import { sendGet } from "../transport/send.ts";
import { path } from "../formats/path.ts";
import type { ServicePlaylist } from "../types/playlist.ts";
import type { ResourceId } from "../types/resource_id.ts";
import type { ServiceTrack } from "../types/track.ts";
import type { ServiceUser } from "../types/user.ts";
import type { WebProfile } from "../types/web_profile.ts";

/**
 * Gets a user.
 *
 * @param token Access token or session.
 * @param user User id: number, numeric string or URN.
 * @param options Call options.
 * @returns The user. Its `comments_count` is always 0.
 * @throws {TypeError} When the id is invalid.
 * @throws {ServiceError} When SoundCloud refuses, or can't be reached.
 * @example
 * ```ts ignore
 * const user = await getUser(token, 1);
 * user.username; // "Night Ferry"
 * ```
 * @see {@link https://developers.soundcloud.com/docs/api/explorer/open-api#/users/get_users__user_urn_ | GET /users/{user_urn}}
 */
export function getUser(token: TokenSource, user: ResourceId, options?: CallOptions): Promise<ServiceUser> {
  return sendGet(token, path`/users/${user}`, options);
}

/**
 * Lists the followers of a user.
 *
 * @param token Access token or session.
 * @param user User id: number, numeric string or URN.
 * @param limit Items per page, 1 to 200. Default 50.
 * @param options Call options.
 * @returns A page of users.
 * @throws {TypeError} When the id is invalid.
 * @throws {RangeError} When the limit isn't a positive integer.
 * @throws {ServiceError} When SoundCloud refuses, or can't be reached.
 * @example
 * ```ts ignore
 * const { collection } = await getFollowers(token, 1, 2);
 * collection.map(({ username }) => username); // ["Low Ceiling", "Copper Tram"]
 * ```
 * @see {@link https://developers.soundcloud.com/docs/api/explorer/open-api#/users/get_users__user_urn__followers | GET /users/{user_urn}/followers}
 */
export function getFollowers(
  token: TokenSource,
  user: ResourceId,
  limit?: number | CallOptions,
  options?: CallOptions,
): List<ServiceUser> {
  return sendList(token, path`/users/${user}/followers`, limit, options, {});
}

/**
 * Lists the users that a user follows.
 *
 * @param token Access token or session.
 * @param user User id: number, numeric string or URN.
 * @param limit Items per page, 1 to 200. Default 50.
 * @param options Call options.
 * @returns A page of users.
 * @throws {TypeError} When the id is invalid.
 * @throws {RangeError} When the limit isn't a positive integer.
 * @throws {ServiceError} When SoundCloud refuses, or can't be reached.
 * @example
 * ```ts ignore
 * const { collection } = await getFollowings(token, 1, 2);
 * collection.map(({ username }) => username); // ["Full Shelf", "Tin Orchard"]
 * ```
 * @see {@link https://developers.soundcloud.com/docs/api/explorer/open-api#/users/get_users__user_urn__followings | GET /users/{user_urn}/followings}
 */
export function getFollowings(
  token: TokenSource,
  user: ResourceId,
  limit?: number | CallOptions,
  options?: CallOptions,
): List<ServiceUser> {
  return sendList(token, path`/users/${user}/followings`, limit, options, {});
}

/**
 * Lists the tracks of a user.
 *
 * Tracks that are blocked in the token's country are left out unless `access` includes `blocked`.
 *
 * @param token Access token or session.
 * @param user User id: number, numeric string or URN.
 * @param limit Items per page, 1 to 200. Default 50.
 * @param options Call options; also `access`, `sort`.
 * @returns A page of tracks.
 * @throws {TypeError} When the id is invalid.
 * @throws {RangeError} When the limit isn't a positive integer.
 * @throws {ServiceError} When SoundCloud refuses, or can't be reached.
 * @example
 * ```ts ignore
 * const { collection } = await getUserTracks(token, 1, 2);
 * collection.map(({ title }) => title); // ["Hidden Arcade", "Amber Platform"]
 * ```
 * @see {@link https://developers.soundcloud.com/docs/api/explorer/open-api#/users/get_users__user_urn__tracks | GET /users/{user_urn}/tracks}
 */
export function getTracks(
  token: TokenSource,
  user: ResourceId,
  limit?: number | AccessOptions & SortOptions,
  options?: AccessOptions & SortOptions,
): List<ServiceTrack> {
  return sendList(token, path`/users/${user}/tracks`, limit, options, LINKED, "access", "sort");
}

/**
 * Lists the playlists of a user.
 *
 * They come without their tracks, which keeps responses small; `showTracks: true` includes them.
 *
 * @param token Access token or session.
 * @param user User id: number, numeric string or URN.
 * @param limit Items per page, 1 to 200. Default 50.
 * @param options Call options; also `access`, `showTracks`.
 * @returns A page of playlists.
 * @throws {TypeError} When the id is invalid.
 * @throws {RangeError} When the limit isn't a positive integer.
 * @throws {ServiceError} When SoundCloud refuses, or can't be reached.
 * @example
 * ```ts ignore
 * const { collection } = await getUserPlaylists(token, 1, 2);
 * collection.map(({ title }) => title); // ["Amber Selection 2", "Empty Selection 16"]
 * ```
 * @see {@link https://developers.soundcloud.com/docs/api/explorer/open-api#/users/get_users__user_urn__playlists | GET /users/{user_urn}/playlists}
 */
export function getPlaylists(
  token: TokenSource,
  user: ResourceId,
  limit?: number | AccessOptions & ShowTracksOptions,
  options?: AccessOptions & ShowTracksOptions,
): List<ServicePlaylist> {
  [limit, options] = optionsAt(limit, options);
  const query = { ...LINKED, limit, access: options?.access, show_tracks: options?.showTracks ?? false };
  return sendPage(token, path`/users/${user}/playlists`, query, options);
}

/**
 * Lists users that are similar to a user.
 *
 * @param token Access token or session.
 * @param user User id: number, numeric string or URN.
 * @param limit Items per page, 1 to 200. Default 50.
 * @param options Call options; also `offset`.
 * @returns A page of users.
 * @throws {TypeError} When the id is invalid.
 * @throws {RangeError} When the limit isn't a positive integer, or the offset isn't an integer of 0 or more.
 * @throws {ServiceError} When SoundCloud refuses, or can't be reached.
 * @example
 * ```ts ignore
 * const { collection } = await getRelatedUsers(token, 1, 2);
 * collection.map(({ username }) => username); // ["شمس الليل", "Full Shelf"]
 * ```
 * @see {@link https://developers.soundcloud.com/docs/api/explorer/open-api#/users/get_users__user_urn__related | GET /users/{user_urn}/related}
 */
export function getRelated(
  token: TokenSource,
  user: ResourceId,
  limit?: number | OffsetOptions,
  options?: OffsetOptions,
): List<ServiceUser> {
  return sendList(token, path`/users/${user}/related`, limit, options, LINKED, "offset");
}

/**
 * Lists the links of a user's profile.
 *
 * @param token Access token or session.
 * @param user User id: number, numeric string or URN.
 * @param options Call options.
 * @returns The links.
 * @throws {TypeError} When the id is invalid.
 * @throws {ServiceError} When SoundCloud refuses, or can't be reached.
 * @example
 * ```ts ignore
 * const profiles = await getUserWebProfiles(token, 1);
 * profiles.map(({ service }) => service); // ["instagram", "bandcamp"]
 * ```
 * @see {@link https://developers.soundcloud.com/docs/api/explorer/open-api#/users/get_users__user_urn__web_profiles | GET /users/{user_urn}/web-profiles}
 */
export async function getWebProfiles(
  token: TokenSource,
  user: ResourceId,
  options?: CallOptions,
): Promise<readonly WebProfile[]> {
  return (await sendPage<WebProfile>(token, path`/users/${user}/web-profiles`, undefined, options)).collection;
}

export * from "./users_likes.ts";
