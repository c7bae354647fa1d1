/** A documented operation: its parameters and its replies. */
export interface Documented {
  /** Method and path, spelled as in the documentation. */
  readonly operation: string;
  /** Names of its query parameters. */
  readonly query: readonly string[];
  /** Schema of the reply by status; empty if the reply has no documented body. */
  readonly replies: Readonly<Record<string, string>>;
  /** Schema of the request's body. */
  readonly body?: string;
  /** Schema of the request's body as a form. */
  readonly form?: string;
  /** Whether it's deprecated. */
  readonly deprecated?: true;
}

const ERRORS: ReadonlySet<string> = new Set(["400", "401", "403", "404", "422"]);

/** Parses a line: `200:Me 401` is a `Me` with 200 and an error with 401. `429` and `302` have the same schema everywhere. */
function repliesOf(line: string): Record<string, string> {
  return Object.fromEntries(
    line.split(" ").map((word) => {
      const [status = "", schema = ""] = word.split(":");
      if (ERRORS.has(status)) return [status, "Error"];
      if (status === "429") return [status, "TooManyRequests"];
      return [status, status === "302" ? "Found" : schema];
    }),
  );
}

function documented([operation, query, replies, body = ""]: Line): Documented {
  const [json, form] = body.split(" or ");
  return {
    operation,
    query: query === "" ? [] : query.split(" "),
    replies: repliesOf(replies),
    ...(json ? { body: json } : {}),
    ...(form ? { form } : {}),
    ...(DEPRECATED.has(operation) ? { deprecated: true as const } : {}),
  };
}

const DEPRECATED: ReadonlySet<string> = new Set([
  "DELETE /reposts/tracks/{track_urn}",
  "GET /me/activities",
  "GET /me/activities/all/own",
  "GET /me/activities/tracks",
  "GET /me/followers/{follower_urn}",
  "GET /me/followings/{user_urn}",
  "GET /users/{user_urn}/favorites",
  "GET /users/{user_urn}/followings/{following_urn}",
]);

type Line = readonly [operation: string, query: string, replies: string, body?: string];

const PAGE = "limit linked_partitioning";
const TRACKS = "200:Tracks|TracksArray";
const PLAYLISTS = "200:Playlists|PlaylistsArray";
const STATIONS = "200:SystemPlaylists|SystemPlaylistsArray";

const ME: readonly Line[] = [
  ["GET /me", "", "200:Me 401"],
  ["GET /me/activities", "access limit", "200:Activities 401"],
  ["GET /me/activities/all/own", "access limit", "200:Activities 401"],
  ["GET /me/activities/tracks", "access limit", "200:Activities 401"],
  ["GET /me/feed", "access limit", "200:Activities 401"],
  ["GET /me/feed/tracks", "access limit", "200:Activities 401"],
  ["GET /me/recently-played/tracks", "access", `${TRACKS} 401`],
  ["GET /me/likes/tracks", `access ${PAGE}`, `${TRACKS} 401`],
  ["GET /me/likes/playlists", PAGE, `${PLAYLISTS} 401`],
  ["GET /me/likes/system-playlists", PAGE, `${STATIONS} 401`],
  ["GET /me/followings", "limit offset", "200:Users 401"],
  ["GET /me/followings/tracks", "access limit offset", "200:TracksArray 401"],
  ["GET /me/followings/{user_urn}", "", "200:User 401 404"],
  ["PUT /me/followings/{user_urn}", "", "200:Status 201:User 401 404 422"],
  ["DELETE /me/followings/{user_urn}", "", "200:Status 401 404 422"],
  ["GET /me/followers", "limit", "200:Users 401"],
  ["GET /me/followers/{follower_urn}", "", "200:User 401 404"],
  ["GET /me/playlists", `show_tracks ${PAGE}`, `${PLAYLISTS} 401 404`],
  ["GET /me/tracks", `sort ${PAGE}`, `${TRACKS} 401`],
  ["GET /me/reposts/tracks", `access ${PAGE}`, `${TRACKS} 401`],
  ["GET /me/reposts/playlists", PAGE, `${PLAYLISTS} 401`],
];

const SEARCH: readonly Line[] = [
  ["GET /tracks", `q urns genres tags bpm duration created_at access offset ${PAGE}`, `${TRACKS} 400 401 500`],
  ["GET /playlists", `q access show_tracks offset ${PAGE}`, `${PLAYLISTS} 400 401`],
  ["GET /users", `q urns offset ${PAGE}`, "200:Users 400 401"],
  ["GET /resolve", "url", "302 404"],
];

const TRACK: readonly Line[] = [
  ["POST /tracks", "", "201:Track 400 401 422", " or TrackForm"],
  ["GET /tracks/{track_urn}", "secret_token", "200:Track 401 404"],
  ["PUT /tracks/{track_urn}", "", "200:Track 400 401", "TrackUpdate or TrackUpdateForm"],
  ["DELETE /tracks/{track_urn}", "", "200 404"],
  ["PUT /tracks/{track_urn}/storefront", "", "200:Storefront 400 401 403 404", "StorefrontUpdate"],
  ["GET /tracks/{track_urn}/preview", "secret_token", "302 401 404"],
  ["GET /tracks/{track_urn}/streams", "secret_token", "200:Streams 401 404"],
  ["GET /tracks/{track_urn}/comments", `offset ${PAGE}`, "200:Comments 401 404"],
  ["POST /tracks/{track_urn}/comments", "", "201:Comment 422 429", "NewComment"],
  ["GET /tracks/{track_urn}/favoriters", PAGE, "200:Users 401 404"],
  ["GET /tracks/{track_urn}/reposters", "limit", "200:Users 401 404"],
  ["GET /tracks/{track_urn}/related", `access offset ${PAGE}`, `${TRACKS} 401 404`],
];

const PLAYLIST: readonly Line[] = [
  ["POST /playlists", "", "201:Playlist 401 404", "PlaylistUpdate or PlaylistForm"],
  ["GET /playlists/{playlist_urn}", "secret_token access show_tracks", "200:Playlist 400 401"],
  ["PUT /playlists/{playlist_urn}", "", "200:Playlist 401 404", "PlaylistUpdate"],
  ["DELETE /playlists/{playlist_urn}", "", "200 404"],
  ["GET /playlists/{playlist_urn}/tracks", "secret_token access linked_partitioning", `${TRACKS} 400 401`],
  ["GET /playlists/{playlist_urn}/reposters", "limit", "200:Users 401 404"],
  ["GET /system-playlists/{id}", "", "200:SystemPlaylist 401 404"],
];

const USER: readonly Line[] = [
  ["GET /users/{user_urn}", "", "200:User 401 404"],
  ["GET /users/{user_urn}/related", `offset ${PAGE}`, "200:Users 401 404"],
  ["GET /users/{user_urn}/favorites", PAGE, `${TRACKS} 401`],
  ["GET /users/{user_urn}/followers", "limit", "200:Users 401"],
  ["GET /users/{user_urn}/followings", "limit", "200:Users 401"],
  ["GET /users/{user_urn}/followings/{following_urn}", "", "200:User 401 404"],
  ["GET /users/{user_urn}/playlists", `access show_tracks ${PAGE}`, `${PLAYLISTS} 401`],
  ["GET /users/{user_urn}/tracks", `access sort ${PAGE}`, `${TRACKS} 401`],
  ["GET /users/{user_urn}/web-profiles", "limit", "200:WebProfiles 401"],
  ["GET /users/{user_urn}/likes/tracks", `access ${PAGE}`, `${TRACKS} 400 401 404`],
  ["GET /users/{user_urn}/likes/playlists", PAGE, `${PLAYLISTS} 400 401 404`],
  ["GET /users/{user_urn}/likes/system-playlists", PAGE, `${STATIONS} 401 404`],
  ["GET /users/{user_urn}/reposts/tracks", `access ${PAGE}`, `${TRACKS} 400 401 404`],
  ["GET /users/{user_urn}/reposts/playlists", PAGE, `${PLAYLISTS} 400 401 404`],
];

const REACTIONS: readonly Line[] = [
  ["POST /likes/tracks/{track_urn}", "", "200:Status 400 401 404 429"],
  ["DELETE /likes/tracks/{track_urn}", "", "200:Status 400 404"],
  ["POST /likes/playlists/{playlist_urn}", "", "200:Status 400 401 404 429"],
  ["DELETE /likes/playlists/{playlist_urn}", "", "200:Status 400 404"],
  ["POST /reposts/tracks/{track_urn}", "", "201 401 404"],
  ["DELETE /reposts/tracks/{track_urn}", "", "200 401 404"],
  ["POST /reposts/playlists/{playlist_urn}", "", "201 401 404"],
  ["DELETE /reposts/playlists/{playlist_urn}", "", "200 401 404"],
  ["POST /sign-out", "", "200"],
  ["POST /disconnect", "", "200 401"],
];

/**
 * The operations of the service's OpenAPI file of 2026-07-19, and those added in later release notes.
 *
 * @see https://developers.soundcloud.com/docs/api/explorer/api.json
 */
export const OPERATIONS: readonly Documented[] = [ME, SEARCH, TRACK, PLAYLIST, USER, REACTIONS].flat().map(documented);
