/**
 * Likes.
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
 * Likes a track.
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
 * await likeTrack(token, 1198); // true
 * ```
 * @see {@link https://developers.soundcloud.com/docs/api/explorer/open-api#/likes/post_likes_tracks__track_urn_ | POST /likes/tracks/{track_urn}}
 */
export function likeTrack(token: TokenSource, track: ResourceId, options?: CallOptions): Promise<boolean> {
  return toggle(token, "POST", path`/likes/tracks/${track}`, options);
}

/**
 * Unlikes a track.
 *
 * @param token Access token or session.
 * @param track Track id: number, numeric string or URN.
 * @param options Call options.
 * @returns False when there was nothing to undo.
 * @throws {TypeError} When the id is invalid.
 * @throws {ServiceError} When SoundCloud refuses, or can't be reached.
 * @example
 * ```ts ignore
 * await likeTrack(token, 1198);
 * await unlikeTrack(token, 1198); // true
 * ```
 * @see {@link https://developers.soundcloud.com/docs/api/explorer/open-api#/likes/delete_likes_tracks__track_urn_ | DELETE /likes/tracks/{track_urn}}
 */
export function unlikeTrack(token: TokenSource, track: ResourceId, options?: CallOptions): Promise<boolean> {
  return toggle(token, "DELETE", path`/likes/tracks/${track}`, options);
}

/**
 * Likes a playlist or a system playlist.
 *
 * A user who does this too often gets a 429 whose `spamWarningUrn` is set.
 *
 * @param token Access token or session.
 * @param playlist Playlist id: number, numeric string or URN; or the URN of a system playlist, such as a station.
 * @param options Call options.
 * @returns True once SoundCloud has accepted it.
 * @throws {TypeError} When the id is invalid.
 * @throws {ServiceError} When SoundCloud refuses, or can't be reached.
 * @example
 * ```ts ignore
 * await likePlaylist(token, 119); // true
 * ```
 * @see {@link https://developers.soundcloud.com/docs/api/explorer/open-api#/likes/post_likes_playlists__playlist_urn_ | POST /likes/playlists/{playlist_urn}}
 */
export function likePlaylist(token: TokenSource, playlist: ResourceId, options?: CallOptions): Promise<boolean> {
  return toggle(token, "POST", path`/likes/playlists/${playlist}`, options);
}

/**
 * Unlikes a playlist or a system playlist.
 *
 * @param token Access token or session.
 * @param playlist Playlist id: number, numeric string or URN; or the URN of a system playlist, such as a station.
 * @param options Call options.
 * @returns False when there was nothing to undo.
 * @throws {TypeError} When the id is invalid.
 * @throws {ServiceError} When SoundCloud refuses, or can't be reached.
 * @example
 * ```ts ignore
 * await likePlaylist(token, 119);
 * await unlikePlaylist(token, 119); // true
 * ```
 * @see {@link https://developers.soundcloud.com/docs/api/explorer/open-api#/likes/delete_likes_playlists__playlist_urn_ | DELETE /likes/playlists/{playlist_urn}}
 */
export function unlikePlaylist(token: TokenSource, playlist: ResourceId, options?: CallOptions): Promise<boolean> {
  return toggle(token, "DELETE", path`/likes/playlists/${playlist}`, options);
}
