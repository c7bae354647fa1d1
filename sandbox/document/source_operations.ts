/** The operations of the service's OpenAPI document. */
const PUBLISHED = `
  DELETE /likes/playlists/{playlist_urn}
  DELETE /likes/tracks/{track_urn}
  DELETE /me/followings/{user_urn}
  DELETE /playlists/{playlist_urn}
  DELETE /reposts/playlists/{playlist_urn}
  DELETE /reposts/tracks/{track_urn}
  DELETE /tracks/{track_urn}
  GET /me
  GET /me/activities
  GET /me/activities/all/own
  GET /me/activities/tracks
  GET /me/feed
  GET /me/feed/tracks
  GET /me/followers
  GET /me/followers/{follower_urn}
  GET /me/followings
  GET /me/followings/tracks
  GET /me/followings/{user_urn}
  GET /me/likes/playlists
  GET /me/likes/tracks
  GET /me/playlists
  GET /me/recently-played/tracks
  GET /me/reposts/playlists
  GET /me/reposts/tracks
  GET /me/tracks
  GET /playlists
  GET /playlists/{playlist_urn}
  GET /playlists/{playlist_urn}/reposters
  GET /playlists/{playlist_urn}/tracks
  GET /resolve
  GET /tracks
  GET /tracks/{track_urn}
  GET /tracks/{track_urn}/comments
  GET /tracks/{track_urn}/favoriters
  GET /tracks/{track_urn}/preview
  GET /tracks/{track_urn}/related
  GET /tracks/{track_urn}/reposters
  GET /tracks/{track_urn}/streams
  GET /users
  GET /users/{user_urn}
  GET /users/{user_urn}/favorites
  GET /users/{user_urn}/followers
  GET /users/{user_urn}/followings
  GET /users/{user_urn}/followings/{following_urn}
  GET /users/{user_urn}/likes/playlists
  GET /users/{user_urn}/likes/tracks
  GET /users/{user_urn}/playlists
  GET /users/{user_urn}/related
  GET /users/{user_urn}/reposts/playlists
  GET /users/{user_urn}/reposts/tracks
  GET /users/{user_urn}/tracks
  GET /users/{user_urn}/web-profiles
  POST /likes/playlists/{playlist_urn}
  POST /likes/tracks/{track_urn}
  POST /playlists
  POST /reposts/playlists/{playlist_urn}
  POST /reposts/tracks/{track_urn}
  POST /sign-out
  POST /tracks
  POST /tracks/{track_urn}/comments
  PUT /me/followings/{user_urn}
  PUT /playlists/{playlist_urn}
  PUT /tracks/{track_urn}
  PUT /tracks/{track_urn}/storefront
`;

/** Operations added by release notes after the document of 2026-07-19. */
const ADDED: Readonly<Record<string, string>> = {
  "GET /system-playlists/{id}": "documented 2026-09-30",
  "GET /me/likes/system-playlists": "documented 2026-09-30",
  "GET /users/{user_urn}/likes/system-playlists": "documented 2026-09-30",
  "POST /disconnect": "documented 2026-09-30",
};

/** The sandbox's routes that aren't in the document. */
const BESIDE: Readonly<Record<string, string>> = {
  "GET /me/connections": "assumed: older documentation lists it; the current document does not",
  "GET /tracks/{track}/stream": "documented 2026-01-29",
  "GET /tracks/{track}/streams/{uuid}/{protocol}": "recorded 2025-11 soundcloud/api#478",
  "GET /tracks/{track}/download": "assumed: download_url of a track points to it",
  "GET /authorize": "documented 2026-07 guide",
  "POST /authorize": "assumed: the form of the sandbox's own consent page",
  "POST /oauth/token": "documented 2026-07 guide",
  "GET /connect": "reported soundcloud/api#512",
  "POST /connect": "reported soundcloud/api#512",
  "POST /oauth2/token": "reported soundcloud/api#495",
  "GET /me/apps": "documented 2026-07 the service's sc-api-auth.mjs",
  "POST /me/apps": "documented 2026-07 the service's sc-api-auth.mjs",
  "POST /pairing/codes": "documented 2026-07 the service's sc-api-auth.mjs",
  "GET /pairing/codes/{code}": "documented 2026-07 the service's sc-api-auth.mjs",
  "POST /pairing/sign-in": "documented 2026-07 the service's sc-api-auth.mjs",
  "GET /activate/{code}": "documented 2026-07 the service's sc-api-auth.mjs",
  "POST /activate/{code}": "assumed: the form of the sandbox's own pairing page",
  "GET /oembed": "documented 2026 the service's oEmbed page",
  "GET /player/": "documented 2026 the service's widget guide",
  "GET /player/tracks/{track}": "assumed: the requests of the widget are undocumented",
  "GET /_media/playback/{track}/{quality}/{file}": "assumed: the paths of the media host are undocumented",
  "GET /_media/progressive/{file}": "assumed: the paths of the media host are undocumented",
  "GET /_media/preview/0/30/{file}": "assumed: the paths of the media host are undocumented",
  "GET /_media/download/{file}": "assumed: the paths of the media host are undocumented",
  "GET /_media/waveforms/{file}": "assumed: the paths of the media host are undocumented",
  "GET /_media/images/{file}": "assumed: the paths of the media host are undocumented",
};

const published = PUBLISHED.trim().split(/\n +/).map((operation) => [operation, "documented 2026-07-19"]);

/** The source of each operation. */
export const OPERATION_SOURCES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(published),
  ...ADDED,
  ...BESIDE,
};
