/** A user as stored. */
export interface UserRow {
  readonly id: number;
  readonly permalink: string;
  readonly username: string;
  readonly first_name: string | null;
  readonly last_name: string | null;
  readonly full_name: string | null;
  readonly description: string | null;
  readonly discogs_name: string | null;
  readonly city: string | null;
  readonly country: string | null;
  readonly website: string | null;
  readonly website_title: string | null;
  readonly avatar_url: string | null;
  readonly locale: string | null;
  readonly plan: string;
  readonly created_at: number;
  readonly last_modified: number;
  readonly email_confirmed: number;
  readonly upload_seconds_used: number;
  readonly followers_count: number;
  readonly followings_count: number;
  readonly track_count: number;
  readonly private_tracks_count: number;
  readonly playlist_count: number;
  readonly private_playlists_count: number;
  readonly public_favorites_count: number;
  readonly playlist_likes_count: number;
  readonly reposts_count: number;
}

/** A stored track with the fields that depend on the caller. */
export interface TrackRow {
  readonly id: number;
  readonly user_id: number;
  readonly permalink: string;
  readonly title: string;
  readonly description: string | null;
  readonly genre: string | null;
  readonly tag_list: string;
  readonly artwork_url: string | null;
  readonly duration: number;
  readonly created_at: number;
  readonly last_modified: number;
  readonly ready_at: number;
  readonly sharing: "public" | "private";
  readonly secret_token: string;
  readonly access: "playable" | "preview" | "blocked";
  readonly available_country_codes: string | null;
  readonly has_aac: number;
  readonly bpm: number | null;
  readonly key_signature: string | null;
  readonly isrc: string | null;
  readonly label_name: string | null;
  readonly license: string;
  readonly metadata_artist: string | null;
  readonly purchase_title: string | null;
  readonly purchase_url: string | null;
  readonly release: string | null;
  readonly release_day: number | null;
  readonly release_month: number | null;
  readonly release_year: number | null;
  readonly commentable: number;
  readonly downloadable: number;
  readonly streamable: number;
  readonly embeddable_by: string;
  readonly reveal_stats: number;
  readonly reveal_comments: number;
  readonly playback_count: number;
  readonly download_count: number;
  readonly comment_count: number;
  readonly favoritings_count: number;
  readonly reposts_count: number;
}

/** A playlist as stored, with its computed duration. */
export interface PlaylistRow {
  readonly id: number;
  readonly user_id: number;
  readonly permalink: string;
  readonly title: string;
  readonly description: string | null;
  readonly genre: string | null;
  readonly tag_list: string;
  readonly artwork_url: string | null;
  readonly created_at: number;
  readonly last_modified: number;
  readonly sharing: "public" | "private";
  readonly secret_token: string;
  readonly set_type: string;
  readonly ean: string | null;
  readonly label_name: string | null;
  readonly license: string;
  readonly purchase_title: string | null;
  readonly purchase_url: string | null;
  readonly release: string | null;
  readonly release_day: number | null;
  readonly release_month: number | null;
  readonly release_year: number | null;
  readonly track_count: number;
  readonly likes_count: number;
  readonly reposts_count: number;
  readonly duration: number;
}

/** A comment as stored. */
export interface CommentRow {
  readonly id: number;
  readonly track_id: number;
  readonly user_id: number;
  readonly body: string;
  readonly timestamp: number | null;
  readonly created_at: number;
}

/** A window of a list: `count` rows after a position. */
export interface Window {
  readonly after: number | undefined;
  /** Number of rows to skip: `offset`, the older parameter, on lists with cursors. */
  readonly skip: number;
  readonly count: number;
  /** The time that the list shows, in milliseconds. */
  readonly until: number;
  /** Whether that time is in the past: then removed items are included. */
  readonly isBehind: boolean;
}
