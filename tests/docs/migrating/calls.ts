import * as ours from "@tonearm/client";
import { createSandbox, type Sandbox } from "@tonearm/sandbox";
import * as theirs from "soundcloud-api-ts";

/** A function, the method of a client that does the same, and their arguments after the token. */
export type Compared = readonly [name: string, method: string | undefined, ...args: unknown[]];

const TRACK = "soundcloud:tracks:1020";
const PLAYLIST = "soundcloud:playlists:101";
const USER = "soundcloud:users:2";
const APP = ["sandbox-client", "sandbox-secret"] as const;

/** Every function that sends a request, with plain and with unusual arguments. */
export const CALLS: readonly Compared[] = [
  ["getMe", "me.getMe"],
  ["getMeActivities", "me.getActivities", 5],
  ["getMeActivitiesOwn", "me.getActivitiesOwn", 5],
  ["getMeActivitiesTracks", "me.getActivitiesTracks", 5],
  ["getMeConnections", "me.getConnections"],
  ["getMeFollowers", "me.getFollowers", 5],
  ["getMeFollowings", "me.getFollowings", 5],
  ["getMeFollowingsTracks", "me.getFollowingsTracks", 5],
  ["getMeLikesPlaylists", "me.getLikesPlaylists", 5],
  ["getMeLikesTracks", "me.getLikesTracks", 5],
  ["getMePlaylists", "me.getPlaylists", 5],
  ["getMeTracks", "me.getTracks", 5],
  ["getMeTracks", "me.getTracks"],
  ["followUser", "me.follow", USER],
  ["unfollowUser", "me.unfollow", USER],
  ["getUser", "users.getUser", USER],
  ["getUser", "users.getUser", 2],
  ["getFollowers", "users.getFollowers", USER, 5],
  ["getFollowings", "users.getFollowings", USER, 5],
  ["getUserTracks", "users.getTracks", USER, 5],
  ["getUserPlaylists", "users.getPlaylists", USER, 5],
  ["getUserLikesTracks", "users.getLikesTracks", USER, 5, "next"],
  ["getUserLikesPlaylists", "users.getLikesPlaylists", USER, 5],
  ["getUserWebProfiles", "users.getWebProfiles", USER],
  ["getTrack", "tracks.getTrack", TRACK],
  ["getTracks", "tracks.getTracks", [TRACK, "soundcloud:tracks:1021"]],
  ["getTracks", "tracks.getTracks", [1020, 1021]],
  ["getTrackComments", "tracks.getComments", TRACK, 5],
  ["createTrackComment", "tracks.createComment", TRACK, "Lovely", 1500],
  ["createTrackComment", "tracks.createComment", TRACK, "Lovely"],
  ["getTrackLikes", "tracks.getLikes", TRACK, 5],
  ["getTrackReposts", "tracks.getReposts", TRACK, 5],
  ["getRelatedTracks", "tracks.getRelated", TRACK, 5],
  ["getTrackStreams", "tracks.getStreams", TRACK],
  ["updateTrack", "tracks.update", "soundcloud:tracks:1001", { title: "Ü & more", tag_list: '"slow night" rain' }],
  ["deleteTrack", "tracks.delete", "soundcloud:tracks:1001"],
  ["getPlaylist", "playlists.getPlaylist", PLAYLIST],
  ["getPlaylistTracks", "playlists.getTracks", PLAYLIST, 5, 5],
  ["getPlaylistReposts", "playlists.getReposts", PLAYLIST, 5],
  ["createPlaylist", "playlists.create", { title: "Mine", tracks: [{ urn: TRACK }] }],
  ["updatePlaylist", "playlists.update", PLAYLIST, { title: "Yours" }],
  ["deletePlaylist", "playlists.delete", PLAYLIST],
  ["searchTracks", "search.tracks", "rain & more"],
  ["searchTracks", "search.tracks", "rain", 2],
  ["searchUsers", "search.users", "rain", 1],
  ["searchPlaylists", "search.playlists", "rain", 1],
  ["resolveUrl", "resolve.resolveUrl", "https://soundcloud.com/night-ferry"],
  ["likeTrack", "likes.likeTrack", TRACK],
  ["unlikeTrack", "likes.unlikeTrack", TRACK],
  ["likePlaylist", "likes.likePlaylist", PLAYLIST],
  ["unlikePlaylist", "likes.unlikePlaylist", PLAYLIST],
  ["repostTrack", "reposts.repostTrack", TRACK],
  ["unrepostTrack", "reposts.unrepostTrack", TRACK],
  ["repostPlaylist", "reposts.repostPlaylist", PLAYLIST],
  ["unrepostPlaylist", "reposts.unrepostPlaylist", PLAYLIST],
  ["getClientToken", "auth.getClientToken", ...APP],
  ["getUserToken", "auth.getUserToken", ...APP, "http://127.0.0.1:8765/callback", "the-code", "the-verifier"],
  ["refreshUserToken", "auth.refreshUserToken", ...APP, "http://127.0.0.1:8765/callback", "the-refresh-token"],
  ["signOut", "auth.signOut", "the-access-token"],
];

/** Functions that take no token first. */
const WITHOUT_TOKEN: readonly string[] = ["getClientToken", "getUserToken", "refreshUserToken", "signOut"];

/** The parts of a request, by their names. */
export type Parts = Readonly<Record<string, string>>;

/** The requests of a call of soundcloud-api-ts and of this client, by the way of calling. */
export async function requestsOf([name, method, ...args]: Compared): Promise<Record<string, [Parts[], Parts[]]>> {
  const isPlain = WITHOUT_TOKEN.includes(name);
  const called = (library: object) => {
    const run = Reflect.get(library, name) as (...given: unknown[]) => Promise<unknown>;
    return recorded((token) => run(...isPlain ? args : [token, ...args]));
  };
  const found: Record<string, [Parts[], Parts[]]> = { function: [await called(theirs), await called(ours)] };
  if (method === undefined) return found;
  const [group = "", operation = ""] = method.split(".");
  // A client knows its app.
  const OF_APP: Readonly<Record<string, number>> = { signOut: 0, getClientToken: 2 };
  const given = isPlain ? args.slice(OF_APP[name] ?? 3) : args;
  const through = (make: (config: object) => { setToken(token: string): void }) =>
    recorded((token, config) => {
      const client = make(config);
      client.setToken(token);
      return Reflect.get(Reflect.get(client, group), operation).apply(Reflect.get(client, group), given);
    });
  found.method = [
    await through((config) => new theirs.SoundCloudClient(config as theirs.SoundCloudClientConfig)),
    await through((config) => new ours.ServiceClient(config as ours.ServiceClientConfig)),
  ];
  return found;
}

/** Runs a call against a new sandbox, and returns its requests. */
async function recorded(call: (token: string, config: object) => Promise<unknown>): Promise<Parts[]> {
  using sandbox = createSandbox({ seed: 1, clock: "2026-01-01T00:00:00Z" });
  const requests: Parts[] = [];
  const { fetch } = globalThis;
  globalThis.fetch = async (input, init) => {
    const request = new Request(input, { ...init, signal: null });
    requests.push(await partsOf(request.clone()));
    return await forward(sandbox, request);
  };
  const { clientId, clientSecret, redirectUri } = sandbox.clientConfig;
  try {
    const { access_token } = sandbox.issueTokens();
    await call(access_token, { clientId, clientSecret, redirectUri, maxRetries: 0 }).catch(() => {});
  } finally {
    globalThis.fetch = fetch;
  }
  return requests;
}

async function forward(sandbox: Sandbox, request: Request): Promise<Response> {
  const { method, headers, redirect } = request;
  const body = method === "GET" ? null : await request.arrayBuffer();
  return await sandbox.fetch(request.url.replace(".soundcloud.com", ".sandbox.test"), {
    method,
    headers,
    redirect,
    body,
  });
}

/** The method, the address, each parameter, each header and each field of the body. */
async function partsOf(request: Request): Promise<Parts> {
  const { origin, pathname, searchParams } = new URL(request.url);
  const headers = [...request.headers].map(([name, value]): [string, string] => [`header ${name}`, headerText(value)]);
  const query = [...searchParams].map(([name, value]) => [`query ${name}`, value]);
  const text = await request.text();
  const type = request.headers.get("content-type") ?? "";
  const fields = text !== "" && type.includes("json")
    ? flat("body", JSON.parse(text))
    : [...new URLSearchParams(text)].map(([name, value]): [string, string] => [`body.${name}`, value]);
  return Object.fromEntries([
    ["method", request.method],
    ["origin", origin],
    ["path", pathname],
    ...query,
    ...headers,
    ...fields,
  ]);
}

/** A header without its boundary or token. */
function headerText(value: string): string {
  return value.replace(/(?<=boundary=).*/, "…").replace(/(?<=^(?:OAuth|Bearer|Basic) ).*/, "…");
}

function flat(name: string, value: unknown): [string, string][] {
  if (typeof value !== "object" || value === null) return [[name, JSON.stringify(value)]];
  return Object.entries(value).flatMap(([key, inner]) => flat(`${name}.${key}`, inner));
}
