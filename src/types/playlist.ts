/**
 * Playlists.
 *
 * @module
 */
import type { EmbeddableBy, License, Sharing } from "./access.ts";
import type { Open } from "./open.ts";
import type { ServiceTrack } from "./track.ts";
import type { ServiceUser } from "./user.ts";

/**
 * A playlist, or an album.
 *
 * The specification allows null in four fields; the service sends it in more.
 */
export interface ServicePlaylist {
  /** Deprecated by the service in favour of {@linkcode ServicePlaylist.urn}. */
  id: number;
  /** Its id, as in `soundcloud:playlists:1`. */
  urn: string;
  /** Deprecated by the service in favour of {@linkcode ServicePlaylist.user_urn}. */
  user_id?: number;
  /** Its owner. */
  user_urn?: string;
  /** Display name. */
  title: string;
  /** Free text, with line breaks. */
  description: string | null;
  /** Free text. */
  genre: string | null;
  /** Last part of the playlist's address. */
  permalink: string;
  /** URL of the page; that of a private playlist contains its secret. */
  permalink_url: string;
  /** URL of a JPEG. */
  artwork_url: string | null;
  /** In milliseconds. */
  duration: number;
  /** Includes hidden tracks, and may be 0 in lists; don't use it to end a loop. */
  track_count: number;
  /** Includes likes of deleted users. */
  likes_count: number;
  /** A summary of its owner. */
  user: ServiceUser;
  /** In the playlist's order; missing when `show_tracks` is false. */
  tracks?: ServiceTrack[];
  /** Creation time, as in `2019/01/15 15:40:49 +0000`. */
  created_at: string;
  /** When it last changed. */
  last_modified: string;
  /** Who may see it. */
  sharing: Open<Sharing>;
  /** Its licence. */
  license: Open<License>;
  /** Space-separated tags; tags of several words are in double quotes: see `parseTagList`. */
  tag_list: string;
  /** The same as `playlist_type`, mostly. */
  type: string | null;
  /** As in `album`; empty for a plain playlist. */
  playlist_type: string | null;
  /** The type of the resource. */
  kind: "playlist";
  /** Name of the record label. */
  label_name: string | null;
  /** Who may embed it on other sites. */
  embeddable_by: Open<EmbeddableBy>;
  /** European Article Number. */
  ean: string | null;
  /** Text of the purchase link. */
  purchase_title: string | null;
  /** URL of the purchase link. */
  purchase_url: string | null;
  /** The label's catalogue number. */
  release: string | null;
  /** URL in the API; the owner of a private playlist gets it with the secret. */
  uri: string;
  /** URL in the API with the secret, for the owner of a private playlist. */
  secret_uri?: string | null;
  /** Tags, in another form than `tag_list`. */
  tags?: string | null;
  /** URL of its tracks in the API. */
  tracks_uri?: string | null;
  /** The record label's account, if it has one. */
  label: ServiceUser | null;
  /** Id of that account. */
  label_id: number | null;
  /** Day of the month. */
  release_day: number | null;
  /** 1 to 12. */
  release_month: number | null;
  /** Four digits. */
  release_year: number | null;
  /** Whether it may be downloaded. */
  downloadable: boolean | null;
  /** Whether it may be streamed. */
  streamable: boolean;
}

/** The fields that a playlist's owner can set. */
export interface UpdatePlaylistParams {
  /** Display name. */
  title?: string | undefined;
  /** Free text, with line breaks. */
  description?: string | undefined;
  /** Default `public` for a new playlist. */
  sharing?: Sharing | undefined;
  /** All tracks in their order, at most 500: the list replaces the former one. */
  tracks?: readonly { urn: string }[] | undefined;
  /** European Article Number. */
  ean?: string | undefined;
  /** Free text. */
  genre?: string | undefined;
  /** Name of the record label. */
  label_name?: string | undefined;
  /** Its licence. */
  license?: License | undefined;
  /** Last part of the playlist's address. */
  permalink?: string | undefined;
  /** URL of its page. */
  permalink_url?: string | undefined;
  /** Text of the purchase link. */
  purchase_title?: string | undefined;
  /** URL of the purchase link. */
  purchase_url?: string | undefined;
  /** The label's catalogue number. */
  release?: string | undefined;
  /** As `yyyy-mm-dd`. Replies have it as `release_year`, `release_month` and `release_day`. */
  release_date?: string | undefined;
  /** An album, or a plain playlist, which is the default. */
  set_type?: "album" | "playlist" | undefined;
  /** Tags. The service's own description separates them by commas here. */
  tag_list?: string | undefined;
}

/** The fields of a new playlist. */
export interface CreatePlaylistParams extends UpdatePlaylistParams {
  /** Display name. */
  title: string;
  /** A GIF, JPEG or PNG. The service accepts it only with a new playlist. */
  artwork_data?: Blob | File | undefined;
}
