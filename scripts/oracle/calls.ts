/**
 * The calls that are compared: a fixed list, so that cassettes stay comparable.
 *
 * @module
 */

/** In whose name a call is made. */
export type Caller = "app" | "user" | "nobody";

/** One call. `{name}` in its path stands for what an earlier call took from its reply. */
export interface OracleCall {
  readonly as: Caller;
  /** Method and path, as in `GET /tracks/{track}`. */
  readonly request: string;
  readonly body?: unknown;
  /** What later calls may name: the URN of the first thing in the reply, or of the reply. */
  readonly take?: string;
  /** Makes the call only where this field of the thing taken is that: nothing of the account's own is undone. */
  readonly unless?: string;
}

function calls(as: Caller, requests: string): OracleCall[] {
  return requests.trim().split(/\n\s*/).map((line) => {
    const [request = "", take] = line.split(" => ");
    return { as, request, ...(take === undefined ? {} : { take }) };
  });
}

/** Calls that change nothing. */
export const READS: readonly OracleCall[] = [
  ...calls(
    "app",
    `
    GET /tracks?q=lofi&limit=2&linked_partitioning=true => track
    GET /tracks?q=lofi&limit=2
    GET /tracks?q=zzzzqqqqxxxx&linked_partitioning=true
    GET /tracks?q=lofi&limit=0
    GET /tracks?q=lofi&limit=201
    GET /users?q=a&limit=2&linked_partitioning=true => user
    GET /playlists?q=selection&limit=2&linked_partitioning=true => playlist
    GET /playlists?q=selection&limit=2&show_tracks=false
    GET /tracks/{track}
    GET /tracks/{track}/streams
    GET /tracks/{track}/preview
    GET /tracks/{track}/comments?limit=2
    GET /tracks/{track}/favoriters?limit=2&linked_partitioning=true
    GET /tracks/{track}/reposters?limit=2
    GET /tracks/{track}/related?limit=2&linked_partitioning=true
    GET /tracks/{track}/related?limit=2
    GET /tracks/999999999999
    GET /tracks/soundcloud:users:1
    GET /tracks/999999999999/comments
    GET /tracks/{track}/nothing
    GET /playlists/{playlist}
    GET /playlists/{playlist}?show_tracks=false
    GET /playlists/{playlist}/tracks?limit=2&linked_partitioning=true
    GET /playlists/{playlist}/reposters?limit=2
    GET /playlists/999999999999
    GET /users/{user}
    GET /users/{user}/tracks?limit=2&linked_partitioning=true
    GET /users/{user}/tracks?limit=2
    GET /users/{user}/playlists?limit=2&linked_partitioning=true
    GET /users/{user}/followers?limit=2
    GET /users/{user}/followings?limit=2
    GET /users/{user}/likes/tracks?limit=2&linked_partitioning=true
    GET /users/{user}/likes/playlists?limit=2&linked_partitioning=true
    GET /users/{user}/likes/system-playlists?limit=2&linked_partitioning=true
    GET /users/{user}/reposts/tracks?limit=2&linked_partitioning=true
    GET /users/{user}/web-profiles
    GET /users/{user}/related?limit=2
    GET /users/999999999999
    GET /users/999999999999/followers
    GET /users/999999999999/playlists
    GET /users/999999999999/tracks
    GET /system-playlists/track-stations:0
    GET /resolve?url=https://soundcloud.com/zzzzqqqq/xxxx
    GET /resolve
    GET /me
    GET /me/likes/tracks
    POST /disconnect`,
  ),
  ...calls(
    "nobody",
    `
    GET /me
    GET /tracks?q=lofi
    GET /resolve?url=https://soundcloud.com/`,
  ),
  ...calls(
    "user",
    `
    GET /me => me
    GET /me/tracks?limit=2&linked_partitioning=true
    GET /me/playlists?limit=2&linked_partitioning=true
    GET /me/likes/tracks?limit=2&linked_partitioning=true
    GET /me/likes/playlists?limit=2&linked_partitioning=true
    GET /me/likes/system-playlists?limit=2&linked_partitioning=true
    GET /me/reposts/tracks?limit=2&linked_partitioning=true
    GET /me/followings?limit=2
    GET /me/followings/tracks?limit=2
    GET /me/followers?limit=2
    GET /me/followings/999999999999
    GET /me/recently-played/tracks
    GET /me/feed?limit=2
    GET /me/feed/tracks?limit=2
    GET /me/activities?limit=2
    GET /tracks?q=lofi&limit=3 => liked`,
  ),
];

/**
 * Writes on an account of one's own, each followed by what undoes it. They touch a playlist that they make and delete
 * themselves, and a track that the account doesn't like yet.
 */
export const WRITES: readonly OracleCall[] = [
  {
    as: "user",
    request: "POST /playlists",
    body: { playlist: { title: "tonearm oracle", sharing: "private" } },
    take: "own",
  },
  { as: "user", request: "PUT /playlists/{own}", body: { playlist: { description: "For a moment." } } },
  { as: "user", request: "POST /likes/playlists/{own}" },
  { as: "user", request: "DELETE /likes/playlists/{own}" },
  { as: "user", request: "POST /likes/tracks/{liked}", unless: "user_favorite" },
  { as: "user", request: "DELETE /likes/tracks/{liked}", unless: "user_favorite" },
  { as: "user", request: "DELETE /playlists/{own}" },
  { as: "user", request: "GET /playlists/{own}" },
];
