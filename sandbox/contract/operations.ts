import type { OperationRow, OperationTable, ParameterRow } from "./row.ts";

/** Query parameters other than optional texts. `access:all` is `access` with another default. */
export const PARAMETERS = {
  limit: { type: "integer", minimum: 1, maximum: 200, default: 50 },
  offset: { type: "integer", default: 0, deprecated: true },
  linked_partitioning: { type: "boolean" },
  show_tracks: { type: "boolean" },
  sort: { type: "string", enum: ["asc", "desc"], default: "desc" },
  access: {
    type: "array",
    items: { type: "string", enum: ["playable", "preview", "blocked"] },
    default: ["playable", "preview"],
  },
  "access:all": {
    type: "array",
    items: { type: "string", enum: ["playable", "preview", "blocked"] },
    default: ["playable", "preview", "blocked"],
  },
  url: { type: "string", required: true },
  bpm: { type: "object", properties: { from: { type: "integer" }, to: { type: "integer" } } },
  duration: { type: "object", properties: { from: { type: "integer" }, to: { type: "integer" } } },
  created_at: { type: "object", properties: { from: { type: "string" }, to: { type: "string" } } },
} as const;
PARAMETERS satisfies Readonly<Record<string, ParameterRow>>;

/** Parameters that often go together; those after `+` are accepted but not documented. */
const PARAMETER_GROUPS: Readonly<Record<string, string>> = {
  page: "limit + page_size cursor",
  pages: "limit linked_partitioning + page_size cursor",
  offsets: "offset limit linked_partitioning",
  feed: "access limit + page_size cursor",
  authorization:
    "client_id redirect_uri response_type scope state code_challenge code_challenge_method display sandbox_user",
  signature: "expires Policy Signature Key-Pair-Id",
};

type More = Omit<OperationRow, "who" | "query" | "also" | "reply" | "refusals">;

/** Callers, query parameters (after `+` those that no document names), responses, documented errors, and the rest. */
type Row = readonly [who: OperationRow["who"], query: string, reply: string, refusals: string, more?: More];

/**
 * The operations of SoundCloud's OpenAPI file of 2026-07-19, and those added in later release notes.
 *
 * @see https://developers.soundcloud.com/docs/api/explorer/api.json
 */
const API = {
  // The caller's account, lists and followings.
  "GET /me": ["user", "", "200 Me", "401"],
  "GET /me/activities": ["user", "feed", "200 Activities", "401", { deprecated: true }],
  "GET /me/activities/all/own": ["user", "feed", "200 Activities", "401", { deprecated: true }],
  "GET /me/activities/tracks": ["user", "feed", "200 Activities", "401", { deprecated: true }],
  "GET /me/feed": ["user", "feed", "200 Activities", "401"],
  "GET /me/feed/tracks": ["user", "feed", "200 Activities", "401"],
  "GET /me/recently-played/tracks": ["user", "access:all + linked_partitioning", "200 tracks", "401"],
  "GET /me/likes/tracks": ["user", "access:all pages", "200 tracks", "401"],
  "GET /me/likes/playlists": ["user", "pages", "200 playlists", "401"],
  "GET /me/likes/system-playlists": ["user", "pages", "200 system-playlists", "401", {
    source: "documented 2026-09-30",
  }],
  "GET /me/followings": ["user", "limit offset + page_size cursor", "200 Users", "401"],
  "GET /me/followings/tracks": ["user", "access limit offset", "200 TracksArray", "401"],
  "GET /me/followings/{user_urn}": ["user", "", "200 User", "401 404", { deprecated: true }],
  "PUT /me/followings/{user_urn}": ["user", "", "200 Status, 201 User", "401 404 422"],
  "DELETE /me/followings/{user_urn}": ["user", "", "200 Status", "401 404 422"],
  "GET /me/followers": ["user", "page", "200 Users", "401"],
  "GET /me/followers/{follower_urn}": ["user", "", "200 User", "401 404", {
    deprecated: true,
    deviation: "assumed: 404 for a user who does not follow, as for followings",
  }],
  "GET /me/playlists": ["user", "show_tracks pages", "200 playlists", "401 404"],
  "GET /me/tracks": ["user", "sort pages + direction order", "200 tracks", "401"],
  "GET /me/reposts/tracks": ["user", "access:all pages", "200 tracks", "401"],
  "GET /me/reposts/playlists": ["user", "pages", "200 playlists", "401"],
  // Searches, and the resolution of URLs.
  "GET /tracks": [
    "app",
    "q urns genres tags bpm duration created_at access offsets + ids",
    "200 tracks",
    "400 401 500",
  ],
  "GET /playlists": ["app", "q access show_tracks offsets", "200 playlists", "400 401"],
  "GET /users": ["app", "q urns offsets + ids", "200 Users", "400 401"],
  "GET /resolve": ["app", "url", "302 Found", "404"],
  // Tracks, their media, comments and reactions.
  "POST /tracks": ["user", "", "201 Track", "400 401 422", { form: "TrackForm" }],
  "GET /tracks/{track_urn}": ["app", "secret_token", "200 Track", "401 404"],
  "PUT /tracks/{track_urn}": ["user", "", "200 Track", "400 401", { body: "TrackUpdate", form: "TrackUpdateForm" }],
  "DELETE /tracks/{track_urn}": ["user", "", "200", "404"],
  "PUT /tracks/{track_urn}/storefront": ["user", "", "200 Storefront", "400 401 403 404", { body: "StorefrontUpdate" }],
  "GET /tracks/{track_urn}/preview": ["app", "secret_token", "302 Found", "401 404"],
  "GET /tracks/{track_urn}/streams": ["app", "secret_token", "200 Streams", "401 404"],
  "GET /tracks/{track_urn}/comments": ["app", "offset pages", "200 Comments", "401 404"],
  "POST /tracks/{track_urn}/comments": ["user", "", "201 Comment", "422 429", { body: "NewComment" }],
  "GET /tracks/{track_urn}/favoriters": ["app", "pages", "200 Users", "401 404"],
  "GET /tracks/{track_urn}/reposters": ["app", "page", "200 Users", "401 404"],
  "GET /tracks/{track_urn}/related": ["app", "access offsets", "200 tracks", "401 404"],
  // Playlists and system playlists.
  "POST /playlists": ["user", "", "201 Playlist", "401 404", { body: "PlaylistUpdate", form: "PlaylistForm" }],
  "GET /playlists/{playlist_urn}": ["app", "secret_token access show_tracks", "200 Playlist", "400 401"],
  "PUT /playlists/{playlist_urn}": ["user", "", "200 Playlist", "401 404", { body: "PlaylistUpdate" }],
  "DELETE /playlists/{playlist_urn}": ["user", "", "200", "404"],
  "GET /playlists/{playlist_urn}/tracks": [
    "app",
    "secret_token access linked_partitioning + limit offset",
    "200 tracks",
    "400 401",
  ],
  "GET /playlists/{playlist_urn}/reposters": ["app", "page", "200 Users", "401 404"],
  "GET /system-playlists/{id}": ["app", "", "200 SystemPlaylist", "401 404", { source: "documented 2026-09-30" }],
  // Users and their lists.
  "GET /users/{user_urn}": ["app", "", "200 User", "401 404"],
  "GET /users/{user_urn}/related": ["app", "offsets", "200 Users", "401 404"],
  "GET /users/{user_urn}/favorites": ["app", "pages", "200 tracks", "401", { deprecated: true }],
  "GET /users/{user_urn}/followers": ["app", "page", "200 Users", "401"],
  "GET /users/{user_urn}/followings": ["app", "page", "200 Users", "401"],
  "GET /users/{user_urn}/followings/{following_urn}": ["app", "", "200 User", "401 404", { deprecated: true }],
  "GET /users/{user_urn}/playlists": ["app", "access show_tracks pages", "200 playlists", "401"],
  "GET /users/{user_urn}/tracks": ["app", "access sort pages + direction order", "200 tracks", "401"],
  "GET /users/{user_urn}/web-profiles": ["app", "limit", "200 WebProfiles", "401"],
  "GET /users/{user_urn}/likes/tracks": ["app", "access pages", "200 tracks", "400 401 404"],
  "GET /users/{user_urn}/likes/playlists": ["app", "pages", "200 playlists", "400 401 404"],
  "GET /users/{user_urn}/likes/system-playlists": ["app", "pages", "200 system-playlists", "401 404", {
    source: "documented 2026-09-30",
  }],
  "GET /users/{user_urn}/reposts/tracks": ["app", "access pages", "200 tracks", "400 401 404"],
  "GET /users/{user_urn}/reposts/playlists": ["app", "pages", "200 playlists", "400 401 404"],
  // Likes, reposts and the end of access.
  "POST /likes/tracks/{track_urn}": ["user", "", "200 Status", "400 401 404 429"],
  "DELETE /likes/tracks/{track_urn}": ["user", "", "200 Status", "400 404"],
  "POST /likes/playlists/{playlist_urn}": ["user", "", "200 Status", "400 401 404 429"],
  "DELETE /likes/playlists/{playlist_urn}": ["user", "", "200 Status", "400 404"],
  "POST /reposts/tracks/{track_urn}": ["user", "", "201", "401 404"],
  "DELETE /reposts/tracks/{track_urn}": ["user", "", "200", "401 404", { deprecated: true }],
  "POST /reposts/playlists/{playlist_urn}": ["user", "", "201", "401 404"],
  "DELETE /reposts/playlists/{playlist_urn}": ["user", "", "200", "401 404"],
  "POST /sign-out": ["nothing", "", "200", ""],
  "POST /disconnect": ["user", "", "200", "401", { source: "documented 2026-09-30" }],
} as const;

/** Callers, query parameters, source, and the rest of a route that the document doesn't list: sign-in, apps, media. */
type Beside = readonly [who: OperationRow["who"], also: string, source: string, more?: BesideMore];
type BesideMore = { readonly isGuarded?: true; readonly reply?: string };

const BESIDE = {
  "GET /me/connections": ["user", "", "assumed: older documentation lists it; the current document does not", {
    reply: "200 Connections",
  }],
  "GET /tracks/{track_urn}/stream": ["app", "secret_token", "documented 2026-01-29"],
  "GET /tracks/{track_urn}/streams/{uuid}/{protocol}": ["app", "secret_token", "recorded 2025-11 soundcloud/api#478"],
  "GET /tracks/{track_urn}/download": ["user", "secret_token", "assumed: download_url of a track points to it"],
  "GET /authorize": ["nothing", "authorization", "documented 2026-07 guide", { isGuarded: true }],
  "POST /authorize": ["nothing", "authorization", "assumed: the form of the sandbox's own consent page", {
    isGuarded: true,
  }],
  "POST /oauth/token": ["nothing", "", "documented 2026-07 guide", { isGuarded: true }],
  "GET /connect": ["nothing", "authorization", "reported soundcloud/api#512"],
  "POST /connect": ["nothing", "authorization", "reported soundcloud/api#512"],
  "POST /oauth2/token": ["nothing", "", "reported soundcloud/api#495"],
  "GET /me/apps": ["user", "", "documented 2026-07 SoundCloud's sc-api-auth.mjs"],
  "POST /me/apps": ["user", "", "documented 2026-07 SoundCloud's sc-api-auth.mjs"],
  "POST /pairing/codes": ["nothing", "client_id", "documented 2026-07 SoundCloud's sc-api-auth.mjs", {
    isGuarded: true,
  }],
  "GET /pairing/codes/{code}": ["nothing", "client_id poll_token", "documented 2026-07 SoundCloud's sc-api-auth.mjs"],
  "POST /pairing/sign-in": ["nothing", "client_id", "documented 2026-07 SoundCloud's sc-api-auth.mjs", {
    isGuarded: true,
  }],
  "GET /activate/{code}": ["nothing", "", "documented 2026-07 SoundCloud's sc-api-auth.mjs", { isGuarded: true }],
  "POST /activate/{code}": ["nothing", "", "assumed: the sandbox's own form", { isGuarded: true }],
  "GET /_media/playback/{track_urn}/{quality}/{file}": [
    "nothing",
    "signature",
    "assumed: media paths are undocumented",
  ],
  "GET /_media/progressive/{file}": ["nothing", "signature", "assumed: media paths are undocumented"],
  "GET /_media/preview/0/30/{file}": ["nothing", "signature", "assumed: media paths are undocumented"],
  "GET /_media/download/{file}": ["nothing", "signature", "assumed: media paths are undocumented"],
  "GET /_media/waveforms/{file}": ["nothing", "signature", "assumed: media paths are undocumented"],
  "GET /_media/images/{file}": ["nothing", "signature", "assumed: media paths are undocumented"],
} as const;

export type OperationName = keyof typeof API | keyof typeof BESIDE;

/** Lists that are arrays unless the caller asks for pages. */
const LISTS: Readonly<Record<string, string>> = {
  tracks: "Tracks|TracksArray",
  playlists: "Playlists|PlaylistsArray",
  "system-playlists": "SystemPlaylists|SystemPlaylistsArray",
};

function repliesOf(text: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    text.split(", ").map((reply) => {
      const [status = "", schema = ""] = reply.split(" ");
      return [status, LISTS[schema] ?? schema];
    }),
  );
}

function expand(text: string): string {
  return text.split(" ").map((name) => PARAMETER_GROUPS[name] ?? name).join(" ");
}

function apiRow([who, names, reply, refusals, more]: Row): OperationRow {
  const [query = "", ...also] = expand(names).split(/ ?\+ ?/);
  return {
    who,
    ...(query && { query }),
    ...(also.length > 0 && { also: also.join(" ") }),
    reply: repliesOf(reply),
    ...(refusals && { refusals }),
    ...more,
  };
}

function besideRow([who, also, source, { isGuarded, reply } = {}]: Beside): OperationRow {
  const marks = { ...(isGuarded && { isGuarded }), ...(reply && { reply: repliesOf(reply) }) };
  return { who, ...marks, ...(also && { also: expand(also) }), source };
}

function tableOf<R>(rows: Readonly<Record<string, R>>, read: (row: R) => OperationRow): OperationTable {
  return Object.fromEntries(Object.entries(rows).map(([name, row]) => [name, read(row)]));
}

export const API_TABLE: OperationTable = tableOf<Row>(API, apiRow);

export const OPERATION_TABLE: OperationTable = { ...API_TABLE, ...tableOf<Beside>(BESIDE, besideRow) };
