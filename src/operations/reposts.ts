/**
 * Reposts.
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
import { path } from "../formats/path.ts";
import type { ResourceId } from "../types/resource_id.ts";
import { toggle } from "../toggle.ts";

/**
 * Reposts a track.
 *
 * A user who does this too often gets a 429 whose `spamWarningUrn` is set.
 *
 * @param token Access token or session.
 * @param track Track id: number, numeric string or URN.
 * @param options Call options.
 * @returns True once SoundCloud has accepted it.
 * @throws {TypeError} When the id is invalid.
 * @throws {ServiceError} When SoundCloud refuses, or can't be reached.
 * @example
 * ```ts ignore
 * await repostTrack(token, 1198); // true
 * ```
 * @see {@link https://developers.soundcloud.com/docs/api/explorer/open-api#/reposts/post_reposts_tracks__track_urn_ | POST /reposts/tracks/{track_urn}}
 */
export function repostTrack(token: TokenSource, track: ResourceId, options?: CallOptions): Promise<boolean> {
  return toggle(token, "POST", path`/reposts/tracks/${track}`, options);
}

/**
 * Removes the repost of a track.
 *
 * @param token Access token or session.
 * @param track Track id: number, numeric string or URN.
 * @param options Call options.
 * @returns False when there was nothing to undo.
 * @throws {TypeError} When the id is invalid.
 * @throws {ServiceError} When SoundCloud refuses, or can't be reached.
 * @example
 * ```ts ignore
 * await repostTrack(token, 1198);
 * await unrepostTrack(token, 1198); // true
 * ```
 * @see {@link https://developers.soundcloud.com/docs/api/explorer/open-api#/reposts/delete_reposts_tracks__track_urn_ | DELETE /reposts/tracks/{track_urn}}
 */
export function unrepostTrack(token: TokenSource, track: ResourceId, options?: CallOptions): Promise<boolean> {
  return toggle(token, "DELETE", path`/reposts/tracks/${track}`, options);
}

/**
 * Reposts a playlist.
 *
 * A user who does this too often gets a 429 whose `spamWarningUrn` is set.
 *
 * @param token Access token or session.
 * @param playlist Playlist id: number, numeric string or URN.
 * @param options Call options.
 * @returns True once SoundCloud has accepted it.
 * @throws {TypeError} When the id is invalid.
 * @throws {ServiceError} When SoundCloud refuses, or can't be reached.
 * @example
 * ```ts ignore
 * await repostPlaylist(token, 119); // true
 * ```
 * @see {@link https://developers.soundcloud.com/docs/api/explorer/open-api#/reposts/post_reposts_playlists__playlist_urn_ | POST /reposts/playlists/{playlist_urn}}
 */
export function repostPlaylist(token: TokenSource, playlist: ResourceId, options?: CallOptions): Promise<boolean> {
  return toggle(token, "POST", path`/reposts/playlists/${playlist}`, options);
}

/**
 * Removes the repost of a playlist.
 *
 * @param token Access token or session.
 * @param playlist Playlist id: number, numeric string or URN.
 * @param options Call options.
 * @returns False when there was nothing to undo.
 * @throws {TypeError} When the id is invalid.
 * @throws {ServiceError} When SoundCloud refuses, or can't be reached.
 * @example
 * ```ts ignore
 * await repostPlaylist(token, 119);
 * await unrepostPlaylist(token, 119); // true
 * ```
 * @see {@link https://developers.soundcloud.com/docs/api/explorer/open-api#/reposts/delete_reposts_playlists__playlist_urn_ | DELETE /reposts/playlists/{playlist_urn}}
 */
export function unrepostPlaylist(token: TokenSource, playlist: ResourceId, options?: CallOptions): Promise<boolean> {
  return toggle(token, "DELETE", path`/reposts/playlists/${playlist}`, options);
}
