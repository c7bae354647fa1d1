/**
 * Tracks: uploads, changes and comments.
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
import { checkObject, integer, text } from "../checks.ts";
import { optionsAt, type UploadOptions } from "../options.ts";
import type { CallOptions, TokenSource } from "../session.ts";
import { send } from "../transport/send.ts";
import { sendObject } from "../transport/body.ts";
import { byteLength, form } from "../transport/multipart.ts";
import { path } from "../formats/path.ts";
import type { ServiceComment } from "../types/comment.ts";
import type { ResourceId } from "../types/resource_id.ts";
import type { Storefront, StorefrontUpdateParams } from "../types/storefront.ts";
import type { ServiceTrack, UpdateTrackParams, UploadTrackParams } from "../types/track.ts";

const MAX_UPLOAD = 4_294_967_296;

/**
 * Comments on a track, at a position in it if one is given.
 *
 * Comments can't be changed or deleted.
 *
 * @param token Access token of a user, or session.
 * @param track Track id: number, numeric string or URN.
 * @param body The text of the comment.
 * @param timestamp Position in the track, in milliseconds from its start. Default: none.
 * @param options Call options.
 * @returns The comment.
 * @throws {TypeError} When the id is invalid, or the body is blank.
 * @throws {RangeError} When the timestamp is negative or not a whole number.
 * @throws {ServiceError} When SoundCloud refuses, or can't be reached; too many comments set its `spamWarningUrn`.
 * @example
 * ```ts ignore
 * const comment = await createTrackComment(token, 1198, "What a bass line", 1500);
 * comment.timestamp; // 1500
 * ```
 * @see {@link https://developers.soundcloud.com/docs/api/explorer/open-api#/tracks/post_tracks__track_urn__comments | POST /tracks/{track_urn}/comments}
 */
export async function createComment(
  token: TokenSource,
  track: ResourceId,
  body: string,
  timestamp?: number | CallOptions,
  options?: CallOptions,
): Promise<ServiceComment> {
  [timestamp, options] = optionsAt(timestamp, options);
  text("the comment", body);
  if (timestamp !== undefined) integer("timestamp", timestamp, 0);
  return await sendObject(token, "POST", path`/tracks/${track}/comments`, { comment: { body, timestamp } }, options);
}

/**
 * Uploads a track.
 *
 * The file is streamed, without an overall time limit. SoundCloud accepts AIFF, WAVE, FLAC, OGG, MP2, MP3, AAC, AMR
 * and WMA up to 4 GiB and 24 hours, and then processes the file: see {@linkcode waitUntilReady}. After a failure that
 * the file didn't cause, check whether the track exists before you retry.
 *
 * @param token Access token of a user whose e-mail address is confirmed, or a session.
 * @param params `title` and `asset_data`; the rest is optional.
 * @param options Call options; also `onProgress`.
 * @returns The track.
 * @throws {TypeError} When the title is blank, the file is missing, or the artwork isn't an image.
 * @throws {RangeError} When the file is empty or larger than 4 GiB.
 * @throws {ServiceError} When SoundCloud refuses, or can't be reached.
 * @example
 * ```ts ignore
 * const asset_data = new Blob([await Deno.readFile("examples/tone.wav")]);
 * (await uploadTrack(token, { title: "Tone", asset_data })).title; // "Tone"
 * ```
 * @see {@link https://developers.soundcloud.com/docs/api/explorer/open-api#/tracks/post_tracks | POST /tracks}
 */
export async function upload(
  token: TokenSource,
  params: UploadTrackParams,
  options?: UploadOptions,
): Promise<ServiceTrack> {
  checkObject("the fields", params);
  const { title, asset_data: source, filename, artwork_data, ...rest } = params;
  text("the title", title);
  const size = Object(source) === source ? byteLength(source) : undefined;
  if (typeof size !== "number") {
    throw new TypeError("Cannot upload: asset_data must be a Blob, bytes or { stream, size }");
  }
  integer("the size of asset_data", size, 1, MAX_UPLOAD);
  const { name = title } = source as Partial<File>;
  const fields = { title, asset_data: { source, filename: filename ?? name }, ...rest };
  const body = await form("track", fields, artwork_data, options?.onProgress);
  return await sendObject(token, "POST", "/tracks", body, options);
}

/**
 * Updates a track. Omitted fields stay as they are.
 *
 * @param token Access token of the track's owner, or session.
 * @param track Track id: number, numeric string or URN.
 * @param params Fields to change.
 * @param options Call options; also `onProgress`, for the artwork.
 * @returns The track.
 * @throws {TypeError} When the id is invalid, the title is blank, or the artwork isn't an image.
 * @throws {ServiceError} When SoundCloud refuses, or can't be reached.
 * @example
 * ```ts ignore
 * const [track] = (await getMeTracks(token, 1)).collection;
 * (await updateTrack(token, track!.urn, { genre: "Ambient" })).genre; // "Ambient"
 * ```
 * @see {@link https://developers.soundcloud.com/docs/api/explorer/open-api#/tracks/put_tracks__track_urn_ | PUT /tracks/{track_urn}}
 */
export async function update(
  token: TokenSource,
  track: ResourceId,
  params: UpdateTrackParams,
  options?: UploadOptions,
): Promise<ServiceTrack> {
  checkObject("the fields", params);
  const { artwork_data, ...fields } = params;
  if (fields.title !== undefined) text("the title", fields.title);
  const body = artwork_data ? await form("track", fields, artwork_data, options?.onProgress) : { track: fields };
  return await sendObject(token, "PUT", path`/tracks/${track}`, body, options);
}

/** Maximum lengths of a storefront's fields, in characters. */
const LENGTHS: Readonly<Record<string, number>> = {
  title: 100,
  link: 255,
  link_title: 50,
  description: 500,
  price: 20,
};

/**
 * Replaces a track's storefront, the offer on its page.
 *
 * SoundCloud replaces the whole storefront, so send every value. It can't be read back.
 *
 * @param token Access token of the track's owner, or session.
 * @param track Track id: number, numeric string or URN.
 * @param params `title` (100 characters), `type` and `link` (255); optional `link_title` (50), `description` (500) and
 * `price` (20).
 * @param options Call options.
 * @returns The storefront.
 * @throws {TypeError} When the id is invalid, a value is missing or blank, or the link isn't an http or https URL.
 * @throws {RangeError} When a text field is too long.
 * @throws {ServiceError} When SoundCloud refuses, for example because the user's plan has no storefronts.
 * @example
 * ```ts ignore
 * const [track] = (await getMeTracks(token, 1)).collection;
 * const offer = { title: "On vinyl", type: "vinyl", link: "https://example.com/shop" } as const;
 * (await updateTrackStorefront(token, track!.urn, offer)).title; // "On vinyl"
 * ```
 * @see {@link https://developers.soundcloud.com/docs/api/explorer/open-api#/tracks/put_tracks__track_urn__storefront | PUT /tracks/{track_urn}/storefront}
 */
export async function updateStorefront(
  token: TokenSource,
  track: ResourceId,
  params: StorefrontUpdateParams,
  options?: CallOptions,
): Promise<Storefront> {
  checkObject("the fields", params);
  const { title, type, link, ...optional } = params;
  for (const [name, value] of Object.entries({ title, type, link, ...optional })) {
    if (value || !(name in optional)) text(`the ${name}`, value, LENGTHS[name]);
  }
  if (!/^https?:\/\//i.test(link) || !URL.canParse(link)) {
    throw new TypeError("Cannot use the link: it must be an http or https URL");
  }
  return await sendObject(token, "PUT", path`/tracks/${track}/storefront`, params, options);
}

/**
 * Deletes a track. Lists may still contain it for a while.
 *
 * @param token Access token of the track's owner, or session.
 * @param track Track id: number, numeric string or URN.
 * @param options Call options.
 * @returns Nothing. What doesn't exist is a 404, because its id may be wrong; only likes, reposts and followings are
 * `false` where there was nothing to undo.
 * @throws {TypeError} When the id is invalid.
 * @throws {ServiceError} When SoundCloud refuses, or can't be reached.
 * @example
 * ```ts ignore
 * const [track] = (await getMeTracks(token, 1)).collection;
 * await deleteTrack(token, track!.urn); // undefined
 * ```
 * @see {@link https://developers.soundcloud.com/docs/api/explorer/open-api#/tracks/delete_tracks__track_urn_ | DELETE /tracks/{track_urn}}
 */
async function deleteTrack(token: TokenSource, track: ResourceId, options?: CallOptions): Promise<void> {
  await send(token, { method: "DELETE", path: path`/tracks/${track}`, expects: "any" }, options);
}

export { deleteTrack as delete };
