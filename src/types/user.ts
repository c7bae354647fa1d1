/**
 * Users.
 *
 * @module
 */

/**
 * A user. Inside tracks and playlists it's a summary whose counts may all be 0.
 *
 * The specification allows null in only four fields; the service sends null for every field that a user left empty, and
 * some replies omit fields.
 */
export interface ServiceUser {
  /** Deprecated by the service in favour of {@linkcode ServiceUser.urn}. */
  id: number;
  /** Its id, as in `soundcloud:users:1`. */
  urn: string;
  /** Name shown for the user. */
  username: string;
  /** Last part of the profile's address. */
  permalink: string;
  /** URL of the profile. */
  permalink_url: string;
  /** URL of a JPEG. */
  avatar_url: string | null;
  /** Where the user lives. */
  city: string | null;
  /** Where the user lives. */
  country: string | null;
  /** About the user, with line breaks. */
  description: string | null;
  /** Given name. */
  first_name: string | null;
  /** Family name. */
  last_name: string | null;
  /** First and last name. */
  full_name: string | null;
  /** Users who follow this one. */
  followers_count: number;
  /** Users this one follows. */
  followings_count: number;
  /** Includes likes of deleted and private tracks. */
  likes_count?: number;
  /** Public tracks. */
  track_count: number;
  /** Public playlists. */
  playlist_count: number;
  /** Tracks and playlists reposted. */
  reposts_count: number;
  /** Public tracks the user likes. */
  public_favorites_count: number;
  /** Now always 0. */
  comments_count?: number;
  /** As in `Free` or `Pro`. */
  plan: string;
  /** The user's paid plan. */
  subscriptions?: Subscription[];
  /** Creation time of the account, as in `2019/01/15 15:40:49 +0000`. */
  created_at: string;
  /** When it last changed. */
  last_modified: string;
  /** The type of the resource. */
  kind: "user";
  /** URL in the API. */
  uri: string;
  /** Whether the user is logged in. */
  online?: boolean;
  /** URL of a site. */
  website: string | null;
  /** Text for that address. */
  website_title: string | null;
  /** The artist's station, a system playlist; null without one, missing for users without public tracks. */
  station_urn?: string | null;
  /** Name at Discogs. */
  discogs_name: string | null;
  /** Name at Myspace. */
  myspace_name: string | null;
}

/** A subscription of a user. */
export interface Subscription {
  /** The plan. */
  product: Product;
  /** Whether it renews itself. */
  recurring?: boolean;
}

/** A plan that can be subscribed to. */
export interface Product {
  /** Its id. */
  id: string;
  /** Its name. */
  name: string;
}

/** How much a user may upload. */
export interface Quota {
  /** True when there is no limit. */
  unlimited_upload_quota: boolean;
  /** Seconds of audio uploaded. */
  upload_seconds_used: number;
  /** Null when there is no limit. */
  upload_seconds_left: number | null;
}

/** The authenticated user. */
export interface ServiceMe extends ServiceUser {
  /** Language of the user. */
  locale: string | null;
  /** Uploads need a confirmed e-mail address. */
  primary_email_confirmed: boolean;
  /** Playlists that only the user sees. */
  private_playlists_count: number;
  /** Tracks that only the user sees. */
  private_tracks_count: number;
  /** How much the user may upload. */
  quota: Quota;
  /** Null when there is no limit. */
  upload_seconds_left: number | null;
}
