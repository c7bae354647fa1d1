/**
 * Playlists: creating, updating and deleting.
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
import { checkObject, integer, list, text } from "../checks.ts";
import { toUrn } from "../formats/urn.ts";
import type { CallOptions, TokenSource } from "../session.ts";
import { send } from "../transport/send.ts";
import { sendObject } from "../transport/body.ts";
import type { StreamedBody } from "../transport/call.ts";
import { form } from "../transport/multipart.ts";
import { path } from "../formats/path.ts";
import type { CreatePlaylistParams, ServicePlaylist, UpdatePlaylistParams } from "../types/playlist.ts";
import type { ResourceId } from "../types/resource_id.ts";

/**
 * Creates a playlist.
 *
 * @param token Access token of a user, or session.
 * @param params `title`; the rest is optional.
 * @param options Call options.
 * @returns The playlist.
 * @throws {TypeError} When the title is blank or the artwork isn't an image.
 * @throws {RangeError} When there are more than 500 tracks.
 * @throws {ServiceError} When SoundCloud refuses (422 when one of the tracks can't be added), or can't be reached.
 * @example
 * ```ts ignore
 * const tracks = [{ urn: "soundcloud:tracks:1198" }];
 * (await createPlaylist(token, { title: "Night", tracks })).track_count; // 1
 * ```
 * @see {@link https://developers.soundcloud.com/docs/api/explorer/open-api#/playlists/post_playlists | POST /playlists}
 */
export async function create(
  token: TokenSource,
  params: CreatePlaylistParams,
  options?: CallOptions,
): Promise<ServicePlaylist> {
  const { artwork_data, ...playlist } = fieldsOf(params);
  text("the title", playlist.title);
  const body = artwork_data ? await formOf(playlist, artwork_data) : { playlist };
  return await sendObject(token, "POST", "/playlists", body, options);
}

function formOf(
  { tracks, ...fields }: Omit<PlaylistFields<CreatePlaylistParams>, "artwork_data">,
  artwork: Blob,
): Promise<StreamedBody> {
  // Becomes `playlist[tracks][][urn]`, which accepts all tracks at once.
  const list = { "tracks][][urn": tracks?.map(({ urn }) => urn).join() };
  return form("playlist", { ...fields, ...list }, artwork);
}

/**
 * Updates a playlist. Omitted fields stay as they are.
 *
 * `tracks` replaces the whole list. To change single tracks, use {@linkcode addTracks}, {@linkcode removeTracks} and
 * {@linkcode moveTrack}. The artwork can't be changed.
 *
 * @param token Access token of the playlist's owner, or session.
 * @param playlist Playlist id: number, numeric string or URN.
 * @param params Fields to change.
 * @param options Call options.
 * @returns The playlist.
 * @throws {TypeError} When the id is invalid, the title is blank, or there is artwork.
 * @throws {RangeError} When there are more than 500 tracks.
 * @throws {ServiceError} When SoundCloud refuses (422 when one of the tracks can't be added), or can't be reached.
 * @example
 * ```ts ignore
 * const { urn } = await createPlaylist(token, { title: "Night" });
 * (await updatePlaylist(token, urn, { sharing: "private" })).sharing; // "private"
 * ```
 * @see {@link https://developers.soundcloud.com/docs/api/explorer/open-api#/playlists/put_playlists__playlist_urn_ | PUT /playlists/{playlist_urn}}
 */
export async function update(
  token: TokenSource,
  playlist: ResourceId,
  params: UpdatePlaylistParams,
  options?: CallOptions,
): Promise<ServicePlaylist> {
  const fields = fieldsOf(params);
  if (params.title !== undefined) text("the title", params.title);
  // SoundCloud answers 200 and ignores it.
  if ("artwork_data" in params) {
    throw new TypeError("Cannot change a playlist's artwork: SoundCloud takes it only with a new playlist");
  }
  return await sendObject(token, "PUT", path`/playlists/${playlist}`, { playlist: fields }, options);
}

/**
 * Deletes a playlist. Its tracks stay.
 *
 * @param token Access token of the playlist's owner, or session.
 * @param playlist Playlist id: number, numeric string or URN.
 * @param options Call options.
 * @returns Nothing. What doesn't exist is a 404, because its id may be wrong; only likes, reposts and followings are
 * `false` where there was nothing to undo.
 * @throws {TypeError} When the id is invalid.
 * @throws {ServiceError} When SoundCloud refuses, or can't be reached.
 * @example
 * ```ts ignore
 * const { urn } = await createPlaylist(token, { title: "Night" });
 * await deletePlaylist(token, urn); // undefined
 * ```
 * @see {@link https://developers.soundcloud.com/docs/api/explorer/open-api#/playlists/delete_playlists__playlist_urn_ | DELETE /playlists/{playlist_urn}}
 */
async function deletePlaylist(token: TokenSource, playlist: ResourceId, options?: CallOptions): Promise<void> {
  await send(token, { method: "DELETE", path: path`/playlists/${playlist}`, expects: "any" }, options);
}

/** Fields that name each track by its URN. */
type PlaylistFields<T> = T & { tracks?: { urn: string }[] | undefined };

/** Checks the fields, and names each track by its URN. */
function fieldsOf<T extends UpdatePlaylistParams>(params: T): PlaylistFields<T> {
  checkObject("the fields", params);
  const { tracks } = params;
  if (!tracks) return params as T & { tracks?: undefined };
  const urns = list("the tracks", tracks, (track) => ({
    urn: toUrn("tracks", typeof track === "object" ? track?.urn : track),
  }));
  integer("the number of tracks", urns.length, 0, 500);
  return { ...params, tracks: urns };
}

export { deletePlaylist as delete };
