import type { Call } from "../context.ts";
import { waveformPath } from "../media/addresses.ts";
import type { TrackRow, UserRow } from "../store/rows.ts";
import { likesTrack, playCount } from "../store/tracks.ts";
import { findUser } from "../store/users.ts";
import { accessOf, isReady } from "../visibility.ts";
import { identity, imageUrl, permalinkUrl, timestamp, uri } from "./fields.ts";
import { embeddedUser, type Json } from "./user.ts";

/** Turns rows into tracks for one caller, looking each artist up once. */
export class TrackPresenter {
  readonly #call: Call;
  readonly #artists = new Map<number, Json>();
  readonly #favorites: boolean;

  /** @param favorites Whether `user_favorite` is filled in: the service does so for searches and single tracks only. */
  constructor(call: Call, favorites = false) {
    this.#call = call;
    this.#favorites = favorites;
  }

  /** The artist as embedded in their tracks and playlists. */
  artist(id: number): Json {
    let artist = this.#artists.get(id);
    if (artist === undefined) {
      artist = embeddedUser(this.#call, findUser(this.#call.db, id) as UserRow);
      this.#artists.set(id, artist);
    }
    return artist;
  }

  /** One track, with every field. */
  present(track: TrackRow): Json {
    const call = this.#call;
    return {
      ...identity(call, "tracks", track.id),
      kind: "track",
      ...this.#texts(track),
      ...this.#addresses(track),
      ...this.#counts(track),
      ...this.#flags(track),
      created_at: timestamp(track.created_at),
      last_modified: timestamp(track.last_modified),
      duration: isReady(call, track) ? track.duration : 0,
      bpm: track.bpm,
      release_day: track.release_day,
      release_month: track.release_month,
      release_year: track.release_year,
      access: accessOf(call, track),
      user: this.artist(track.user_id),
    };
  }

  #texts(track: TrackRow): Json {
    return {
      title: track.title,
      description: track.description,
      genre: track.genre,
      tag_list: track.tag_list,
      isrc: track.isrc,
      key_signature: track.key_signature,
      label_name: track.label_name,
      license: track.license,
      metadata_artist: track.metadata_artist,
      purchase_title: track.purchase_title,
      purchase_url: track.purchase_url,
      release: track.release,
      sharing: track.sharing,
      embeddable_by: track.embeddable_by,
      available_country_codes: track.available_country_codes,
    };
  }

  /** The owner of a private track finds its secret token in three places. */
  #addresses(track: TrackRow): Json {
    const call = this.#call;
    const secret = track.sharing === "private" && track.user_id === call.viewer ? track.secret_token : undefined;
    const page = `${String(this.artist(track.user_id).permalink)}/${track.permalink}`;
    const address = uri(call, "tracks", track.id);
    return {
      artwork_url: imageUrl(call, track.artwork_url),
      permalink_url: permalinkUrl(call, secret === undefined ? page : `${page}/${secret}`),
      stream_url: `${address}/preview`,
      download_url: track.downloadable === 1 ? `${address}/download` : null,
      waveform_url: call.urls.media + waveformPath(call.world, track.id),
      uri: uri(call, "tracks", track.id, secret),
      secret_uri: secret === undefined ? null : uri(call, "tracks", track.id, secret),
    };
  }

  /** In quiet mode only the owner sees how a track does. */
  #counts(track: TrackRow): Json {
    const { viewer, db } = this.#call;
    const stats = track.reveal_stats === 1 || track.user_id === viewer;
    const comments = track.reveal_comments === 1 || track.user_id === viewer;
    return {
      comment_count: comments ? track.comment_count : null,
      download_count: track.download_count,
      favoritings_count: stats ? track.favoritings_count : null,
      playback_count: stats ? track.playback_count : null,
      reposts_count: track.reposts_count,
      user_favorite: this.#favorites && viewer !== null && likesTrack(db, viewer, track.id),
      user_playback_count: viewer === null ? null : playCount(db, viewer, track.id),
    };
  }

  #flags(track: TrackRow): Json {
    return {
      commentable: track.commentable === 1,
      downloadable: track.downloadable === 1,
      streamable: track.streamable === 1,
      reveal_stats: track.reveal_stats === 1,
      reveal_comments: track.reveal_comments === 1,
    };
  }
}

/** One track with every field, `user_favorite` included. */
export function presentTrack(call: Call, track: TrackRow): Json {
  return new TrackPresenter(call, true).present(track);
}
