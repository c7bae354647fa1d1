/**
 * Tracks: lookups and lists.
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
import { checkObject, list } from "../checks.ts";
import {
  type AccessOptions,
  ALL_ACCESS,
  LINKED,
  type OffsetOptions,
  optionsAt,
  type SecretOptions,
} from "../options.ts";
import { type List, sendList, sendPage } from "../pages.ts";
import type { CallOptions, TokenSource } from "../session.ts";
import { sendGet } from "../transport/send.ts";
import { path } from "../formats/path.ts";
import type { ServiceComment } from "../types/comment.ts";
import type { ResourceId } from "../types/resource_id.ts";
import type { RelatedTracksOptions, ServiceTrack } from "../types/track.ts";
import type { ServiceUser } from "../types/user.ts";
import { toUrn } from "../formats/urn.ts";

/**
 * Gets a track.
 *
 * A private track of another user needs its `secretToken`. The counts of its `user` are 0.
 *
 * @param token Access token or session.
 * @param track Track id: number, numeric string or URN.
 * @param options Call options; also `secretToken`.
 * @returns The track.
 * @throws {TypeError} When the id is invalid.
 * @throws {ServiceError} When SoundCloud refuses, or can't be reached.
 * @example
 * ```ts ignore
 * const track = await getTrack(token, "soundcloud:tracks:1198");
 * track.title; // "Sleeping Lantern"
 * ```
 * @see {@link https://developers.soundcloud.com/docs/api/explorer/open-api#/tracks/get_tracks__track_urn_ | GET /tracks/{track_urn}}
 */
export function getTrack(token: TokenSource, track: ResourceId, options?: SecretOptions): Promise<ServiceTrack> {
  const query = options && { secret_token: options.secretToken };
  return sendGet(token, path`/tracks/${track}`, options, query);
}

/**
 * Gets many tracks in one request.
 *
 * Tracks that SoundCloud doesn't return are missing from the result. Without ids, nothing is requested.
 *
 * @param token Access token or session.
 * @param ids Track ids, at most 200: an array, a set or another iterable.
 * @param options Call options.
 * @returns The tracks, in the order of the ids.
 * @throws {RangeError} When there are more than 200 ids.
 * @throws {ServiceError} When SoundCloud refuses, or can't be reached.
 * @example
 * ```ts ignore
 * const tracks = await getTracks(token, [1198, 1199]);
 * tracks.map(({ title }) => title); // ["Sleeping Lantern", "Hidden Arcade"]
 * ```
 * @see {@link https://developers.soundcloud.com/docs/api/explorer/open-api#/tracks/get_tracks | GET /tracks}
 */
export async function getTracks(
  token: TokenSource,
  ids: Iterable<ResourceId>,
  options?: CallOptions,
): Promise<readonly ServiceTrack[]> {
  const urns = list("the ids", ids, (id) => toUrn("tracks", id));
  if (urns.length > 200) throw new RangeError(`Cannot get ${urns.length} tracks: at most 200 ids are allowed`);
  if (!urns.length) return [];
  const query = { ...LINKED, urns, limit: urns.length, access: ALL_ACCESS };
  const { collection } = await sendPage<ServiceTrack>(token, "/tracks", query, options);
  const byUrn = new Map(collection.map((track) => [track?.urn ?? `soundcloud:tracks:${track?.id}`, track]));
  return urns.flatMap((urn) => byUrn.get(urn) ?? []);
}

/**
 * Lists the comments on a track.
 *
 * @param token Access token or session.
 * @param track Track id: number, numeric string or URN.
 * @param limit Items per page, 1 to 200. Default 50.
 * @param options Call options; also `offset`.
 * @returns A page of comments.
 * @throws {TypeError} When the id is invalid.
 * @throws {RangeError} When the limit isn't a positive integer, or the offset isn't an integer of 0 or more.
 * @throws {ServiceError} When SoundCloud refuses, or can't be reached.
 * @example
 * ```ts ignore
 * const { collection } = await getTrackComments(token, 1198, 2);
 * collection.map(({ body }) => body); // ["この音が好き", "On repeat since morning."]
 * ```
 * @see {@link https://developers.soundcloud.com/docs/api/explorer/open-api#/tracks/get_tracks__track_urn__comments | GET /tracks/{track_urn}/comments}
 */
export function getComments(
  token: TokenSource,
  track: ResourceId,
  limit?: number | OffsetOptions,
  options?: OffsetOptions,
): List<ServiceComment> {
  return sendList(token, path`/tracks/${track}/comments`, limit, options, LINKED, "offset");
}

/**
 * Lists the users who like a track.
 *
 * @param token Access token or session.
 * @param track Track id: number, numeric string or URN.
 * @param limit Items per page, 1 to 200. Default 50.
 * @param options Call options.
 * @returns A page of users.
 * @throws {TypeError} When the id is invalid.
 * @throws {RangeError} When the limit isn't a positive integer.
 * @throws {ServiceError} When SoundCloud refuses, or can't be reached.
 * @example
 * ```ts ignore
 * const { collection } = await getTrackLikes(token, 1198, 2);
 * collection.map(({ username }) => username); // ["Second Monsoon", "شمس الليل"]
 * ```
 * @see {@link https://developers.soundcloud.com/docs/api/explorer/open-api#/tracks/get_tracks__track_urn__favoriters | GET /tracks/{track_urn}/favoriters}
 */
export function getLikes(
  token: TokenSource,
  track: ResourceId,
  limit?: number | CallOptions,
  options?: CallOptions,
): List<ServiceUser> {
  return sendList(token, path`/tracks/${track}/favoriters`, limit, options, LINKED);
}

/**
 * Lists the users who reposted a track.
 *
 * @param token Access token or session.
 * @param track Track id: number, numeric string or URN.
 * @param limit Items per page, 1 to 200. Default 50.
 * @param options Call options.
 * @returns A page of users.
 * @throws {TypeError} When the id is invalid.
 * @throws {RangeError} When the limit isn't a positive integer.
 * @throws {ServiceError} When SoundCloud refuses, or can't be reached.
 * @example
 * ```ts ignore
 * const { collection } = await getTrackReposts(token, 1198, 2);
 * collection.map(({ username }) => username); // ["Salt Engine"]
 * ```
 * @see {@link https://developers.soundcloud.com/docs/api/explorer/open-api#/tracks/get_tracks__track_urn__reposters | GET /tracks/{track_urn}/reposters}
 */
export function getReposts(
  token: TokenSource,
  track: ResourceId,
  limit?: number | CallOptions,
  options?: CallOptions,
): List<ServiceUser> {
  return sendList(token, path`/tracks/${track}/reposters`, limit, options, {});
}

/**
 * Lists the playable tracks that are related to a track.
 *
 * @param token Access token or session.
 * @param track Track id: number, numeric string or URN.
 * @param limit Items per page, 1 to 200. Default 50.
 * @param options Call options; also `access`, `offset`.
 * @returns The tracks of the first page.
 * @throws {TypeError} When the id is invalid.
 * @throws {RangeError} When the limit isn't a positive integer, or the offset isn't an integer of 0 or more.
 * @throws {ServiceError} When SoundCloud refuses, or can't be reached.
 * @example
 * ```ts ignore
 * const tracks = await getRelatedTracks(token, 1198, 2);
 * tracks.map(({ title }) => title); // ["Warm Cassette", "Woven Meadow"]
 * ```
 * @see {@link https://developers.soundcloud.com/docs/api/explorer/open-api#/tracks/get_tracks__track_urn__related | GET /tracks/{track_urn}/related}
 */
export async function getRelated(
  token: TokenSource,
  track: ResourceId,
  limit?: number | AccessOptions & OffsetOptions,
  options?: AccessOptions & OffsetOptions,
): Promise<readonly ServiceTrack[]> {
  [limit, options = {}] = optionsAt(limit, options);
  checkObject("the options", options);
  return (await getRelatedPage(token, track, { limit, ...options })).collection;
}

/**
 * Lists the tracks that are related to a track, page by page.
 *
 * @param token Access token or session.
 * @param track Track id: number, numeric string or URN.
 * @param options Call options; also `limit` (1 to 200, default 50), `access` (default `playable`), `offset`.
 * @returns A page of tracks.
 * @throws {TypeError} When the id is invalid.
 * @throws {RangeError} When the limit isn't a positive integer, or the offset isn't an integer of 0 or more.
 * @throws {ServiceError} When SoundCloud refuses, or can't be reached.
 * @example
 * ```ts ignore
 * const { collection } = await getRelatedTracksPage(token, 1198, { limit: 2 });
 * collection.map(({ title }) => title); // ["Warm Cassette", "Woven Meadow"]
 * ```
 * @see {@link https://developers.soundcloud.com/docs/api/explorer/open-api#/tracks/get_tracks__track_urn__related | GET /tracks/{track_urn}/related}
 */
export function getRelatedPage(
  token: TokenSource,
  track: ResourceId,
  options?: RelatedTracksOptions & OffsetOptions,
): List<ServiceTrack> {
  const { limit, offset, access = "playable" } = options ?? {};
  const query = { ...LINKED, limit, offset, access };
  return sendPage(token, path`/tracks/${track}/related`, query, options);
}

export { likeTrack, unlikeTrack } from "./likes.ts";
export * from "./tracks_streams.ts";
export * from "./tracks_writes.ts";
