/**
 * The user's activities, feed and recently played tracks.
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
import { type AccessOptions, optionsAt } from "../options.ts";
import { type List, sendList, sendPage } from "../pages.ts";
import type { CallOptions, TokenSource } from "../session.ts";
import type { AccessFilter } from "../types/access.ts";
import type { ActivitiesResponse, Activity } from "../types/activity.ts";
import type { ServiceTrack } from "../types/track.ts";

/**
 * Lists the user's activities.
 *
 * @param token Access token or session.
 * @param limit Items per page, 1 to 200. Default 50.
 * @param options Call options; also `access`.
 * @returns The activities, with links to older and newer ones.
 * @throws {RangeError} When the limit isn't a positive integer.
 * @throws {ServiceError} When SoundCloud refuses, or can't be reached.
 * @example
 * ```ts ignore
 * const { collection } = await getMeActivities(token, 2);
 * collection.map(({ type }) => type); // ["track:repost", "track:repost"]
 * ```
 * @see {@link https://developers.soundcloud.com/docs/api/explorer/open-api#/me/get_me_activities | GET /me/activities}
 * @deprecated Use `me.getFeed`.
 */
export function getActivities(
  token: TokenSource,
  limit?: number | AccessOptions,
  options?: AccessOptions,
): List<Activity, ActivitiesResponse> {
  return sendList(token, "/me/activities", limit, options, {}, "access");
}

/**
 * Lists activities on the user's own tracks and playlists.
 *
 * @param token Access token or session.
 * @param limit Items per page, 1 to 200. Default 50.
 * @param options Call options; also `access`.
 * @returns The activities, with links to older and newer ones.
 * @throws {RangeError} When the limit isn't a positive integer.
 * @throws {ServiceError} When SoundCloud refuses, or can't be reached.
 * @example
 * ```ts ignore
 * const { collection } = await getMeActivitiesOwn(token, 2);
 * collection.map(({ type }) => type); // ["track:repost", "track"]
 * ```
 * @see {@link https://developers.soundcloud.com/docs/api/explorer/open-api#/me/get_me_activities_all_own | GET /me/activities/all/own}
 */
export function getActivitiesOwn(
  token: TokenSource,
  limit?: number | AccessOptions,
  options?: AccessOptions,
): List<Activity, ActivitiesResponse> {
  return sendList(token, "/me/activities/all/own", limit, options, {}, "access");
}

/**
 * Lists the track activities of the user.
 *
 * @param token Access token or session.
 * @param limit Items per page, 1 to 200. Default 50.
 * @param options Call options; also `access`.
 * @returns The activities, with links to older and newer ones.
 * @throws {RangeError} When the limit isn't a positive integer.
 * @throws {ServiceError} When SoundCloud refuses, or can't be reached.
 * @example
 * ```ts ignore
 * const { collection } = await getMeActivitiesTracks(token, 2);
 * collection.map(({ type }) => type); // ["track:repost", "track:repost"]
 * ```
 * @see {@link https://developers.soundcloud.com/docs/api/explorer/open-api#/me/get_me_activities_tracks | GET /me/activities/tracks}
 */
export function getActivitiesTracks(
  token: TokenSource,
  limit?: number | AccessOptions,
  options?: AccessOptions,
): List<Activity, ActivitiesResponse> {
  return sendList(token, "/me/activities/tracks", limit, options, {}, "access");
}

/**
 * Lists the posts and reposts of followed users.
 *
 * `future_href` returns later entries, for polling.
 *
 * @param token Access token or session.
 * @param limit Items per page, 1 to 200. Default 50.
 * @param access Access levels: `playable`, `preview`, `blocked`. Default: the first two.
 * @param options Call options.
 * @returns The activities, with links to older and newer ones.
 * @throws {RangeError} When the limit isn't a positive integer.
 * @throws {ServiceError} When SoundCloud refuses, or can't be reached.
 * @example
 * ```ts ignore
 * const { collection } = await getMeFeed(token, 2, "playable");
 * collection.map(({ type }) => type); // ["track:repost", "track:repost"]
 * ```
 * @see {@link https://developers.soundcloud.com/docs/api/explorer/open-api#/me/get_me_feed | GET /me/feed}
 */
export function getFeed(
  token: TokenSource,
  limit?: number | CallOptions,
  access?: AccessFilter | CallOptions,
  options?: CallOptions,
): List<Activity, ActivitiesResponse> {
  [access, options] = optionsAt(access, options);
  [limit, options] = optionsAt(limit, options);
  return sendPage(token, "/me/feed", { limit, access }, options);
}

/**
 * Lists the tracks of the user's feed.
 *
 * @param token Access token or session.
 * @param limit Items per page, 1 to 200. Default 50.
 * @param access Access levels: `playable`, `preview`, `blocked`. Default: the first two.
 * @param options Call options.
 * @returns The activities, with links to older and newer ones.
 * @throws {RangeError} When the limit isn't a positive integer.
 * @throws {ServiceError} When SoundCloud refuses, or can't be reached.
 * @example
 * ```ts ignore
 * const { collection } = await getMeFeedTracks(token, 2, "playable");
 * collection.map(({ type }) => type); // ["track:repost", "track:repost"]
 * ```
 * @see {@link https://developers.soundcloud.com/docs/api/explorer/open-api#/me/get_me_feed_tracks | GET /me/feed/tracks}
 */
export function getFeedTracks(
  token: TokenSource,
  limit?: number | CallOptions,
  access?: AccessFilter | CallOptions,
  options?: CallOptions,
): List<Activity, ActivitiesResponse> {
  [access, options] = optionsAt(access, options);
  [limit, options] = optionsAt(limit, options);
  return sendPage(token, "/me/feed/tracks", { limit, access }, options);
}

/**
 * Lists the tracks that the user played most recently.
 *
 * @param token Access token or session.
 * @param access Access levels: `playable`, `preview`, `blocked`. Default: all.
 * @param options Call options.
 * @returns At most 25 tracks; there is no next page.
 * @throws {ServiceError} When SoundCloud refuses, or can't be reached.
 * @example
 * ```ts ignore
 * const tracks = await getMeRecentlyPlayedTracks(token);
 * tracks[1]?.title; // "Electric Meadow"
 * ```
 * @see {@link https://developers.soundcloud.com/docs/api/explorer/open-api#/me/get_me_recently_played_tracks | GET /me/recently-played/tracks}
 */
export async function getRecentlyPlayedTracks(
  token: TokenSource,
  access?: AccessFilter | CallOptions,
  options?: CallOptions,
): Promise<readonly ServiceTrack[]> {
  [access, options] = optionsAt(access, options);
  return (await sendPage<ServiceTrack>(token, "/me/recently-played/tracks", { access }, options)).collection;
}
