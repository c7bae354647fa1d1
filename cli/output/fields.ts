import type {
  Comment,
  ServiceMe,
  ServicePlaylist,
  ServiceSystemPlaylist,
  ServiceTrack,
  ServiceUser,
} from "@tonearm/client";

// deno-fmt-ignore: a list of names
export const TRACK_FIELDS: readonly (keyof ServiceTrack)[] = [
  "id", "urn", "title", "description", "genre", "duration", "permalink_url", "artwork_url", "waveform_url",
  "stream_url", "download_url", "uri", "user", "created_at", "access", "sharing", "license", "tag_list",
  "embeddable_by", "kind", "label_name", "purchase_title", "purchase_url", "bpm", "comment_count", "download_count",
  "favoritings_count", "playback_count", "reposts_count", "release_day", "release_month", "release_year", "commentable",
  "downloadable", "streamable", "user_favorite", "isrc", "key_signature", "metadata_artist", "monetization_model",
  "policy", "release", "secret_uri", "station_urn", "user_playback_count", "available_country_codes", "last_modified",
  "reveal_stats", "reveal_comments",
];

// deno-fmt-ignore: a list of names
export const USER_FIELDS: readonly (keyof ServiceUser)[] = [
  "id", "urn", "username", "permalink", "permalink_url", "avatar_url", "city", "country", "description", "first_name",
  "last_name", "full_name", "followers_count", "followings_count", "likes_count", "track_count", "playlist_count",
  "reposts_count", "public_favorites_count", "comments_count", "plan", "subscriptions", "created_at", "last_modified",
  "kind", "uri", "online", "website", "website_title", "station_urn", "discogs_name", "myspace_name",
];

// deno-fmt-ignore: a list of names
export const ME_FIELDS: readonly (keyof ServiceMe)[] = [
  ...USER_FIELDS, "locale", "primary_email_confirmed", "private_playlists_count", "private_tracks_count", "quota",
  "upload_seconds_left",
];

// deno-fmt-ignore: a list of names
export const PLAYLIST_FIELDS: readonly (keyof ServicePlaylist)[] = [
  "id", "user_id", "urn", "title", "description", "genre", "permalink", "permalink_url", "artwork_url", "user_urn",
  "duration", "track_count", "likes_count", "user", "tracks", "created_at", "last_modified", "sharing", "license",
  "tag_list", "type", "playlist_type", "kind", "label_name", "embeddable_by", "ean", "purchase_title", "purchase_url",
  "release", "uri", "tags", "tracks_uri", "label", "label_id", "release_day", "release_month", "release_year",
  "downloadable", "streamable", "secret_uri",
];

// deno-fmt-ignore: a list of names
export const SYSTEM_PLAYLIST_FIELDS: readonly (keyof ServiceSystemPlaylist)[] = [
  "urn", "kind", "title", "description", "permalink", "permalink_url", "artwork_url", "tracks", "track_count",
  "last_updated", "playlist_type",
];

// deno-fmt-ignore: a list of names
export const COMMENT_FIELDS: readonly (keyof Comment)[] = [
  "id", "urn", "body", "created_at", "kind", "timestamp", "track_urn", "track_id", "uri", "user_urn", "user_id", "user",
];

export function anyOf(...kinds: readonly (readonly string[])[]): readonly string[] {
  return [...new Set(kinds.flat())];
}
