import type { McpServer } from "@modelcontextprotocol/sdk/server/mcp";
import type { ServiceClient } from "@tonearm/client";
import { z } from "zod";
import type { Context } from "../context.ts";
import { usage } from "../errors.ts";
import { identify, playlistOf, type ResourceKind, trackOf, userOf } from "../ids.ts";
import { USER_LISTS } from "../calls/user_lists.ts";
import { activityCard, type Card, commentCard, playlistCard, trackCard, userCard } from "./cards.ts";
import { addInsights } from "./insights.ts";
import { readPage } from "./pages.ts";
import { addTool, ITEMS, itemsOf, NAMED } from "./tool.ts";

const LIMIT = z.number().int().min(1).max(50).default(10).describe("Items per page");
const CURSOR = z.string().optional().describe("cursor of the previous page");
const READS = { readOnlyHint: true, openWorldHint: true } as const;
const PAGES = { outputSchema: ITEMS, annotations: READS } as const;
const ALL: readonly ResourceKind[] = ["tracks", "playlists", "users"];

export function addReadingTools(server: McpServer, context: Context, client: ServiceClient): void {
  addSearch(server, context, client);
  addLookUp(server, context, client);
  addList(server, context, client);
  addPlaylistTracks(server, context, client);
  addComments(server, context, client);
  addPlayLink(server, context, client);
  addInsights(server, context);
}

function addSearch(server: McpServer, { call }: Context, client: ServiceClient): void {
  const inputSchema = {
    query: z.string().min(1),
    kind: z.enum(["tracks", "users", "playlists"]).default("tracks"),
    genre: z.string().optional().describe("Tracks only"),
    bpm_from: z.number().optional().describe("Tracks only"),
    bpm_to: z.number().optional(),
    limit: LIMIT,
    cursor: CURSOR,
  };
  const description = "Search tracks, users or playlists.";
  addTool(server, "search", { description, inputSchema, ...PAGES }, (given) => {
    const { query, kind, genre, bpm_from: from, bpm_to: to, limit, cursor } = given;
    const [at, page] = [{ client, call, cursor }, { limit, ...call }];
    if (kind === "users") return readPage(at, () => client.search.users(query, 0, page), userCard);
    if (kind === "playlists") return readPage(at, () => client.search.playlists(query, 0, page), playlistCard);
    const filters = { genres: genre, bpm: { from, to } };
    return readPage(at, () => client.search.tracks(query, 0, { ...page, ...filters }), trackCard);
  });
}

function addLookUp(server: McpServer, context: Context, client: ServiceClient): void {
  const inputSchema = { names: z.array(z.string()).min(1).max(20).describe(`Each a ${NAMED}; "me" is the user`) };
  const description = "Details of tracks, playlists or users.";
  addTool(server, "look_up", { description, inputSchema, ...PAGES }, async ({ names }) => {
    return itemsOf(context, names, await Promise.allSettled(names.map((name) => lookUp(context, client, name))));
  });
}

async function lookUp(context: Context, client: ServiceClient, name: string): Promise<Card> {
  const { call } = context;
  if (name === "me") return userCard(await client.me.getMe(call));
  const { kind, id, found } = await identify(context, name, kindsOf(name));
  if (kind === "users") return userCard(await userOf({ client, id, found, call }));
  if (kind === "tracks") return trackCard(await trackOf({ client, id, found, call }), true);
  return playlistCard(await playlistOf({ client, id, found, call: { ...call, showTracks: false } }));
}

/** Returns the kinds that an id may have: with a slash, a track or a playlist; without one, a user. */
function kindsOf(name: string): readonly ResourceKind[] {
  return /^\d+$|^soundcloud:|\//.test(name) ? ALL : ["users"];
}

const LISTS = ["tracks", "playlists", "likes", "reposts", "followers", "following", "history", "feed"] as const;

function addList(server: McpServer, context: Context, client: ServiceClient): void {
  const inputSchema = {
    what: z.enum(LISTS),
    of: z.string().default("me").describe("A user; history and feed are the signed-in user's"),
    limit: LIMIT,
    cursor: CURSOR,
  };
  const description = "A user's tracks, playlists, liked or reposted tracks, followers, followings, recent plays, " +
    "or feed: posts of the users that the user follows.";
  addTool(server, "list", { description, inputSchema, ...PAGES }, async ({ what, of, limit, cursor }) => {
    const id = of === "me" ? undefined : (await identify(context, of, ["users"])).id;
    if (id !== undefined && (what === "history" || what === "feed")) {
      throw usage(`The ${what} is available for the signed-in user only`, 'Leave out "of".');
    }
    const { call } = context;
    const [at, request] = [{ client, call, cursor }, { client, id, limit, call }];
    if (what === "history") {
      return {
        items: (await client.me.getRecentlyPlayedTracks(undefined, call)).slice(0, limit).map((track) =>
          trackCard(track)
        ),
      };
    }
    if (what === "feed") return await readPage(at, () => client.me.getFeed(limit, undefined, call), activityCard);
    if (what === "playlists") {
      const first = () => USER_LISTS.playlists({ ...request, call: { ...call, showTracks: false } });
      return await readPage(at, first, playlistCard);
    }
    if (what === "followers" || what === "following") {
      return await readPage(at, () => USER_LISTS[what](request), userCard);
    }
    return await readPage(at, () => USER_LISTS[TRACK_LISTS[what]](request), trackCard);
  });
}

const TRACK_LISTS = { tracks: "tracks", likes: "likedTracks", reposts: "repostedTracks" } as const;

function addPlaylistTracks(server: McpServer, context: Context, client: ServiceClient): void {
  const { call } = context;
  const inputSchema = { playlist: z.string().describe(NAMED), limit: LIMIT, cursor: CURSOR };
  const about = { description: "The tracks of a playlist, in order.", inputSchema, ...PAGES };
  addTool(server, "playlist_tracks", about, async ({ playlist, limit, cursor }) => {
    const { id, secretToken } = await identify(context, playlist, ["playlists"]);
    const first = () => client.playlists.getTracks(id, limit, 0, { ...call, secretToken });
    return await readPage({ client, call, cursor }, first, trackCard);
  });
}

function addComments(server: McpServer, context: Context, client: ServiceClient): void {
  const { call } = context;
  const inputSchema = { track: z.string().describe(NAMED), limit: LIMIT, cursor: CURSOR };
  const about = { description: "The comments on a track, newest first.", inputSchema, ...PAGES };
  addTool(server, "comments", about, async ({ track, limit, cursor }) => {
    const { id } = await identify(context, track, ["tracks"]);
    return await readPage({ client, call, cursor }, () => client.tracks.getComments(id, limit, call), commentCard);
  });
}

function addPlayLink(server: McpServer, context: Context, client: ServiceClient): void {
  const inputSchema = { track: z.string().describe(NAMED) };
  const description = "A web page that plays a track. It is not a sound file.";
  addTool(server, "play_link", { description, inputSchema, annotations: READS }, async ({ track }) => {
    const named = await identify(context, track, ["tracks"]);
    const { title, url, access } = trackCard(await trackOf({ client, ...named, call: context.call }));
    return { title, url, ...(access === undefined ? {} : { access }) };
  });
}
