/**
 * The user's own tracks and playlists, likes and reposts.
 *
 * @module
 */
import { type AccessOptions, LINKED, optionsAt, type ShowTracksOptions, type SortOptions } from "../options.ts";
import { type List, sendPage } from "../pages.ts";
import type { CallOptions, TokenSource } from "../session.ts";
import type { ServicePlaylist } from "../types/playlist.ts";
import type { ServiceSystemPlaylist } from "../types/system_playlist.ts";
import type { ServiceTrack } from "../types/track.ts";

/**
 * Lists the user's own tracks, private ones too.
 *
 * @param token Access token, or a session.
 * @param limit Items a page, 1 to 200. Default: 50.
 * @param options Options of the call; also `sort`.
 * @returns A page of tracks.
 * @throws {ServiceError} When the service refuses, or can't be reached.
 * @example
 * ```ts
 * import { getMeTracks, ServiceClient } from "@tonearm/client";
 * import { createSandbox } from "@tonearm/sandbox";
 *
 * using sandbox = createSandbox();
 * const token = sandbox.issueTokens().access_token;
 * const client = new ServiceClient(sandbox.clientConfig);
 * await client.me.getTracks(10, { token });
 * await getMeTracks(token, 10, sandbox.clientConfig);
 * ```
 * @see {@link https://developers.soundcloud.com/docs/api/explorer/open-api#/me/get_me_tracks | GET /me/tracks}
 */
export function getTracks(
  token: TokenSource,
  limit?: number | SortOptions,
  options?: SortOptions,
): List<ServiceTrack> {
  [limit, options] = optionsAt(limit, options);
  const query = { ...LINKED, limit, sort: options?.sort };
  return sendPage(token, "/me/tracks", query, options);
}

/**
 * Lists the user's own playlists, private ones too.
 *
 * With `showTracks: false` they come without their tracks, which is much lighter.
 *
 * @param token Access token, or a session.
 * @param limit Items a page, 1 to 200. Default: 50.
 * @param options Options of the call; also `showTracks`.
 * @returns A page of playlists.
 * @throws {ServiceError} When the service refuses, or can't be reached.
 * @example
 * ```ts
 * import { getMePlaylists, ServiceClient } from "@tonearm/client";
 * import { createSandbox } from "@tonearm/sandbox";
 *
 * using sandbox = createSandbox();
 * const token = sandbox.issueTokens().access_token;
 * const client = new ServiceClient(sandbox.clientConfig);
 * await client.me.getPlaylists(10, { token });
 * await getMePlaylists(token, 10, sandbox.clientConfig);
 * ```
 * @see {@link https://developers.soundcloud.com/docs/api/explorer/open-api#/me/get_me_playlists | GET /me/playlists}
 */
export function getPlaylists(
  token: TokenSource,
  limit?: number | ShowTracksOptions,
  options?: ShowTracksOptions,
): List<ServicePlaylist> {
  [limit, options] = optionsAt(limit, options);
  const query = { ...LINKED, limit, show_tracks: options?.showTracks };
  return sendPage(token, "/me/playlists", query, options);
}

/**
 * Lists the tracks that the user likes.
 *
 * A new like may take some minutes to show.
 *
 * @param token Access token, or a session.
 * @param limit Items a page, 1 to 200. Default: 50.
 * @param options Options of the call; also `access`.
 * @returns A page of tracks.
 * @throws {ServiceError} When the service refuses, or can't be reached.
 * @example
 * ```ts
 * import { getMeLikesTracks, ServiceClient } from "@tonearm/client";
 * import { createSandbox } from "@tonearm/sandbox";
 *
 * using sandbox = createSandbox();
 * const token = sandbox.issueTokens().access_token;
 * const client = new ServiceClient(sandbox.clientConfig);
 * await client.me.getLikesTracks(10, { token });
 * await getMeLikesTracks(token, 10, sandbox.clientConfig);
 * ```
 * @see {@link https://developers.soundcloud.com/docs/api/explorer/open-api#/me/get_me_likes_tracks | GET /me/likes/tracks}
 */
export function getLikesTracks(
  token: TokenSource,
  limit?: number | AccessOptions,
  options?: AccessOptions,
): List<ServiceTrack> {
  [limit, options] = optionsAt(limit, options);
  const query = { ...LINKED, limit, access: options?.access };
  return sendPage(token, "/me/likes/tracks", query, options);
}

/**
 * Lists the playlists that the user likes.
 *
 * @param token Access token, or a session.
 * @param limit Items a page, 1 to 200. Default: 50.
 * @param options Options of the call.
 * @returns A page of playlists.
 * @throws {ServiceError} When the service refuses, or can't be reached.
 * @example
 * ```ts
 * import { getMeLikesPlaylists, ServiceClient } from "@tonearm/client";
 * import { createSandbox } from "@tonearm/sandbox";
 *
 * using sandbox = createSandbox();
 * const token = sandbox.issueTokens().access_token;
 * const client = new ServiceClient(sandbox.clientConfig);
 * await client.me.getLikesPlaylists(10, { token });
 * await getMeLikesPlaylists(token, 10, sandbox.clientConfig);
 * ```
 * @see {@link https://developers.soundcloud.com/docs/api/explorer/open-api#/me/get_me_likes_playlists | GET /me/likes/playlists}
 */
export function getLikesPlaylists(
  token: TokenSource,
  limit?: number | CallOptions,
  options?: CallOptions,
): List<ServicePlaylist> {
  [limit, options] = optionsAt(limit, options);
  return sendPage(token, "/me/likes/playlists", { ...LINKED, limit }, options);
}

/**
 * Lists the stations and other system playlists that the user likes, without their tracks.
 *
 * @param token Access token, or a session.
 * @param limit Items a page, 1 to 200. Default: 50.
 * @param options Options of the call.
 * @returns A page of system playlists.
 * @throws {ServiceError} When the service refuses, or can't be reached.
 * @example
 * ```ts
 * import { getMeLikesSystemPlaylists, ServiceClient } from "@tonearm/client";
 * import { createSandbox } from "@tonearm/sandbox";
 *
 * using sandbox = createSandbox();
 * const token = sandbox.issueTokens().access_token;
 * const client = new ServiceClient(sandbox.clientConfig);
 * await client.me.getLikesSystemPlaylists(10, { token });
 * await getMeLikesSystemPlaylists(token, 10, sandbox.clientConfig);
 * ```
 * @see {@link https://developers.soundcloud.com/docs/api/explorer/open-api#/me/get_me_likes_system_playlists | GET /me/likes/system-playlists}
 */
export function getLikesSystemPlaylists(
  token: TokenSource,
  limit?: number | CallOptions,
  options?: CallOptions,
): List<ServiceSystemPlaylist> {
  [limit, options] = optionsAt(limit, options);
  const query = { ...LINKED, limit };
  return sendPage(token, "/me/likes/system-playlists", query, options);
}

/**
 * Lists the tracks that the user has reposted.
 *
 * @param token Access token, or a session.
 * @param limit Items a page, 1 to 200. Default: 50.
 * @param options Options of the call; also `access`.
 * @returns A page of tracks.
 * @throws {ServiceError} When the service refuses, or can't be reached.
 * @example
 * ```ts
 * import { getMeRepostsTracks, ServiceClient } from "@tonearm/client";
 * import { createSandbox } from "@tonearm/sandbox";
 *
 * using sandbox = createSandbox();
 * const token = sandbox.issueTokens().access_token;
 * const client = new ServiceClient(sandbox.clientConfig);
 * await client.me.getRepostsTracks(10, { token });
 * await getMeRepostsTracks(token, 10, sandbox.clientConfig);
 * ```
 * @see {@link https://developers.soundcloud.com/docs/api/explorer/open-api#/me/get_me_reposts_tracks | GET /me/reposts/tracks}
 */
export function getRepostsTracks(
  token: TokenSource,
  limit?: number | AccessOptions,
  options?: AccessOptions,
): List<ServiceTrack> {
  [limit, options] = optionsAt(limit, options);
  const query = { ...LINKED, limit, access: options?.access };
  return sendPage(token, "/me/reposts/tracks", query, options);
}

/**
 * Lists the playlists that the user has reposted.
 *
 * @param token Access token, or a session.
 * @param limit Items a page, 1 to 200. Default: 50.
 * @param options Options of the call.
 * @returns A page of playlists.
 * @throws {ServiceError} When the service refuses, or can't be reached.
 * @example
 * ```ts
 * import { getMeRepostsPlaylists, ServiceClient } from "@tonearm/client";
 * import { createSandbox } from "@tonearm/sandbox";
 *
 * using sandbox = createSandbox();
 * const token = sandbox.issueTokens().access_token;
 * const client = new ServiceClient(sandbox.clientConfig);
 * await client.me.getRepostsPlaylists(10, { token });
 * await getMeRepostsPlaylists(token, 10, sandbox.clientConfig);
 * ```
 * @see {@link https://developers.soundcloud.com/docs/api/explorer/open-api#/me/get_me_reposts_playlists | GET /me/reposts/playlists}
 */
export function getRepostsPlaylists(
  token: TokenSource,
  limit?: number | CallOptions,
  options?: CallOptions,
): List<ServicePlaylist> {
  [limit, options] = optionsAt(limit, options);
  return sendPage(token, "/me/reposts/playlists", { ...LINKED, limit }, options);
}
