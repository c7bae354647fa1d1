/**
 * The files and functions of the sandbox that warm GETs enter, counted by the platform: the counts of n + 1 requests
 * minus those of n.
 */
import { createSandbox } from "@tonearm/sandbox";
import { enteredBelow, enteredMore, startCounting } from "../entered.ts";

/** What a GET of each path enters: `file function position` for each. */
export type EnteredBySandbox = Readonly<Record<string, readonly string[]>>;

/** Enough requests to get past occasional work, such as checks of replies. */
const REQUESTS = 50;
/** How many are counted. */
const COUNTED = 10;
const ROOT = new URL("../../../../sandbox/", import.meta.url).href;

using sandbox = createSandbox();
await using server = await sandbox.serve();
const headers = { authorization: `OAuth ${sandbox.issueTokens().access_token}` };

async function get(path: string): Promise<string> {
  const reply = await fetch(server.url + path, { headers });
  const text = await reply.text();
  if (!reply.ok) throw new Error(`${path}: ${reply.status} ${text}`);
  return text;
}

/** Counts how often each function of the sandbox was entered, by its file and position. */
async function count(path: string, requests: number): Promise<Map<string, number>> {
  await enteredBelow(ROOT);
  for (let i = 0; i < requests; i++) await get(path);
  return await enteredBelow(ROOT);
}

async function entered(path: string): Promise<string[]> {
  for (let i = 0; i < REQUESTS; i++) await get(path);
  return enteredMore(await count(path, COUNTED), await count(path, COUNTED + 1));
}

/** Paths of lists below a resource, by their patterns. */
function below(pattern: string, path: string, lists: readonly string[]): Record<string, string> {
  return Object.fromEntries(lists.map((list) => [`${pattern}/${list}`, `${path}/${list}`]));
}

await startCounting();
const tracks: { urn: string; user: { urn: string } }[] = JSON.parse(await get("/tracks?limit=1"));
const playlists: { urn: string }[] = JSON.parse(await get("/playlists?limit=1"));
const { urn, user } = tracks[0] ?? { urn: "", user: { urn: "" } };
const [aTrack, aUser, aPlaylist] = [`/tracks/${urn}`, `/users/${user.urn}`, `/playlists/${playlists[0]?.urn}`];
const paths: Readonly<Record<string, string>> = {
  "/users/{urn}": aUser,
  "/tracks/{urn}": aTrack,
  "/playlists/{urn}": aPlaylist,
  "/playlists/{urn}/tracks": `${aPlaylist}/tracks`,
  ...below("/tracks/{urn}", aTrack, ["comments", "favoriters", "related"]),
  "/tracks": "/tracks?q=a",
  "/users": "/users?q=a",
  "/playlists": "/playlists?show_tracks=false",
  "/playlists with tracks": "/playlists",
  "/users/{urn}/playlists": `${aUser}/playlists?show_tracks=false`,
  "/users/{urn}/playlists with tracks": `${aUser}/playlists`,
  ...below("/users/{urn}", aUser, ["tracks", "likes/tracks", "reposts/tracks", "followers", "followings"]),
  "/me": "/me",
  ...below("/me", "/me", ["tracks", "likes/tracks", "followers", "feed", "recently-played/tracks"]),
};
const found: Record<string, readonly string[]> = {};
for (const [name, path] of Object.entries(paths)) found[name] = await entered(path);
console.log(JSON.stringify(found satisfies EnteredBySandbox));
