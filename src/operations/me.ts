/**
 * The authenticated user: profile, followings and followers.
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
import type { AccessOptions, OffsetOptions } from "../options.ts";
import { type List, sendList, sendPage } from "../pages.ts";
import type { CallOptions, TokenSource } from "../session.ts";
import { toggle } from "../toggle.ts";
import { sendGet } from "../transport/send.ts";
import { path } from "../formats/path.ts";
import type { Connection } from "../types/connection.ts";
import type { ResourceId } from "../types/resource_id.ts";
import type { ServiceTrack } from "../types/track.ts";
import type { ServiceMe, ServiceUser } from "../types/user.ts";

/**
 * Gets the authenticated user.
 *
 * @param token Access token or session.
 * @param options Call options.
 * @returns The user, with quota and private counts.
 * @throws {ServiceError} When SoundCloud refuses, or can't be reached.
 * @example
 * ```ts ignore
 * const me = await getMe(token);
 * me.username; // "Night Ferry"
 * ```
 * @see {@link https://developers.soundcloud.com/docs/api/explorer/open-api#/me/get_me | GET /me}
 */
export function getMe(token: TokenSource, options?: CallOptions): Promise<ServiceMe> {
  return sendGet(token, "/me", options);
}

/**
 * Lists the users that the authenticated user follows.
 *
 * @param token Access token or session.
 * @param limit Items per page, 1 to 200. Default 50.
 * @param options Call options; also `offset`.
 * @returns A page of users.
 * @throws {RangeError} When the limit isn't a positive integer, or the offset isn't an integer of 0 or more.
 * @throws {ServiceError} When SoundCloud refuses, or can't be reached.
 * @example
 * ```ts ignore
 * const { collection } = await getMeFollowings(token, 2);
 * collection.map(({ username }) => username); // ["Full Shelf", "Tin Orchard"]
 * ```
 * @see {@link https://developers.soundcloud.com/docs/api/explorer/open-api#/me/get_me_followings | GET /me/followings}
 */
export function getFollowings(
  token: TokenSource,
  limit?: number | OffsetOptions,
  options?: OffsetOptions,
): List<ServiceUser> {
  return sendList(token, "/me/followings", limit, options, {}, "offset");
}

/**
 * Lists new tracks of followed users.
 *
 * @param token Access token or session.
 * @param limit Items per page, 1 to 200. Default 50.
 * @param options Call options; also `access`, `offset`.
 * @returns One page, without a link to the next one.
 * @throws {RangeError} When the limit isn't a positive integer, or the offset isn't an integer of 0 or more.
 * @throws {ServiceError} When SoundCloud refuses, or can't be reached.
 * @example
 * ```ts ignore
 * const { collection } = await getMeFollowingsTracks(token, 1);
 * collection.map(({ title }) => title); // ["Slow Lantern"]
 * ```
 * @see {@link https://developers.soundcloud.com/docs/api/explorer/open-api#/me/get_me_followings_tracks | GET /me/followings/tracks}
 */
export function getFollowingsTracks(
  token: TokenSource,
  limit?: number | AccessOptions & OffsetOptions,
  options?: AccessOptions & OffsetOptions,
): List<ServiceTrack> {
  return sendList(token, "/me/followings/tracks", limit, options, {}, "access", "offset");
}

/**
 * Lists the followers of the user.
 *
 * @param token Access token or session.
 * @param limit Items per page, 1 to 200. Default 50.
 * @param options Call options.
 * @returns A page of users.
 * @throws {RangeError} When the limit isn't a positive integer.
 * @throws {ServiceError} When SoundCloud refuses, or can't be reached.
 * @example
 * ```ts ignore
 * const { collection } = await getMeFollowers(token, 2);
 * collection.map(({ username }) => username); // ["Low Ceiling", "Copper Tram"]
 * ```
 * @see {@link https://developers.soundcloud.com/docs/api/explorer/open-api#/me/get_me_followers | GET /me/followers}
 */
export function getFollowers(
  token: TokenSource,
  limit?: number | CallOptions,
  options?: CallOptions,
): List<ServiceUser> {
  return sendList(token, "/me/followers", limit, options, {});
}

/**
 * Follows a user.
 *
 * A user can follow about 2,000 others; above that, SoundCloud responds with 422.
 *
 * @param token Access token or session.
 * @param user User id: number, numeric string or URN.
 * @param options Call options.
 * @returns True once SoundCloud has accepted it; following a user again isn't an error.
 * @throws {TypeError} When the id is invalid.
 * @throws {ServiceError} When SoundCloud refuses, or can't be reached.
 * @example
 * ```ts ignore
 * await followUser(token, 2); // true
 * (await getMeFollowing(token, 2)).id; // 2
 * ```
 * @see {@link https://developers.soundcloud.com/docs/api/explorer/open-api#/me/put_me_followings__user_urn_ | PUT /me/followings/{user_urn}}
 */
export function follow(token: TokenSource, user: ResourceId, options?: CallOptions): Promise<boolean> {
  return toggle(token, "PUT", path`/me/followings/${user}`, options);
}

/**
 * Unfollows a user.
 *
 * @param token Access token or session.
 * @param user User id: number, numeric string or URN.
 * @param options Call options.
 * @returns True when SoundCloud accepted it, false when the user wasn't followed.
 * @throws {TypeError} When the id is invalid.
 * @throws {ServiceError} When SoundCloud refuses, or can't be reached.
 * @example
 * ```ts ignore
 * await unfollowUser(token, 8); // true
 * (await getMeFollowings(token)).collection.some(({ id }) => id === 8); // false
 * ```
 * @see {@link https://developers.soundcloud.com/docs/api/explorer/open-api#/me/delete_me_followings__user_urn_ | DELETE /me/followings/{user_urn}}
 */
export function unfollow(token: TokenSource, user: ResourceId, options?: CallOptions): Promise<boolean> {
  return toggle(token, "DELETE", path`/me/followings/${user}`, options);
}

/**
 * Lists the user's linked accounts on other services.
 *
 * @param token Access token or session.
 * @param options Call options.
 * @returns The connections.
 * @throws {ServiceError} When SoundCloud refuses, or can't be reached.
 * @example
 * ```ts ignore
 * const connections = await getMeConnections(token);
 * connections.map(({ display_name }) => display_name); // ["@artist1@social.example"]
 * ```
 */
export async function getConnections(token: TokenSource, options?: CallOptions): Promise<readonly Connection[]> {
  return (await sendPage<Connection>(token, "/me/connections", undefined, options)).collection;
}

/**
 * Gets a user that the authenticated user follows.
 *
 * @param token Access token or session.
 * @param user User id: number, numeric string or URN.
 * @param options Call options.
 * @returns The followed user.
 * @throws {TypeError} When the id is invalid.
 * @throws {ServiceError} When SoundCloud refuses, or can't be reached.
 * @example
 * ```ts ignore
 * const user = await getMeFollowing(token, 8);
 * user.username; // "Full Shelf"
 * ```
 * @see {@link https://developers.soundcloud.com/docs/api/explorer/open-api#/me/get_me_followings__user_urn_ | GET /me/followings/{user_urn}}
 * @deprecated Use `users.getUser`.
 */
export function getFollowing(token: TokenSource, user: ResourceId, options?: CallOptions): Promise<ServiceUser> {
  return sendGet(token, path`/me/followings/${user}`, options);
}

/**
 * Gets a follower of the authenticated user.
 *
 * @param token Access token or session.
 * @param follower Id of the follower.
 * @param options Call options.
 * @returns The follower.
 * @throws {TypeError} When the id is invalid.
 * @throws {ServiceError} When SoundCloud refuses, or can't be reached.
 * @example
 * ```ts ignore
 * const user = await getMeFollower(token, 16);
 * user.username; // "Low Ceiling"
 * ```
 * @see {@link https://developers.soundcloud.com/docs/api/explorer/open-api#/me/get_me_followers__follower_urn_ | GET /me/followers/{follower_urn}}
 * @deprecated Use `users.getUser`.
 */
export function getFollower(token: TokenSource, follower: ResourceId, options?: CallOptions): Promise<ServiceUser> {
  return sendGet(token, path`/me/followers/${follower}`, options);
}

export * from "./me_activities.ts";
export * from "./me_library.ts";
