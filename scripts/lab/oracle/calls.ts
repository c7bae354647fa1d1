import { writeWav } from "../../../tests/support/sandbox/sounds.ts";
// The calls that are compared: a fixed list, so that cassettes stay comparable.

/** The caller of a call. */
export type Caller = "app" | "user" | "nobody";

/** One call. `{name}` in its path or body is replaced with a value from an earlier reply. */
export interface OracleCall {
  readonly as: Caller;
  /** Method and path, as in `GET /tracks/{track}`. */
  readonly request: string;
  readonly body?: unknown;
  /** Distinguishes calls of the same request. */
  readonly label?: string;
  /** The name under which later calls may use the URN of the reply or of its first item. */
  readonly take?: string;
  /** Records no cassette, because the reply depends on the account. */
  readonly isProbe?: true;
  /** The condition of the call, so that nothing of the account is changed and only own changes are undone. */
  readonly only?: Condition;
}

/** The condition of a call: the result of an earlier one, named like `user GET /me`. */
export type Condition =
  /** A field of the resource isn't true. */
  | { readonly thing: string; readonly isnt: string }
  /** An earlier call answered with this status. */
  | { readonly answered: string; readonly status: number }
  /** The list of an earlier call is complete, and doesn't contain the taken item. */
  | { readonly list: string; readonly lacks: string }
  /** An earlier call was made, with any result. */
  | { readonly made: string };

/** The name of a call in cassettes and conditions. */
export function nameOf({ as, request, label }: OracleCall): string {
  return label === undefined ? `${as} ${request}` : `${as} ${request} (${label})`;
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
    GET /users?q=b&limit=2&linked_partitioning=true => other
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

/** A form with a second of silence. */
function silence(): FormData {
  const form = new FormData();
  form.set("track[title]", "tonearm oracle");
  form.set("track[sharing]", "private");
  form.set("track[asset_data]", new Blob([writeWav(new Float32Array(8000), 8000)]), "tonearm-oracle.wav");
  return form;
}

function write(request: string, rest: Omit<OracleCall, "as" | "request"> = {}): OracleCall {
  return { as: "user", request, ...rest };
}

/** Changes a relation to another user's resource, and undoes it. */
function andBack(request: string, back: string, only: Condition): OracleCall[] {
  return [write(request, { only }), write(back, { only: { made: `user ${request}` } })];
}

const REPOSTED_TRACKS = "GET /me/reposts/tracks?limit=200&linked_partitioning=true";
const REPOSTED_PLAYLISTS = "GET /me/reposts/playlists?limit=200&linked_partitioning=true";

/**
 * Writes on one's own account, each with its inverse. They use a playlist and a track that they create and delete, and
 * a user, a track and a playlist of others that the account doesn't follow, like or repost yet.
 */
export const WRITES: readonly OracleCall[] = [
  write("POST /playlists", { body: { playlist: { title: "tonearm oracle", sharing: "private" } }, take: "own" }),
  write("PUT /playlists/{own}", { body: { playlist: { description: "For a moment." } } }),
  write("PUT /playlists/{own}", { label: "tracks", body: { playlist: { tracks: [{ urn: "{liked}" }] } } }),
  write("GET /playlists/{own}/tracks?limit=2&linked_partitioning=true"),
  write("POST /likes/playlists/{own}"),
  write("DELETE /likes/playlists/{own}"),
  ...andBack("POST /likes/tracks/{liked}", "DELETE /likes/tracks/{liked}", { thing: "liked", isnt: "user_favorite" }),
  write("GET /me/followings/{other}", { isProbe: true }),
  ...andBack("PUT /me/followings/{other}", "DELETE /me/followings/{other}", {
    answered: "user GET /me/followings/{other}",
    status: 404,
  }),
  write(REPOSTED_TRACKS, { isProbe: true }),
  ...andBack("POST /reposts/tracks/{liked}", "DELETE /reposts/tracks/{liked}", {
    list: `user ${REPOSTED_TRACKS}`,
    lacks: "liked",
  }),
  write(REPOSTED_PLAYLISTS, { isProbe: true }),
  ...andBack("POST /reposts/playlists/{playlist}", "DELETE /reposts/playlists/{playlist}", {
    list: `user ${REPOSTED_PLAYLISTS}`,
    lacks: "playlist",
  }),
  write("POST /tracks", { body: silence(), take: "made" }),
  write("PUT /tracks/{made}", { body: { track: { title: "tonearm oracle, edited", tag_list: "one two" } } }),
  write("PUT /tracks/{made}", { label: "back", body: { track: { title: "tonearm oracle", tag_list: "" } } }),
  write("POST /tracks/{made}/comments", { body: { comment: { body: "For a moment.", timestamp: 100 } } }),
  write("GET /tracks/{made}/comments?limit=2"),
  write("DELETE /tracks/{made}"),
  write("GET /tracks/{made}"),
  write("DELETE /playlists/{own}"),
  write("GET /playlists/{own}"),
];
