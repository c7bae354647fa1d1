import type { Call } from "../http/call.ts";
import { Memo } from "../base/memo.ts";
import type { Action } from "../living/activity.ts";
import { waveformPath } from "../media/addresses.ts";
import type { TrackRow } from "../store/rows.ts";
import { isRelated } from "../store/relations.ts";
import { TRACK_FLAGS, TRACK_TEXTS } from "../store/schema.ts";
import { findTrack, playCount } from "../store/lookups.ts";
import {
  type Access,
  accessLevels,
  copy,
  identity,
  imageUrl,
  type Json,
  own,
  permalinkUrl,
  shapeOf,
  timestamp,
  uri,
  urn,
  VISIBLE,
  visible,
  withoutMachineTags,
} from "./fields.ts";
import { Artists } from "./user.ts";

export const visibleTrack = (call: Call): TrackRow => visible(call, "track", findTrack);

export const ownTrack = (call: Call): TrackRow => own(call, "track", findTrack);

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

export function isListed(call: Call, track: TrackRow): boolean {
  return track.user_id === call.viewer || (track.sharing === "public" && isReady(call, track));
}

const FLAGS = TRACK_FLAGS.split(" ") as (keyof TrackRow)[];
const COLUMNS = (
  `${TRACK_TEXTS} title description genre label_name license purchase_title purchase_url release release_day ` +
  "release_month release_year sharing embeddable_by bpm download_count"
).split(" ") as (keyof TrackRow)[];

const SHAPE = shapeOf(COLUMNS);

export class TrackPresenter {
  readonly #call: Call;
  readonly artists: Artists;
  readonly #favorites: boolean;

  /** @param favorites Whether to set `user_favorite`: SoundCloud does so for searches and single tracks only. */
  constructor(call: Call, favorites = false, artists: Artists = new Artists(call)) {
    this.#call = call;
    this.artists = artists;
    this.#favorites = favorites;
  }

  present(track: TrackRow): Json {
    const call = this.#call;
    const json = identity(call, "tracks", track.id, "track", SHAPE);
    copy(json, track, COLUMNS);
    this.#addresses(track, json);
    this.#counts(track, json);
    Object.assign(json, Object.fromEntries(FLAGS.map((flag) => [flag, track[flag] === 1])));
    json.tag_list = withoutMachineTags(track.tag_list);
    json.created_at = timestamp(track.created_at);
    json.last_modified = timestamp(track.last_modified);
    const isProcessed = isReady(call, track);
    json.duration = isProcessed ? track.duration : 0;
    if (track.sharing === "public") {
      json.station_urn = isProcessed ? urn("system-playlists:track-stations", track.id) : null;
    }
    json.access = accessOf(call, track);
    json.user = this.artists.get(track.user_id);
    return json;
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
    const key = `${call.world.seed}:${track.id}`;
    const waveform = waveforms.get(key) ?? waveforms.keep(key, waveformPath(call.world, track.id));
    json.waveform_url = call.urls.media + waveform;
    json.uri = uri(call, "tracks", track.id, secret);
    json.secret_uri = secret === undefined ? null : uri(call, "tracks", track.id, secret);
  }

  /** Adds the counts, which only the owner sees in quiet mode. */
  #counts(track: TrackRow, json: Json): void {
    const { viewer, db, world: { living }, now } = this.#call;
    const reception = living?.of("tracks", track);
    const by = (action: Action) => reception?.stream(action).count(now) ?? 0;
    const stats = track.reveal_stats === 1 || track.user_id === viewer;
    const comments = track.reveal_comments === 1 || track.user_id === viewer;
    json.comment_count = comments ? track.comment_count + by("comments") : null;
    json.favoritings_count = stats ? track.favoritings_count + by("likes") : null;
    json.playback_count = stats ? track.playback_count + by("plays") : null;
    json.reposts_count = track.reposts_count + by("reposts");
    json.user_favorite = this.#favorites && viewer !== null && isRelated(db, "track_likes", viewer, track.id);
    json.user_playback_count = viewer === null ? null : playCount(db, viewer, track.id);
  }
}

/** The paths of waveforms: computing one takes as long as finding the track. */
const waveforms = new Memo<string>(2000);

export function presentTrack(call: Call, track: TrackRow): Json {
  return new TrackPresenter(call, true).present(track);
}

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
