/**
 * Reposts.
 *
 * @module
 */
import type { CallOptions, TokenSource } from "../session.ts";
import { path } from "../transport/path.ts";
import type { ResourceId } from "../types/resource_id.ts";
import { toggle } from "../toggle.ts";

/**
 * Reposts a track.
 *
 * A user who does so too often is warned by a 429 whose `spamWarningUrn` is set.
 *
 * @param token Access token, or a session.
 * @param track Track id: number, numeric string or URN.
 * @param options Options of the call.
 * @returns True: the service accepted it.
 * @throws {TypeError} When the id can't be one.
 * @throws {ServiceError} When the service refuses, or can't be reached.
 * @example
 * ```ts
 * import { repostTrack, ServiceClient } from "@tonearm/client";
 * import { createSandbox } from "@tonearm/sandbox";
 *
 * using sandbox = createSandbox();
 * const token = sandbox.issueTokens().access_token;
 * const client = new ServiceClient(sandbox.clientConfig);
 * await client.reposts.repostTrack("soundcloud:tracks:1198", { token });
 * await repostTrack(token, "soundcloud:tracks:1198", sandbox.clientConfig);
 * ```
 * @see {@link https://developers.soundcloud.com/docs/api/explorer/open-api#/reposts/post_reposts_tracks__track_urn_ | POST /reposts/tracks/{track_urn}}
 */
export function repostTrack(token: TokenSource, track: ResourceId, options?: CallOptions): Promise<boolean> {
  return toggle(token, "POST", path`/reposts/tracks/${track}`, options);
}

/**
 * Takes back the repost of a track.
 *
 * @param token Access token, or a session.
 * @param track Track id: number, numeric string or URN.
 * @param options Options of the call.
 * @returns False when there was nothing to take back.
 * @throws {TypeError} When the id can't be one.
 * @throws {ServiceError} When the service refuses, or can't be reached.
 * @example
 * ```ts
 * import { ServiceClient, unrepostTrack } from "@tonearm/client";
 * import { createSandbox } from "@tonearm/sandbox";
 *
 * using sandbox = createSandbox();
 * const token = sandbox.issueTokens().access_token;
 * const client = new ServiceClient(sandbox.clientConfig);
 * await client.reposts.unrepostTrack("soundcloud:tracks:1198", { token });
 * await unrepostTrack(token, "soundcloud:tracks:1198", sandbox.clientConfig);
 * ```
 * @see {@link https://developers.soundcloud.com/docs/api/explorer/open-api#/reposts/delete_reposts_tracks__track_urn_ | DELETE /reposts/tracks/{track_urn}}
 */
export function unrepostTrack(token: TokenSource, track: ResourceId, options?: CallOptions): Promise<boolean> {
  return toggle(token, "DELETE", path`/reposts/tracks/${track}`, options);
}

/**
 * Reposts a playlist.
 *
 * A user who does so too often is warned by a 429 whose `spamWarningUrn` is set.
 *
 * @param token Access token, or a session.
 * @param playlist Playlist id: number, numeric string or URN.
 * @param options Options of the call.
 * @returns True: the service accepted it.
 * @throws {TypeError} When the id can't be one.
 * @throws {ServiceError} When the service refuses, or can't be reached.
 * @example
 * ```ts
 * import { repostPlaylist, ServiceClient } from "@tonearm/client";
 * import { createSandbox } from "@tonearm/sandbox";
 *
 * using sandbox = createSandbox();
 * const token = sandbox.issueTokens().access_token;
 * const client = new ServiceClient(sandbox.clientConfig);
 * await client.reposts.repostPlaylist("soundcloud:playlists:119", { token });
 * await repostPlaylist(token, "soundcloud:playlists:119", sandbox.clientConfig);
 * ```
 * @see {@link https://developers.soundcloud.com/docs/api/explorer/open-api#/reposts/post_reposts_playlists__playlist_urn_ | POST /reposts/playlists/{playlist_urn}}
 */
export function repostPlaylist(token: TokenSource, playlist: ResourceId, options?: CallOptions): Promise<boolean> {
  return toggle(token, "POST", path`/reposts/playlists/${playlist}`, options);
}

/**
 * Takes back the repost of a playlist.
 *
 * @param token Access token, or a session.
 * @param playlist Playlist id: number, numeric string or URN.
 * @param options Options of the call.
 * @returns False when there was nothing to take back.
 * @throws {TypeError} When the id can't be one.
 * @throws {ServiceError} When the service refuses, or can't be reached.
 * @example
 * ```ts
 * import { ServiceClient, unrepostPlaylist } from "@tonearm/client";
 * import { createSandbox } from "@tonearm/sandbox";
 *
 * using sandbox = createSandbox();
 * const token = sandbox.issueTokens().access_token;
 * const client = new ServiceClient(sandbox.clientConfig);
 * await client.reposts.unrepostPlaylist("soundcloud:playlists:119", { token });
 * await unrepostPlaylist(token, "soundcloud:playlists:119", sandbox.clientConfig);
 * ```
 * @see {@link https://developers.soundcloud.com/docs/api/explorer/open-api#/reposts/delete_reposts_playlists__playlist_urn_ | DELETE /reposts/playlists/{playlist_urn}}
 */
export function unrepostPlaylist(token: TokenSource, playlist: ResourceId, options?: CallOptions): Promise<boolean> {
  return toggle(token, "DELETE", path`/reposts/playlists/${playlist}`, options);
}
