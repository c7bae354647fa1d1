import type { Access, AccessFilter, EmbeddableBy, License, Sharing } from "./access.ts";
import type { Open } from "./open.ts";
import type { ServiceUser } from "./user.ts";

/**
 * A track.
 *
 * The specification allows null in eight fields; SoundCloud sends it in more, and leaves out counts that the owner
 * hides (`reveal_stats`).
 */
export interface ServiceTrack {
  /** Deprecated by SoundCloud in favour of {@linkcode ServiceTrack.urn}. */
  readonly id: number;
  /** Its id, as in `soundcloud:tracks:1`. */
  readonly urn: string;
  /** Display name. */
  readonly title: string;
  /** Free text, with line breaks. */
  readonly description: string | null;
  /** Free text. */
  readonly genre: string | null;
  /** In milliseconds; 0 while it's unknown. */
  readonly duration: number;
  /** URL of the page; that of a private track contains its secret. */
  readonly permalink_url: string;
  /** URL of a JPEG. */
  readonly artwork_url: string | null;
  /** URL of the waveform. */
  readonly waveform_url: string | null;
  /** A snippet of 30 seconds; use the track's streams instead. */
  readonly stream_url?: string | null;
  /** Null or missing when the track may not be downloaded. */
  readonly download_url?: string | null;
  /** URL in the API; the owner of a private track gets it with the secret. */
  readonly uri: string;
  /** The owner; the counts in it may all be 0. */
  readonly user: ServiceUser;
  /** Time of the upload. */
  readonly created_at: string;
  /** How much of it the caller may play. Null is in SoundCloud's schema, though not in the specification. */
  readonly access: Open<Access> | null;
  /** Who may see it. */
  readonly sharing: Open<Sharing>;
  /** Its licence. */
  readonly license: Open<License>;
  /**
   * Space-separated tags; tags of several words are in double quotes: see `parseTagList`. Machine tags
   * (`namespace:key=value`) are left out since 2026-10-28.
   */
  readonly tag_list: string;
  /** Who may embed it on other sites. */
  readonly embeddable_by: Open<EmbeddableBy>;
  /** The type of the resource. */
  readonly kind: "track";
  /** Name of the record label. */
  readonly label_name: string | null;
  /** Text of the purchase link. */
  readonly purchase_title: string | null;
  /** URL of the purchase link. */
  readonly purchase_url: string | null;
  /** Beats per minute if SoundCloud has analysed the track, otherwise null. */
  readonly bpm: number | null;
  /** Number of comments. */
  readonly comment_count?: number | null;
  /** Number of downloads. */
  readonly download_count?: number | null;
  /** Number of likes. */
  readonly favoritings_count?: number | null;
  /** Number of plays. */
  readonly playback_count?: number | null;
  /** Number of reposts. */
  readonly reposts_count?: number | null;
  /** Day of the month. */
  readonly release_day: number | null;
  /** 1 to 12. */
  readonly release_month: number | null;
  /** Four digits. */
  readonly release_year: number | null;
  /** Whether it may be commented on. */
  readonly commentable: boolean;
  /** Whether it may be downloaded. */
  readonly downloadable: boolean;
  /** Whether it may be streamed. */
  readonly streamable: boolean;
  /** Whether the caller likes it; set by search and single lookups, false otherwise. */
  readonly user_favorite?: boolean;
  /** International Standard Recording Code. */
  readonly isrc: string | null;
  /** When it last changed; the specification gives it to playlists and users only. */
  readonly last_modified?: string;
  /** Musical key if SoundCloud has analysed the track, otherwise null. */
  readonly key_signature?: string | null;
  /** Performer, if not the owner. */
  readonly metadata_artist?: string | null;
  /** How it earns money. */
  readonly monetization_model?: string | null;
  /** The rights holder's permission. */
  readonly policy?: string | null;
  /** The label's catalogue number. */
  readonly release: string | null;
  /** Contains the secret of a private track; only its owner gets it. */
  readonly secret_uri?: string | null;
  /** How often the caller has played it. */
  readonly user_playback_count?: number | null;
  /** Countries in which it can be played; null for all. */
  readonly available_country_codes: readonly string[] | null;
  /** Its station, a system playlist; null without one, missing for tracks that aren't public. */
  readonly station_urn?: string | null;
  /** False when the owner hides the counts. */
  readonly reveal_stats?: boolean;
  /** False when the owner hides the comments. */
  readonly reveal_comments?: boolean;
}

/** The fields that a track's owner can set. */
export interface TrackFields {
  /** Free text, with line breaks. */
  description?: string | undefined;
  /** Free text. */
  genre?: string | undefined;
  /**
   * Space-separated tags; tags of several words are in double quotes: see `formatTagList`. It replaces all tags,
   * including machine tags, which SoundCloud doesn't return: keep your own record of those.
   */
  tag_list?: string | undefined;
  /** Default `public` for an upload. */
  sharing?: Sharing | undefined;
  /** Last part of the track's URL. */
  permalink?: string | undefined;
  /** Who may embed it on other sites. */
  embeddable_by?: EmbeddableBy | undefined;
  /** URL of the purchase link. */
  purchase_url?: string | undefined;
  /** Name of the record label. */
  label_name?: string | undefined;
  /** The label's catalogue number. */
  release?: string | undefined;
  /** As `yyyy-mm-dd`. Responses have it as `release_year`, `release_month` and `release_day`. */
  release_date?: string | undefined;
  /** Whether it may be streamed. */
  streamable?: boolean | undefined;
  /** Whether it may be downloaded. */
  downloadable?: boolean | undefined;
  /** Its licence. */
  license?: License | undefined;
  /** Whether it may be commented on. */
  commentable?: boolean | undefined;
  /** False hides the counts. */
  reveal_stats?: boolean | undefined;
  /** False hides the comments. */
  reveal_comments?: boolean | undefined;
  /** International Standard Recording Code. */
  isrc?: string | undefined;
  /** A GIF, JPEG or PNG; SoundCloud may require a paid plan. */
  artwork_data?: Blob | File | undefined;
}

/** The fields of an update; the others stay unchanged. */
export interface UpdateTrackParams extends TrackFields {
  /** Display name. */
  title?: string | undefined;
}

/** The fields of an upload. */
export interface UploadTrackParams extends TrackFields {
  /** Display name. */
  title: string;
  /** The audio, at most 4 GiB. A stream needs its length, and can be retried only if a function opens it. */
  asset_data: Blob | File | Uint8Array | ArrayBuffer | UploadStream;
  /** Name of the file, at most 255 characters. Default: the file's own, else one made from the title. */
  filename?: string | undefined;
  /** Performer, if not the owner. */
  artist?: string | undefined;
}

/** A stream of bytes: a web stream or any async iterable. */
export type ByteStream = ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>;

/** Audio from a source of known length. */
export interface UploadStream {
  /** The bytes, or a function that opens them for each attempt. Node streams work too. */
  stream: ByteStream | (() => ByteStream);
  /** Exact size, in bytes. */
  size: number;
}

/** Progress of an upload. */
export interface UploadProgress {
  /** Bytes sent so far. */
  sentBytes: number;
  /** Size of the upload, in bytes. */
  totalBytes: number;
}

/** Filters of related tracks. */
export interface RelatedTracksOptions {
  /** Tracks per page. */
  limit?: number | undefined;
  /** Default `playable`. */
  access?: AccessFilter | undefined;
}
