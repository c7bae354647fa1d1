// The files and functions of the sandbox that warm GETs enter, counted by the platform.
import { createSandbox } from "@tonearm/sandbox";
import { API_TABLE } from "../../../../sandbox/contract/operations.ts";
import { enteredByOne, startCounting } from "../entered.ts";

/** What a GET of each operation enters: `file function position` for each. */
export type EnteredBySandbox = Readonly<Record<string, readonly string[]>>;

const ROOT = new URL("../../../../sandbox/", import.meta.url).href;

using sandbox = createSandbox();
await using server = await sandbox.serve();
const headers = { authorization: `OAuth ${sandbox.issueTokens().access_token}` };

async function get(path: string): Promise<string> {
  const reply = await fetch(server.url + path, { headers, redirect: "manual" });
  const text = await reply.text();
  if (reply.status >= 400) throw new Error(`${path}: ${reply.status} ${text}`);
  return text;
}

function entered(path: string): Promise<string[]> {
  return enteredByOne(ROOT, () => get(path));
}

interface Item {
  readonly id: number;
  readonly urn: string;
  readonly permalink_url: string;
  readonly user: Item;
}

/** Returns the first item of a list. */
async function firstOf(path: string): Promise<Item> {
  const list: readonly Item[] | { readonly collection: readonly Item[] } = JSON.parse(await get(path));
  const [item] = "collection" in list ? list.collection : list;
  if (item === undefined) throw new Error(`${path} is empty`);
  return item;
}

await startCounting();
const track = await firstOf("/tracks?limit=1");
const user_urn = track.user.urn;
const params: Readonly<Record<string, string>> = {
  track_urn: track.urn,
  playlist_urn: (await firstOf("/playlists")).urn,
  user_urn,
  following_urn: (await firstOf(`/users/${user_urn}/followings`)).urn,
  follower_urn: (await firstOf("/me/followers")).urn,
  id: `track-stations:${track.id}`,
};
/** The parameters of a path whose user is one that the caller follows. */
const followed: typeof params = { ...params, user_urn: (await firstOf("/me/followings")).urn };
const queries: Readonly<Record<string, string>> = {
  "/tracks": "q=a",
  "/users": "q=a",
  "/resolve": `url=${track.permalink_url.split("?")[0]}`,
};
/** The preview records a play, so it isn't a plain GET. */
const WRITES = "/tracks/{track_urn}/preview";

function filled(path: string): string {
  const values = path.startsWith("/me/followings/") ? followed : params;
  return path.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? name);
}

const found: Record<string, readonly string[]> = {};
for (const [operation, { query = "" }] of Object.entries(API_TABLE)) {
  const [method, path = ""] = operation.split(" ");
  if (method !== "GET" || path === WRITES) continue;
  found[path] = await entered(`${filled(path)}?${queries[path] ?? ""}`);
  if (query.includes("show_tracks")) {
    found[`${path} without tracks`] = await entered(`${filled(path)}?show_tracks=false`);
  }
}
console.log(JSON.stringify(found satisfies EnteredBySandbox));
