import type { SourceLines } from "./source_lines.ts";

/** The service's OpenAPI document. */
const PUBLISHED = "documented 2026-07-19";

/** The source of each field, by schema. */
export const FIELD_SOURCES: Readonly<Record<string, SourceLines>> = {
  User: [
    [
      PUBLISHED,
      "urn kind avatar_url city country created_at description discogs_name first_name followers_count followings_count full_name last_modified last_name permalink permalink_url plan playlist_count public_favorites_count reposts_count subscriptions track_count uri username website website_title",
    ],
    ["recorded 2026-03 soundcloud/api#525", "id"],
    ["documented 2022-03-24", "comments_count"],
    ["documented 2026-09-30", "station_urn"],
  ],
  Me: [
    [
      PUBLISHED,
      "urn kind avatar_url city comments_count country created_at description discogs_name first_name followers_count followings_count full_name last_modified last_name permalink permalink_url plan playlist_count public_favorites_count reposts_count subscriptions track_count uri username website website_title likes_count locale online primary_email_confirmed private_playlists_count private_tracks_count quota upload_seconds_left",
    ],
    ["recorded 2026-03 soundcloud/api#525", "id"],
    ["documented 2026-09-30", "station_urn"],
  ],
  Quota: [
    [PUBLISHED, "unlimited_upload_quota upload_seconds_used upload_seconds_left"],
  ],
  Subscription: [
    [PUBLISHED, "product recurring"],
  ],
  Product: [
    [PUBLISHED, "id name"],
  ],
  Users: [
    [PUBLISHED, "collection next_href"],
  ],
  Track: [
    [
      PUBLISHED,
      "urn kind access artwork_url available_country_codes bpm comment_count commentable created_at description download_count download_url downloadable duration embeddable_by favoritings_count genre isrc key_signature label_name last_modified license metadata_artist permalink_url playback_count reposts_count reveal_comments reveal_stats secret_uri sharing stream_url streamable tag_list title uri user user_favorite user_playback_count waveform_url purchase_title purchase_url release release_day release_month release_year",
    ],
    ["recorded 2026-03 soundcloud/api#525", "id"],
    ["documented 2026-09-30", "station_urn"],
  ],
  Tracks: [
    [PUBLISHED, "collection next_href"],
  ],
  Playlist: [
    [
      PUBLISHED,
      "urn kind artwork_url created_at description downloadable duration ean embeddable_by genre label label_id label_name last_modified license likes_count permalink permalink_url playlist_type secret_uri sharing streamable tag_list tags title track_count tracks tracks_uri type uri user user_urn purchase_title purchase_url release release_day release_month release_year",
    ],
    ["recorded 2026-03 soundcloud/api#525", "id user_id"],
  ],
  Playlists: [
    [PUBLISHED, "collection next_href"],
  ],
  SystemPlaylist: [
    ["documented 2026-09-30", "urn tracks"],
    [
      "assumed: like a playlist, where the release notes give no detail",
      "kind title description permalink permalink_url artwork_url track_count last_updated playlist_type",
    ],
  ],
  SystemPlaylists: [
    ["assumed: like the other lists of likes", "collection next_href"],
  ],
  Activity: [
    [PUBLISHED, "type created_at origin"],
    ["documented 2026-05-07", "reposter"],
  ],
  Activities: [
    [PUBLISHED, "collection next_href future_href"],
  ],
  WebProfile: [
    [PUBLISHED, "urn kind created_at service title url username"],
    ["recorded 2026-03 soundcloud/api#525", "id"],
  ],
  CommentUser: [
    [
      PUBLISHED,
      "urn kind avatar_url followers_count followings_count last_modified permalink permalink_url reposts_count uri username",
    ],
    ["recorded 2026-03 soundcloud/api#525", "id"],
    ["assumed: like other users", "public_favorites_count"],
  ],
  Comment: [
    [PUBLISHED, "urn kind body created_at timestamp track_urn uri user user_urn"],
    ["recorded 2026-03 soundcloud/api#525", "id track_id user_id"],
  ],
  Comments: [
    [PUBLISHED, "collection next_href"],
  ],
  Streams: [
    [PUBLISHED, "hls_aac_160_url hls_mp3_128_url http_mp3_128_url preview_mp3_128_url"],
    ["reported soundcloud/api#441", "hls_aac_96_url"],
  ],
  Storefront: [
    [PUBLISHED, "track_urn title type link link_title description image_url price"],
  ],
  Status: [
    ["documented 2026-07-19", "status"],
  ],
  Found: [
    [PUBLISHED, "status location"],
  ],
  ErrorMessage: [
    [PUBLISHED, "error_message"],
  ],
  Error: [
    [PUBLISHED, "code message link status errors error"],
    ["recorded 2021 soundcloud/api#89", "error_code"],
  ],
  TooManyRequests: [
    [PUBLISHED, "code message link status errors error spam_warning_urn"],
  ],
  NewComment: [
    [PUBLISHED, "comment"],
  ],
  CommentBody: [
    [PUBLISHED, "body timestamp"],
  ],
  TrackForm: [
    [
      PUBLISHED,
      "track[permalink] track[sharing] track[purchase_url] track[description] track[genre] track[tag_list] track[label_name] track[release] track[release_date] track[license] track[embeddable_by] track[streamable] track[downloadable] track[commentable] track[reveal_stats] track[reveal_comments] track[isrc] track[artwork_data] track[title] track[asset_data]",
    ],
  ],
  TrackUpdate: [
    [PUBLISHED, "track"],
  ],
  TrackUpdateForm: [
    [
      PUBLISHED,
      "track[title] track[permalink] track[sharing] track[purchase_url] track[description] track[genre] track[tag_list] track[label_name] track[release] track[release_date] track[license] track[embeddable_by] track[streamable] track[downloadable] track[commentable] track[reveal_stats] track[reveal_comments] track[isrc] track[artwork_data]",
    ],
  ],
  TrackFields: [
    [
      PUBLISHED,
      "title permalink sharing purchase_url description genre tag_list label_name release release_date license embeddable_by streamable downloadable commentable reveal_stats reveal_comments isrc",
    ],
  ],
  StorefrontUpdate: [
    [PUBLISHED, "title type link link_title description price"],
  ],
  PlaylistUpdate: [
    [PUBLISHED, "playlist"],
  ],
  PlaylistFields: [
    [
      PUBLISHED,
      "title permalink sharing purchase_url description genre tag_list label_name release release_date license ean permalink_url purchase_title set_type artwork_data tracks",
    ],
  ],
  PlaylistForm: [
    [
      PUBLISHED,
      "playlist[title] playlist[permalink] playlist[sharing] playlist[purchase_url] playlist[description] playlist[genre] playlist[tag_list] playlist[label_name] playlist[release] playlist[release_date] playlist[license] playlist[ean] playlist[permalink_url] playlist[purchase_title] playlist[set_type] playlist[artwork_data] playlist[tracks][][urn]",
    ],
  ],
  TrackReference: [
    [PUBLISHED, "urn"],
  ],
};
