/**
 * The schemas of requests and responses, grouped by type: SoundCloud's OpenAPI file with its mistakes corrected, and
 * undocumented fields of its responses.
 *
 * A type is a JSON type, the `Name` of another schema or of a choice, a list `[type]`, or a choice of texts `a|b`. A
 * final `?` allows null; after a field's name, it makes the field optional.
 *
 * Corrections: a comment's `timestamp` is a number, `subscriptions` and `access` have their types, collections are
 * lists.
 */
import type { FieldTables } from "./row.ts";

export const CHOICES = {
  License: "no-rights-reserved|all-rights-reserved|cc-by|cc-by-nc|cc-by-nd|cc-by-sa|cc-by-nc-nd|cc-by-nc-sa",
  Offer: "digital|vinyl|cd|cassette|apparel|sample_pack|subscription|live_event|live_stream|other",
} as const;

export const ARRAYS = {
  TracksArray: "[Track]",
  PlaylistsArray: "[Playlist]",
  SystemPlaylistsArray: "[SystemPlaylist]",
  WebProfiles: "[WebProfile]",
} as const;

const LIKE_PLAYLIST = "assumed: like a playlist, where the release notes give no detail";

export const FIELDS: FieldTables = {
  User: [
    ["integer", "id?", "recorded 2026-03 soundcloud/api#525"],
    ["string", "urn kind permalink plan username"],
    ["string?", "avatar_url city country description discogs_name"],
    ["string?", "first_name full_name last_name website website_title"],
    ["integer", "comments_count", "documented 2022-03-24"],
    ["timestamp", "created_at last_modified"],
    ["integer", "followers_count followings_count playlist_count public_favorites_count reposts_count track_count"],
    ["uri", "permalink_url uri"],
    ["string?", "station_urn?", "documented 2026-09-30"],
    ["[Subscription]", "subscriptions"],
  ],
  Me: [
    ["...", "User"],
    ["integer", "comments_count likes_count private_playlists_count private_tracks_count"],
    ["string?", "locale"],
    ["boolean", "online primary_email_confirmed"],
    ["Quota", "quota"],
    ["integer?", "upload_seconds_left"],
  ],
  Quota: [
    ["boolean", "unlimited_upload_quota"],
    ["integer", "upload_seconds_used"],
    ["integer?", "upload_seconds_left"],
  ],
  Subscription: [["Product", "product"], ["boolean", "recurring"]],
  Product: [["string", "id name"]],
  Users: [["[User]", "collection"], ["uri?", "next_href?"]],
  Track: [
    ["integer", "id?", "recorded 2026-03 soundcloud/api#525"],
    ["string", "urn kind license tag_list title"],
    ["playable|preview|blocked?", "access"],
    ["uri?", "artwork_url download_url secret_uri"],
    ["string?", "available_country_codes description genre isrc key_signature"],
    ["string?", "label_name metadata_artist purchase_title purchase_url release"],
    ["number?", "bpm"],
    ["integer?", "comment_count download_count favoritings_count playback_count"],
    ["integer?", "user_playback_count release_day release_month release_year"],
    ["boolean", "commentable downloadable reveal_comments reveal_stats streamable user_favorite"],
    ["timestamp", "created_at"],
    ["integer", "duration reposts_count"],
    ["all|me|none", "embeddable_by"],
    ["timestamp", "last_modified", "assumed: like playlists and users, whose schemas have it"],
    ["uri", "permalink_url stream_url uri waveform_url"],
    ["public|private", "sharing"],
    ["string?", "station_urn?", "documented 2026-09-30"],
    ["User", "user"],
  ],
  Tracks: [["[Track]", "collection"], ["uri?", "next_href?"]],
  Playlist: [
    ["integer", "id? user_id?", "recorded 2026-03 soundcloud/api#525"],
    ["string", "urn kind embeddable_by license permalink playlist_type tag_list title type user_urn"],
    ["uri?", "artwork_url tracks_uri"],
    ["timestamp", "created_at last_modified"],
    ["string?", "description ean genre label_name tags purchase_title purchase_url release"],
    ["boolean", "downloadable streamable"],
    ["integer", "duration likes_count track_count"],
    ["User?", "label"],
    ["integer?", "label_id release_day release_month release_year"],
    ["uri", "permalink_url uri"],
    ["uri?", "secret_uri", "reported soundcloud/api#43"],
    ["public|private", "sharing"],
    ["[Track]", "tracks?"],
    ["User", "user"],
  ],
  Playlists: [["[Playlist]", "collection"], ["uri?", "next_href?"]],
  SystemPlaylist: [
    ["string", "urn", "documented 2026-09-30"],
    ["string", "kind title permalink", LIKE_PLAYLIST],
    ["string?", "description", LIKE_PLAYLIST],
    ["uri", "permalink_url", LIKE_PLAYLIST],
    ["uri?", "artwork_url", LIKE_PLAYLIST],
    ["[Track]", "tracks?", "documented 2026-09-30"],
    ["integer", "track_count", LIKE_PLAYLIST],
    ["timestamp?", "last_updated", LIKE_PLAYLIST],
    ["TRACK_STATION|ARTIST_STATION", "playlist_type", LIKE_PLAYLIST],
  ],
  SystemPlaylists: [
    ["[SystemPlaylist]", "collection", "assumed: like the other lists of likes"],
    ["uri?", "next_href?", "assumed: like the other lists of likes"],
  ],
  Activity: [
    ["string", "type"],
    ["timestamp", "created_at"],
    ["Track|Playlist", "origin"],
    ["string", "reposter?", "documented 2026-05-07"],
  ],
  Activities: [["[Activity]", "collection"], ["uri?", "next_href? future_href?"]],
  WebProfile: [
    ["integer", "id?", "recorded 2026-03 soundcloud/api#525"],
    ["string", "urn kind service title"],
    ["timestamp", "created_at"],
    ["uri", "url"],
    ["string?", "username"],
  ],
  CommentUser: [
    ["integer", "id?", "recorded 2026-03 soundcloud/api#525"],
    ["string", "urn kind permalink username"],
    ["string?", "avatar_url"],
    ["integer", "followers_count followings_count reposts_count"],
    ["timestamp", "last_modified"],
    ["uri", "permalink_url uri"],
    ["integer", "public_favorites_count", "assumed: like other users"],
  ],
  Comment: [
    ["integer", "id? track_id? user_id?", "recorded 2026-03 soundcloud/api#525"],
    ["string", "urn kind body track_urn user_urn"],
    ["timestamp", "created_at"],
    ["integer?", "timestamp"],
    ["uri", "uri"],
    ["CommentUser", "user"],
  ],
  Comments: [["[Comment]", "collection"], ["uri?", "next_href?"]],
  Streams: [
    ["uri", "hls_aac_160_url? hls_mp3_128_url? http_mp3_128_url? preview_mp3_128_url?"],
    ["uri", "hls_aac_96_url?", "reported soundcloud/api#441"],
  ],
  Storefront: [
    ["string", "track_urn title link"],
    ["Offer", "type"],
    ["string?", "link_title description image_url price"],
  ],
  Status: [["string", "status"]],
  Found: [["string", "status"], ["uri", "location"]],
  ErrorMessage: [["string", "error_message"]],
  Error: [
    ["integer", "code"],
    ["string", "message status"],
    ["uri", "link"],
    ["[ErrorMessage]", "errors"],
    ["string?", "error"],
    ["string", "error_code?", "recorded 2021 soundcloud/api#89"],
  ],
  TooManyRequests: [
    ["integer", "code"],
    ["string", "message status? spam_warning_urn"],
    ["uri", "link"],
    ["[ErrorMessage]", "errors?"],
    ["string?", "error?"],
  ],
  NewComment: [["CommentBody", "comment"]],
  CommentBody: [["string", "body"], ["number|string", "timestamp?"]],
  TrackForm: [["...track", "TrackFields"], ["string", "track[title] track[artwork_data]? track[asset_data]"]],
  TrackUpdate: [["TrackFields", "track"]],
  TrackUpdateForm: [["...track", "TrackFields"], ["string", "track[artwork_data]?"]],
  TrackFields: [
    ["string", "title? permalink? purchase_url? description? genre?"],
    ["string", "tag_list? label_name? release? release_date? isrc?"],
    ["public|private", "sharing?"],
    ["License", "license?"],
    ["all|me|none", "embeddable_by?"],
    ["boolean", "streamable? downloadable? commentable? reveal_stats? reveal_comments?"],
  ],
  StorefrontUpdate: [["string", "title link link_title? description? price?"], ["Offer", "type"]],
  PlaylistUpdate: [["PlaylistFields", "playlist"]],
  PlaylistFields: [
    ["string", "title? permalink? purchase_url? description? genre? tag_list? label_name?"],
    ["string", "release? release_date? license? ean? permalink_url? purchase_title? artwork_data?"],
    ["public|private", "sharing?"],
    ["album|playlist", "set_type?"],
    ["[TrackReference]", "tracks?"],
  ],
  PlaylistForm: [["...playlist", "PlaylistFields"], ["string", "playlist[tracks][][urn]?"]],
  TrackReference: [["string", "urn"]],
};
