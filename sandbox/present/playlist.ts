import type { Call } from "../http/call.ts";
import { notFound } from "../http/errors.ts";
import { findPlaylist, playlistTracks } from "../store/lookups.ts";
import type { PlaylistRow } from "../store/rows.ts";
import {
  accessLevels,
  identity,
  imageUrl,
  isOpen,
  type Json,
  mayRead,
  permalinkUrl,
  timestamp,
  uri,
  urn,
  VISIBLE,
} from "./fields.ts";
import { accessOf, isListed, TrackPresenter } from "./track.ts";
import { Artists } from "./user.ts";

/** Returns the playlist in the path; 404 if the caller may not see it. */
export function visiblePlaylist(call: Call): PlaylistRow {
  const list = findPlaylist(call.db, call.id("playlist_urn", "playlists"));
  if (list === undefined || !mayRead(call, list, call.query.get("secret_token"))) throw notFound();
  return list;
}

/** Returns the playlist in the path, which the caller has to own. */
export function ownPlaylist(call: Call): PlaylistRow {
  const list = findPlaylist(call.db, call.id("playlist_urn", "playlists"));
  if (list === undefined || list.user_id !== call.user) throw notFound();
  return list;
}

/** The tracks of a playlist to include: those with these levels, or none. */
export interface PlaylistOptions {
  readonly levels: ReadonlySet<string>;
  readonly showTracks: boolean;
  /** Include private tracks, because the caller's token gives access to them. */
  readonly opened?: boolean;
}

function texts(list: PlaylistRow): Json {
  return {
    title: list.title,
    description: list.description,
    ean: list.ean,
    embeddable_by: "all",
    genre: list.genre ?? "",
    label: null,
    label_id: null,
    label_name: list.label_name,
    license: list.license,
    permalink: list.permalink,
    playlist_type: list.set_type,
    purchase_title: list.purchase_title,
    purchase_url: list.purchase_url,
    release: list.release,
    release_day: list.release_day,
    release_month: list.release_month,
    release_year: list.release_year,
    sharing: list.sharing,
    tag_list: list.tag_list,
    tags: list.tag_list,
    type: list.set_type,
  };
}

/** Returns the URLs of a playlist; the owner of a private one gets its secret token in them. */
function addresses(call: Call, list: PlaylistRow, owner: Json): Json {
  const secret = list.sharing === "private" && list.user_id === call.viewer ? list.secret_token : undefined;
  const page = `${String(owner.permalink)}/sets/${list.permalink}`;
  return {
    artwork_url: imageUrl(call, list.artwork_url),
    permalink_url: permalinkUrl(call, secret === undefined ? page : `${page}/${secret}`),
    uri: uri(call, "playlists", list.id, secret),
    tracks_uri: `${uri(call, "playlists", list.id)}/tracks`,
    secret_uri: secret === undefined ? null : uri(call, "playlists", list.id, secret),
  };
}

/** Returns a playlist with every field. `track_count` includes hidden tracks, like the service's. */
export function presentPlaylist(
  call: Call,
  list: PlaylistRow,
  options: PlaylistOptions,
  artists: Artists = new Artists(call),
): Json {
  const owner = artists.get(list.user_id);
  return {
    ...identity(call, "playlists", list.id, "playlist"),
    ...texts(list),
    ...addresses(call, list, owner),
    created_at: timestamp(list.created_at),
    last_modified: timestamp(list.last_modified),
    downloadable: true,
    streamable: true,
    duration: list.duration,
    likes_count: list.likes_count,
    track_count: list.track_count,
    user: owner,
    user_id: list.user_id,
    user_urn: urn("users", list.user_id),
    ...(options.showTracks ? { tracks: shownTracks(call, list, options, artists) } : {}),
  };
}

function shownTracks(call: Call, list: PlaylistRow, options: PlaylistOptions, artists: Artists): Json[] {
  const presenter = new TrackPresenter(call, false, artists);
  return playlistTracks(call.db, list.id)
    .filter((track) => options.opened === true || isListed(call, track))
    .filter((track) => options.levels.has(accessOf(call, track)))
    .map((track) => presenter.present(track));
}

/** Returns the playlists of a list as the caller may see them. `access` filters the tracks in them. */
export function presentPlaylists(call: Call, lists: readonly PlaylistRow[]): Json[] {
  const options = { levels: accessLevels(call, VISIBLE), showTracks: call.flag("show_tracks", true) };
  const artists = new Artists(call);
  return lists.filter((list) => isOpen(call, list)).map((list) => presentPlaylist(call, list, options, artists));
}
