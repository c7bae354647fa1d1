import type { Call } from "../http/call.ts";
import { notFound } from "../http/errors.ts";
import { waveformPath } from "../media/addresses.ts";
import type { TrackRow } from "../store/rows.ts";
import { findTrack, likesTrack, playCount } from "../store/lookups.ts";
import {
  type Access,
  accessLevels,
  identity,
  imageUrl,
  type Json,
  mayRead,
  permalinkUrl,
  timestamp,
  uri,
  urn,
  VISIBLE,
  withoutMachineTags,
} from "./fields.ts";
import { olderTrack } from "./older.ts";
import { THIS_ERA } from "../base/era.ts";
import { Artists } from "./user.ts";

/** Returns the track in the path; 404 if the caller may not see it. */
export function visibleTrack(call: Call, secretToken: string | null = call.query.get("secret_token")): TrackRow {
  const track = findTrack(call.db, call.id("track_urn", "tracks"));
  if (track === undefined || !mayRead(call, track, secretToken)) throw notFound();
  return track;
}

/**
 * Returns the track in the path, which the caller has to own; for others it is a 404, like the service's for writes.
 */
export function ownTrack(call: Call): TrackRow {
  const track = findTrack(call.db, call.id("track_urn", "tracks"));
  if (track === undefined || track.user_id !== call.user) throw notFound();
  return track;
}

/** Returns the access level of a track in the caller's country. Owners may play all of their tracks. */
export function accessOf(call: Call, track: TrackRow): Access {
  if (track.user_id === call.viewer) return "playable";
  const countries = track.available_country_codes;
  if (countries !== null && !countries.split(",").includes(call.country)) return "blocked";
  return track.access;
}

/** Checks whether a track has been processed; until then only its owner sees it. */
export function isReady(call: Call, track: TrackRow): boolean {
  return track.ready_at <= call.now;
}

/** Checks whether a list shows the track to the caller, whatever its access level. */
export function isListed(call: Call, track: TrackRow): boolean {
  return track.user_id === call.viewer || (track.sharing === "public" && isReady(call, track));
}

/**
 * Converts rows to tracks for one caller.
 *
 * Fields are assigned one by one, because spreading objects takes several times as long and lists have many tracks.
 */
export class TrackPresenter {
  readonly #call: Call;
  /** The embedded artists. */
  readonly artists: Artists;
  readonly #favorites: boolean;

  /**
   * @param favorites Whether to set `user_favorite`: the service does so for searches and single tracks only.
   * @param artists Artists that have already been looked up.
   */
  constructor(call: Call, favorites = false, artists: Artists = new Artists(call)) {
    this.#call = call;
    this.artists = artists;
    this.#favorites = favorites;
  }

  /** Returns a track with every field. */
  present(track: TrackRow): Json {
    const call = this.#call;
    const json = identity(call, "tracks", track.id, "track");
    this.#texts(track, json);
    this.#addresses(track, json);
    this.#counts(track, json);
    this.#flags(track, json);
    json.created_at = timestamp(track.created_at);
    json.last_modified = timestamp(track.last_modified);
    json.duration = isReady(call, track) ? track.duration : 0;
    json.bpm = track.bpm;
    if (track.sharing === "public") json.station_urn = this.#station(track);
    json.release_day = track.release_day;
    json.release_month = track.release_month;
    json.release_year = track.release_year;
    json.access = accessOf(call, track);
    json.user = this.artists.get(track.user_id);
    if (call.world.config.era !== THIS_ERA) olderTrack(call, track, json);
    return json;
  }

  #texts(track: TrackRow, json: Json): void {
    json.title = track.title;
    json.description = track.description;
    json.genre = track.genre;
    json.tag_list = withoutMachineTags(track.tag_list);
    json.isrc = track.isrc;
    json.key_signature = track.key_signature;
    json.label_name = track.label_name;
    json.license = track.license;
    json.metadata_artist = track.metadata_artist;
    json.purchase_title = track.purchase_title;
    json.purchase_url = track.purchase_url;
    json.release = track.release;
    json.sharing = track.sharing;
    json.embeddable_by = track.embeddable_by;
    json.available_country_codes = track.available_country_codes;
  }

  /** Returns the station of a public track; null until the track is processed. */
  #station(track: TrackRow): string | null {
    return isReady(this.#call, track) ? urn("system-playlists:track-stations", track.id) : null;
  }

  /** Adds the secret token of a private track to three fields, for its owner. */
  #addresses(track: TrackRow, json: Json): void {
    const call = this.#call;
    const secret = track.sharing === "private" && track.user_id === call.viewer ? track.secret_token : undefined;
    const page = `${String(this.artists.get(track.user_id).permalink)}/${track.permalink}`;
    const address = uri(call, "tracks", track.id);
    json.artwork_url = imageUrl(call, track.artwork_url);
    json.permalink_url = permalinkUrl(call, secret === undefined ? page : `${page}/${secret}`);
    json.stream_url = `${address}/preview`;
    json.download_url = track.downloadable === 1 ? `${address}/download` : null;
    json.waveform_url = call.urls.media + waveformOf(call.world, track.id);
    json.uri = uri(call, "tracks", track.id, secret);
    json.secret_uri = secret === undefined ? null : uri(call, "tracks", track.id, secret);
  }

  /** Adds the counts, which only the owner sees in quiet mode. */
  #counts(track: TrackRow, json: Json): void {
    const { viewer, db } = this.#call;
    const stats = track.reveal_stats === 1 || track.user_id === viewer;
    const comments = track.reveal_comments === 1 || track.user_id === viewer;
    json.comment_count = comments ? track.comment_count : null;
    json.download_count = track.download_count;
    json.favoritings_count = stats ? track.favoritings_count : null;
    json.playback_count = stats ? track.playback_count : null;
    json.reposts_count = track.reposts_count;
    json.user_favorite = this.#favorites && viewer !== null && likesTrack(db, viewer, track.id);
    json.user_playback_count = viewer === null ? null : playCount(db, viewer, track.id);
  }

  #flags(track: TrackRow, json: Json): void {
    json.commentable = track.commentable === 1;
    json.downloadable = track.downloadable === 1;
    json.streamable = track.streamable === 1;
    json.reveal_stats = track.reveal_stats === 1;
    json.reveal_comments = track.reveal_comments === 1;
  }
}

const MOST_WAVEFORMS = 2000;
const waveforms = new Map<string, string>();

/** Returns the path of a waveform, cached because computing it takes as long as finding the track. */
function waveformOf(world: { readonly seed: number }, trackId: number): string {
  const key = `${world.seed}:${trackId}`;
  let path = waveforms.get(key);
  if (path === undefined) {
    if (waveforms.size >= MOST_WAVEFORMS) waveforms.clear();
    waveforms.set(key, path = waveformPath(world, trackId));
  }
  return path;
}

/** Returns a track with every field, including `user_favorite`. */
export function presentTrack(call: Call, track: TrackRow): Json {
  return new TrackPresenter(call, true).present(track);
}

/** Returns the tracks of a list without those hidden from the caller or with other access levels. */
export function presentTracks(
  call: Call,
  tracks: readonly TrackRow[],
  fallback: readonly Access[] = VISIBLE,
  presenter: TrackPresenter = new TrackPresenter(call),
): Json[] {
  const levels = accessLevels(call, fallback);
  return tracks.filter((track) => isListed(call, track) && levels.has(accessOf(call, track)))
    .map((track) => presenter.present(track));
}
