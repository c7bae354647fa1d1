/**
 * A user. Inside tracks and playlists it's a summary whose counts may all be 0.
 *
 * The specification allows null in only four fields; SoundCloud sends null for every field that a user left empty, and
 * some responses omit fields.
 */
export interface ServiceUser {
  /** Deprecated by SoundCloud in favour of {@linkcode ServiceUser.urn}. */
  readonly id: number;
  /** Its id, as in `soundcloud:users:1`. */
  readonly urn: string;
  /** Name shown for the user. */
  readonly username: string;
  /** Last part of the profile's URL. */
  readonly permalink: string;
  /** URL of the profile. */
  readonly permalink_url: string;
  /** URL of a JPEG. */
  readonly avatar_url: string | null;
  /** Where the user lives. */
  readonly city: string | null;
  /** Where the user lives. */
  readonly country: string | null;
  /** About the user, with line breaks. */
  readonly description: string | null;
  /** Given name. */
  readonly first_name: string | null;
  /** Family name. */
  readonly last_name: string | null;
  /** First and last name. */
  readonly full_name: string | null;
  /** Users who follow this one. */
  readonly followers_count: number;
  /** Users this one follows. */
  readonly followings_count: number;
  /** Includes likes of deleted and private tracks. */
  readonly likes_count?: number;
  /** Public tracks. */
  readonly track_count: number;
  /** Public playlists. */
  readonly playlist_count: number;
  /** Tracks and playlists reposted. */
  readonly reposts_count: number;
  /** Public tracks the user likes. */
  readonly public_favorites_count: number;
  /** Now always 0. */
  readonly comments_count?: number;
  /** As in `Free` or `Pro`. */
  readonly plan: string;
  /** The user's paid plan. */
  readonly subscriptions?: readonly Subscription[];
  /** Creation time of the account, as in `2019/01/15 15:40:49 +0000`. */
  readonly created_at: string;
  /** When it last changed. */
  readonly last_modified: string;
  /** The type of the resource. */
  readonly kind: "user";
  /** URL in the API. */
  readonly uri: string;
  /** Whether the user is logged in. */
  readonly online?: boolean;
  /** URL of a site. */
  readonly website: string | null;
  /** Text of that link. */
  readonly website_title: string | null;
  /** The artist's station, a system playlist; null without one, missing for users without public tracks. */
  readonly station_urn?: string | null;
  /** Name at Discogs. */
  readonly discogs_name: string | null;
  /** Name at Myspace. */
  readonly myspace_name: string | null;
}

/** A subscription of a user. */
export interface Subscription {
  /** The plan. */
  readonly product: Product;
  /** Whether it renews itself. */
  readonly recurring?: boolean;
}

/** A plan that can be subscribed to. */
export interface Product {
  /** Its id. */
  readonly id: string;
  /** Its name. */
  readonly name: string;
}

/** How much a user may upload. */
export interface Quota {
  /** True when there is no limit. */
  readonly unlimited_upload_quota: boolean;
  /** Seconds of audio uploaded. */
  readonly upload_seconds_used: number;
  /** Null when there is no limit. */
  readonly upload_seconds_left: number | null;
}

/** The authenticated user. */
export interface ServiceMe extends ServiceUser {
  /** Language of the user. */
  readonly locale: string | null;
  /** Uploads need a confirmed e-mail address. */
  readonly primary_email_confirmed: boolean;
  /** Playlists that only the user sees. */
  readonly private_playlists_count: number;
  /** Tracks that only the user sees. */
  readonly private_tracks_count: number;
  /** How much the user may upload. */
  readonly quota: Quota;
  /** Null when there is no limit. */
  readonly upload_seconds_left: number | null;
}
