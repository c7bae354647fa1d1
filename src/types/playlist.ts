import type { EmbeddableBy, License, Sharing } from "./access.ts";
import type { Open } from "./open.ts";
import type { ResourceId } from "./resource_id.ts";
import type { ServiceTrack } from "./track.ts";
import type { ServiceUser } from "./user.ts";

/**
 * A playlist, or an album.
 *
 * The specification allows null in four fields; SoundCloud sends it in more.
 */
export interface ServicePlaylist {
  /** Deprecated by SoundCloud in favour of {@linkcode ServicePlaylist.urn}. */
  readonly id: number;
  /** Its id, as in `soundcloud:playlists:1`. */
  readonly urn: string;
  /** Deprecated by SoundCloud in favour of {@linkcode ServicePlaylist.user_urn}. */
  readonly user_id?: number;
  /** Its owner. */
  readonly user_urn?: string;
  /** Display name. */
  readonly title: string;
  /** Free text, with line breaks. */
  readonly description: string | null;
  /** Free text. */
  readonly genre: string | null;
  /** Last part of the playlist's URL. */
  readonly permalink: string;
  /** URL of the page; that of a private playlist contains its secret. */
  readonly permalink_url: string;
  /** URL of a JPEG. */
  readonly artwork_url: string | null;
  /** In milliseconds. */
  readonly duration: number;
  /** Includes hidden tracks, and may be 0 in lists; don't use it to end a loop. */
  readonly track_count: number;
  /** Includes likes of deleted users. */
  readonly likes_count: number;
  /** A summary of its owner. */
  readonly user: ServiceUser;
  /** In the playlist's order; missing when `show_tracks` is false. */
  readonly tracks?: readonly ServiceTrack[];
  /** Creation time, as in `2019/01/15 15:40:49 +0000`. */
  readonly created_at: string;
  /** When it last changed. */
  readonly last_modified: string;
  /** Who may see it. */
  readonly sharing: Open<Sharing>;
  /** Its licence. */
  readonly license: Open<License>;
  /** Space-separated tags; tags of several words are in double quotes: see `parseTagList`. */
  readonly tag_list: string;
  /** The same as `playlist_type`, mostly. */
  readonly type: string | null;
  /** As in `album`; empty for a plain playlist. */
  readonly playlist_type: string | null;
  /** The type of the resource. */
  readonly kind: "playlist";
  /** Name of the record label. */
  readonly label_name: string | null;
  /** Who may embed it on other sites. */
  readonly embeddable_by: Open<EmbeddableBy>;
  /** European Article Number. */
  readonly ean: string | null;
  /** Text of the purchase link. */
  readonly purchase_title: string | null;
  /** URL of the purchase link. */
  readonly purchase_url: string | null;
  /** The label's catalogue number. */
  readonly release: string | null;
  /** URL in the API; the owner of a private playlist gets it with the secret. */
  readonly uri: string;
  /** URL in the API with the secret, for the owner of a private playlist. */
  readonly secret_uri?: string | null;
  /** Tags, in another form than `tag_list`. */
  readonly tags?: string | null;
  /** URL of its tracks in the API. */
  readonly tracks_uri?: string | null;
  /** The record label's account, if it has one. */
  readonly label: ServiceUser | null;
  /** Id of that account. */
  readonly label_id: number | null;
  /** Day of the month. */
  readonly release_day: number | null;
  /** 1 to 12. */
  readonly release_month: number | null;
  /** Four digits. */
  readonly release_year: number | null;
  /** Whether it may be downloaded. */
  readonly downloadable: boolean | null;
  /** Whether it may be streamed. */
  readonly streamable: boolean;
}

/** The fields that a playlist's owner can set. */
export interface UpdatePlaylistParams {
  /** Display name. */
  title?: string | undefined;
  /** Free text, with line breaks. */
  description?: string | undefined;
  /** Default `public` for a new playlist. */
  sharing?: Sharing | undefined;
  /** All tracks in their order, at most 500, by their ids: the list replaces the former one. */
  tracks?: Iterable<ResourceId | { urn: string }> | undefined;
  /** European Article Number. */
  ean?: string | undefined;
  /** Free text. */
  genre?: string | undefined;
  /** Name of the record label. */
  label_name?: string | undefined;
  /** Its licence. */
  license?: License | undefined;
  /** Last part of the playlist's URL. */
  permalink?: string | undefined;
  /** URL of its page. */
  permalink_url?: string | undefined;
  /** Text of the purchase link. */
  purchase_title?: string | undefined;
  /** URL of the purchase link. */
  purchase_url?: string | undefined;
  /** The label's catalogue number. */
  release?: string | undefined;
  /** As `yyyy-mm-dd`. Responses have it as `release_year`, `release_month` and `release_day`. */
  release_date?: string | undefined;
  /** An album, or a plain playlist, which is the default. */
  set_type?: "album" | "playlist" | undefined;
  /** Tags. SoundCloud's own description separates them by commas here. */
  tag_list?: string | undefined;
}

/** The fields of a new playlist. */
export interface CreatePlaylistParams extends UpdatePlaylistParams {
  /** Display name. */
  title: string;
  /** A GIF, JPEG or PNG. SoundCloud accepts it only with a new playlist. */
  artwork_data?: Blob | File | undefined;
}
