/**
 * The files and functions of the sandbox that warm GETs enter, counted by the platform: the counts of n + 1 requests
 * minus those of n.
 *
 * @module
 */
import { createSandbox } from "@tonearm/sandbox";
import { enteredMore, startCounting, takeCounts } from "../entered.ts";

/** What a GET of each path enters: `file function position` for each. */
export type EnteredBySandbox = Readonly<Record<string, readonly string[]>>;

/** Enough requests to get past occasional work, such as checks of replies. */
const REQUESTS = 100;
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
  await takeCounts();
  for (let i = 0; i < requests; i++) await get(path);
  const result = await takeCounts();
  return new Map(
    result.filter(({ url }) => url.startsWith(ROOT)).flatMap(({ url, functions }) =>
      functions.map(({ functionName, ranges }) => {
        const [{ startOffset = 0, count = 0 } = {}] = ranges;
        return [`${url.slice(ROOT.length)} ${functionName || "anonymous"} ${startOffset}`, count] as const;
      })
    ),
  );
}

async function entered(path: string): Promise<string[]> {
  await count(path, REQUESTS);
  return enteredMore(await count(path, REQUESTS), await count(path, REQUESTS + 1));
}

await startCounting();
const tracks: { urn: string; user: { urn: string } }[] = JSON.parse(await get("/tracks?limit=1"));
const playlists: { urn: string }[] = JSON.parse(await get("/playlists?limit=1"));
const { urn, user } = tracks[0] ?? { urn: "", user: { urn: "" } };
const [aTrack, aUser, aPlaylist] = [`/tracks/${urn}`, `/users/${user.urn}`, `/playlists/${playlists[0]?.urn}`];
const paths: Readonly<Record<string, string>> = {
  "/me": "/me",
  "/users/{urn}": aUser,
  "/tracks/{urn}": aTrack,
  "/playlists/{urn}": aPlaylist,
  "/playlists/{urn}/tracks": `${aPlaylist}/tracks`,
  "/tracks/{urn}/comments": `${aTrack}/comments`,
  "/tracks/{urn}/favoriters": `${aTrack}/favoriters`,
  "/tracks/{urn}/related": `${aTrack}/related`,
  "/tracks": "/tracks?q=a",
  "/users": "/users?q=a",
  "/playlists": "/playlists?show_tracks=false",
  "/playlists with tracks": "/playlists",
  "/users/{urn}/tracks": `${aUser}/tracks`,
  "/users/{urn}/playlists": `${aUser}/playlists?show_tracks=false`,
  "/users/{urn}/playlists with tracks": `${aUser}/playlists`,
  "/users/{urn}/likes/tracks": `${aUser}/likes/tracks`,
  "/users/{urn}/reposts/tracks": `${aUser}/reposts/tracks`,
  "/users/{urn}/followers": `${aUser}/followers`,
  "/users/{urn}/followings": `${aUser}/followings`,
  "/me/tracks": "/me/tracks",
  "/me/likes/tracks": "/me/likes/tracks",
  "/me/followers": "/me/followers",
  "/me/feed": "/me/feed",
  "/me/recently-played/tracks": "/me/recently-played/tracks",
};
const found: Record<string, readonly string[]> = {};
for (const [name, path] of Object.entries(paths)) found[name] = await entered(path);
console.log(JSON.stringify(found satisfies EnteredBySandbox));
