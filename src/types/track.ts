/**
 * Tracks.
 *
 * @module
 */
import type { Access, AccessFilter, EmbeddableBy, License, Sharing } from "./access.ts";
import type { Open } from "./open.ts";
import type { ServiceUser } from "./user.ts";

/**
 * A track.
 *
 * The specification has null in eight fields; the service sends it for more of them, and leaves counts out where
 * the owner hides them (`reveal_stats`).
 */
export interface ServiceTrack {
  /** Deprecated by the service in favour of {@linkcode ServiceTrack.urn}. */
  id: number;
  /** Its id, as in `soundcloud:tracks:1`. */
  urn: string;
  /** Shown as its name. */
  title: string;
  /** Free text, with line breaks. */
  description: string | null;
  /** Free text. */
  genre: string | null;
  /** In milliseconds; 0 while it's unknown. */
  duration: number;
  /** Address of the page; a private track's holds its secret. */
  permalink_url: string;
  /** Address of a JPEG. */
  artwork_url: string | null;
  /** Address of a picture of the sound. */
  waveform_url: string | null;
  /** A snippet of 30 seconds; use the track's streams instead. */
  stream_url?: string | null;
  /** Null or missing when the track may not be downloaded. */
  download_url?: string | null;
  /** Address in the API; to its owner a private track's holds its secret. */
  uri: string;
  /** The owner; the counts in it may all be 0. */
  user: ServiceUser;
  /** Time of the upload. */
  created_at: string;
  /** How much of it the caller may hear. Null is in the service's schema, though not in the specification. */
  access: Open<Access> | null;
  /** Who may see it. */
  sharing: Open<Sharing>;
  /** Under what terms it may be used. */
  license: Open<License>;
  /**
   * Tags separated by blanks, those of several words in double quotes: see `parseTagList`. Machine tags
   * (`namespace:key=value`) are left out since 2026-10-28.
   */
  tag_list: string;
  /** Who may embed it on other sites. */
  embeddable_by: Open<EmbeddableBy>;
  /** The type of the resource. */
  kind: "track";
  /** Name of the record label. */
  label_name: string | null;
  /** Text of the link to buy it. */
  purchase_title: string | null;
  /** Where it can be bought. */
  purchase_url: string | null;
  /** Beats per minute if the service has analysed the track, otherwise null. */
  bpm: number | null;
  /** Comments on it. */
  comment_count?: number | null;
  /** Downloads of it. */
  download_count?: number | null;
  /** Users who like it. */
  favoritings_count?: number | null;
  /** Plays of it. */
  playback_count?: number | null;
  /** Users who reposted it. */
  reposts_count?: number | null;
  /** Day of the month. */
  release_day: number | null;
  /** 1 to 12. */
  release_month: number | null;
  /** With all four digits. */
  release_year: number | null;
  /** Whether it may be commented on. */
  commentable: boolean;
  /** Whether it may be downloaded. */
  downloadable: boolean;
  /** Whether it may be streamed. */
  streamable: boolean;
  /** Whether the caller likes it; set by search and single lookups, false otherwise. */
  user_favorite?: boolean;
  /** International Standard Recording Code. */
  isrc: string | null;
  /** Musical key if the service has analysed the track, otherwise null. */
  key_signature?: string | null;
  /** Performer, where it is not the owner. */
  metadata_artist?: string | null;
  /** How it earns money. */
  monetization_model?: string | null;
  /** The rights holder's permission. */
  policy?: string | null;
  /** The label's number of the release. */
  release: string | null;
  /** Contains the secret of a private track; only its owner gets it. */
  secret_uri?: string | null;
  /** How often the caller has played it. */
  user_playback_count?: number | null;
  /** Countries it can be heard in; null for all. */
  available_country_codes: string[] | null;
  /** Its station, a system playlist; null without one, missing for tracks that aren't public. */
  station_urn?: string | null;
  /** False when the owner hides the counts. */
  reveal_stats?: boolean;
  /** False when the owner hides the comments. */
  reveal_comments?: boolean;
}

/** The fields that a track's owner can set. */
export interface TrackFields {
  /** Free text, with line breaks. */
  description?: string | undefined;
  /** Free text. */
  genre?: string | undefined;
  /**
   * Tags separated by blanks, those of several words in double quotes: see `formatTagList`. It replaces all tags,
   * including machine tags, which the service doesn't return: keep your own record of those.
   */
  tag_list?: string | undefined;
  /** Default `public` for an upload. */
  sharing?: Sharing | undefined;
  /** Last part of the track's address. */
  permalink?: string | undefined;
  /** Who may embed it on other sites. */
  embeddable_by?: EmbeddableBy | undefined;
  /** Where it can be bought. */
  purchase_url?: string | undefined;
  /** Name of the record label. */
  label_name?: string | undefined;
  /** The label's number of the release. */
  release?: string | undefined;
  /** As `yyyy-mm-dd`. It's read back as `release_year`, `release_month` and `release_day`. */
  release_date?: string | undefined;
  /** Whether it may be streamed. */
  streamable?: boolean | undefined;
  /** Whether it may be downloaded. */
  downloadable?: boolean | undefined;
  /** Under what terms it may be used. */
  license?: License | undefined;
  /** Whether it may be commented on. */
  commentable?: boolean | undefined;
  /** False hides the counts. */
  reveal_stats?: boolean | undefined;
  /** False hides the comments. */
  reveal_comments?: boolean | undefined;
  /** International Standard Recording Code. */
  isrc?: string | undefined;
  /** A GIF, JPEG or PNG; the service may require a paid plan. */
  artwork_data?: Blob | File | undefined;
}

/** The fields of an update; the others stay unchanged. */
export interface UpdateTrackParams extends TrackFields {
  /** Shown as its name. */
  title?: string | undefined;
}

/** The fields of an upload. */
export interface UploadTrackParams extends TrackFields {
  /** Shown as its name. */
  title: string;
  /** The audio, at most 4 GiB. A stream needs its length, and can be sent again only where a function opens it. */
  asset_data: Blob | File | Uint8Array | ArrayBuffer | UploadStream;
  /** Name of the file, at most 255 characters. Default: the file's own, else one made from the title. */
  filename?: string | undefined;
  /** Performer, where it is not the owner. */
  artist?: string | undefined;
}

/** Bytes as they come: a stream of the web's, or anything that `for await` reads. */
export type ByteStream = ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>;

/** Audio from a source of known length. */
export interface UploadStream {
  /** The bytes, or a function that opens them again for each attempt; a Node stream works, too. */
  stream: ByteStream | (() => ByteStream);
  /** In bytes, exactly. */
  size: number;
}

/** How far an upload has come. */
export interface UploadProgress {
  /** Bytes passed on so far. */
  sentBytes: number;
  /** Bytes in all. */
  totalBytes: number;
}

/** How related tracks are chosen. */
export interface RelatedTracksOptions {
  /** Tracks a page. */
  limit?: number | undefined;
  /** Default `playable`. */
  access?: AccessFilter | undefined;
}
