import type { Call } from "../http/call.ts";
import { findPlaylist, playlistTracks } from "../store/lookups.ts";
import type { PlaylistRow, TrackRow } from "../store/rows.ts";
import {
  accessLevels,
  copy,
  identity,
  imageUrl,
  isOpen,
  type Json,
  own,
  permalinkUrl,
  timestamp,
  uri,
  urn,
  VISIBLE,
  visible,
} from "./fields.ts";
import { accessOf, isListed, TrackPresenter } from "./track.ts";
import { Artists } from "./user.ts";

export const visiblePlaylist = (call: Call): PlaylistRow => visible(call, "playlist", findPlaylist);

export const ownPlaylist = (call: Call): PlaylistRow => own(call, "playlist", findPlaylist);

export interface PlaylistOptions {
  readonly levels: ReadonlySet<string>;
  readonly showTracks: boolean;
  /** Include private tracks, because the caller's token gives access to them. */
  readonly opened?: boolean;
}

const COLUMNS = (
  "title description ean label_name license permalink purchase_title purchase_url release release_day release_month " +
  "release_year sharing tag_list duration track_count user_id"
).split(" ") as (keyof PlaylistRow)[];

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

/** Returns a playlist with every field. `track_count` includes hidden tracks, like SoundCloud's. */
export function presentPlaylist(
  call: Call,
  list: PlaylistRow,
  options: PlaylistOptions,
  artists: Artists = new Artists(call),
): Json {
  const owner = artists.get(list.user_id);
  const json = identity(call, "playlists", list.id, "playlist");
  copy(json, list, COLUMNS);
  return {
    ...json,
    ...addresses(call, list, owner),
    created_at: timestamp(list.created_at),
    last_modified: timestamp(list.last_modified),
    downloadable: true,
    streamable: true,
    embeddable_by: "all",
    genre: list.genre ?? "",
    label: null,
    label_id: null,
    likes_count: list.likes_count + (call.world.living?.of("playlists", list).stream("likes").count(call.now) ?? 0),
    playlist_type: list.set_type,
    tags: list.tag_list,
    type: list.set_type,
    user: owner,
    user_urn: urn("users", list.user_id),
    ...(options.showTracks && { tracks: presentEntries(call, playlistTracks(call.db, list.id), options, artists) }),
  };
}

/** Returns those tracks of a playlist that the caller may see. */
export function presentEntries(
  call: Call,
  tracks: readonly TrackRow[],
  { levels, opened }: Pick<PlaylistOptions, "levels" | "opened">,
  artists?: Artists,
): Json[] {
  const presenter = new TrackPresenter(call, false, artists);
  return tracks.filter((track) => opened === true || isListed(call, track))
    .filter((track) => levels.has(accessOf(call, track)))
    .map((track) => presenter.present(track));
}

/** Returns the playlists of a list as the caller may see them. `access` filters the tracks in them. */
export function presentPlaylists(call: Call, lists: readonly PlaylistRow[]): Json[] {
  const options = { levels: accessLevels(call, VISIBLE), showTracks: call.flag("show_tracks", true) };
  const artists = new Artists(call);
  return lists.filter((list) => isOpen(call, list)).map((list) => presentPlaylist(call, list, options, artists));
}
