import { isObject } from "../base/check.ts";
import { type Artwork, artworkOf, setArtwork } from "./uploads.ts";
import { accessLevels, EVERYTHING, type Json, mayRead, VISIBLE } from "../present/fields.ts";
import { contentType, type Fields, wrappedBody } from "../http/body.ts";
import { type Call, orNotFound, parseId } from "../http/call.ts";
import type { Handlers } from "../http/operation.ts";
import { unprocessable } from "../http/errors.ts";
import { withForm } from "../http/form.ts";
import { offsetPage, partitioned, removal } from "../http/page.ts";
import { ownPlaylist, presentEntries, presentPlaylist, visiblePlaylist } from "../present/playlist.ts";
import { accessOf } from "../present/track.ts";
import { columnsOf, newColumns, playlistForm } from "./fields.ts";
import { empty, json } from "../http/reply.ts";
import { replaceTracks } from "../store/playlists.ts";
import { deleteResource } from "../store/relations.ts";
import { insertIndexed, updateIndexed } from "../store/search.ts";
import { findPlaylist, findTrack, playlistTracks } from "../store/lookups.ts";

function opensTracks(call: Call): boolean {
  return call.world.config.playlistTokenOpensTracks && call.query.has("secret_token");
}

function getPlaylist(call: Call): Response {
  const options = {
    levels: accessLevels(call, VISIBLE),
    showTracks: call.flag("show_tracks", true),
    opened: opensTracks(call),
  };
  return json(call, presentPlaylist(call, visiblePlaylist(call), options));
}

function getTracks(call: Call): Response {
  const { id } = visiblePlaylist(call);
  const levels = accessLevels(call, VISIBLE);
  const page = offsetPage(call, (from, count) => playlistTracks(call.db, id, from, count));
  const items = presentEntries(call, page.rows, { levels, opened: opensTracks(call) });
  return partitioned(call, items, page.next);
}

/** Undefined if the field is missing. A track that can't be added is a 422 that names it. */
function trackIds(call: Call, fields: Fields): number[] | undefined {
  const { tracks } = fields;
  if (tracks === undefined) return undefined;
  if (!Array.isArray(tracks)) throw unprocessable("Parameter tracks is not a list.");
  const most = call.world.config.maxPlaylistTracks;
  if (tracks.length > most) throw unprocessable(`A playlist holds at most ${most} tracks.`);
  return tracks.map((item) => addable(call, item));
}

function addable(call: Call, item: unknown): number {
  const named = isObject(item) ? item : {};
  const name = String(named.urn ?? named.id ?? "");
  const id = parseId(name, "tracks");
  const track = id === undefined ? undefined : findTrack(call.db, id);
  if (track === undefined || !mayRead(call, track) || accessOf(call, track) === "blocked") {
    throw unprocessable(`Cannot add the track ${name.slice(0, 100)}.`);
  }
  return track.id;
}

function present(call: Call, id: number): Json {
  const options = { levels: new Set(EVERYTHING), showTracks: true };
  return presentPlaylist(call, orNotFound(findPlaylist(call.db, id)), options);
}

/** Creates a playlist from JSON or from a form; only a form can contain artwork. */
async function postPlaylist(call: Call): Promise<Response> {
  if (contentType(call) !== "multipart/form-data") return create(call, await wrappedBody(call, "playlist"));
  return await withForm(call, "playlist", async (form) => {
    return create(call, playlistForm(form), await artworkOf(call, form));
  });
}

function create(call: Call, fields: Fields, artwork?: Artwork): Response {
  const columns = columnsOf(call, "playlists", fields);
  const title = columns.title;
  if (typeof title !== "string") throw unprocessable("Parameter title is missing.");
  const tracks = trackIds(call, fields);
  const id = call.db.transaction(() => {
    const id = insertIndexed(call.db, "playlists", { ...newColumns(call, "playlists", title), ...columns });
    if (tracks !== undefined) replaceTracks(call.db, id, tracks);
    if (artwork) setArtwork(call, "playlist", id, artwork);
    return id;
  });
  return json(call, present(call, id), 201);
}

/** Changes the given fields; `tracks` replaces the whole list. */
async function putPlaylist(call: Call): Promise<Response> {
  const { id } = ownPlaylist(call);
  const fields = await wrappedBody(call, "playlist");
  const columns = columnsOf(call, "playlists", fields, id);
  const tracks = trackIds(call, fields);
  call.db.transaction(() => {
    updateIndexed(call.db, "playlists", id, { ...columns, last_modified: call.now });
    if (tracks !== undefined) replaceTracks(call.db, id, tracks);
  });
  return json(call, present(call, id));
}

function removePlaylist(call: Call): Response {
  deleteResource(call.db, "playlists", ownPlaylist(call).id, removal(call));
  call.world.media.sweep();
  return empty(call);
}

export const playlistRoutes: Handlers = {
  "POST /playlists": postPlaylist,
  "GET /playlists/{playlist_urn}": getPlaylist,
  "PUT /playlists/{playlist_urn}": putPlaylist,
  "DELETE /playlists/{playlist_urn}": removePlaylist,
  "GET /playlists/{playlist_urn}/tracks": getTracks,
};
