/**
 * Tools that read data.
 *
 * @module
 */

import type { McpServer } from "@modelcontextprotocol/sdk/server/mcp";
import type { PaginatedResponse, ServiceClient, ServiceTrack, ServiceUser } from "@tonearm/client";
import { z } from "zod";
import type { Context } from "../context.ts";
import { usage } from "../errors.ts";
import { identify, type ResourceKind } from "../ids.ts";
import { answer } from "./answers.ts";
import { activityCard, type Card, commentCard, playlistCard, trackCard, userCard } from "./cards.ts";
import { NAMED } from "./inputs.ts";
import { type CardPage, readPage } from "./pages.ts";

const LIMIT = z.number().int().min(1).max(50).default(10).describe("Items per page");
const CURSOR = z.string().optional().describe("cursor of the previous page");
const READS = { readOnlyHint: true, openWorldHint: true } as const;
const ALL: readonly ResourceKind[] = ["tracks", "playlists", "users"];

/** Registers the tools that read data. */
export function addReadingTools(server: McpServer, context: Context, client: ServiceClient): void {
  addSearch(server, context, client);
  addLookUp(server, context, client);
  addList(server, context, client);
  addPlaylistTracks(server, context, client);
  addFeed(server, context, client);
  addComments(server, context, client);
  addPlayLink(server, context, client);
}

function addSearch(server: McpServer, { host: { signal } }: Context, client: ServiceClient): void {
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
  server.registerTool("search", { description, inputSchema, annotations: READS }, (given) =>
    answer(() => {
      const { query, kind, genre, bpm_from, bpm_to, limit, cursor } = given;
      const from = bpm_from === undefined ? {} : { from: bpm_from };
      const to = bpm_to === undefined ? {} : { to: bpm_to };
      const bpm = bpm_from === undefined && bpm_to === undefined ? {} : { bpm: { ...from, ...to } };
      const options = { limit, signal, ...(genre === undefined ? {} : { genres: [genre] }), ...bpm };
      const at = { client, signal, cursor };
      const page = { limit, signal };
      if (kind === "users") {
        return readPage({
          ...at,
          first: () => client.search.users(query, 0, page),
          card: userCard,
        });
      }
      if (kind === "playlists") {
        return readPage({ ...at, first: () => client.search.playlists(query, 0, page), card: playlistCard });
      }
      return readPage({ ...at, first: () => client.search.tracks(query, 0, options), card: brief });
    }));
}

function addLookUp(server: McpServer, context: Context, client: ServiceClient): void {
  const inputSchema = { names: z.array(z.string()).min(1).max(20).describe(`Each a ${NAMED}; "me" is the user`) };
  const description = "Details of tracks, playlists or users.";
  server.registerTool(
    "look_up",
    { description, inputSchema, annotations: READS },
    ({ names }) => answer(async () => await Promise.all(names.map((name) => lookUp(context, client, name)))),
  );
}

async function lookUp(context: Context, client: ServiceClient, name: string): Promise<Card> {
  const call = { signal: context.host.signal };
  if (name === "me") return userCard(await client.me.getMe(call));
  const { kind, id } = await identify(context, name, kindsOf(name));
  if (kind === "users") return userCard(await client.users.getUser(id, call));
  if (kind === "tracks") return trackCard(await client.tracks.getTrack(id, call), true);
  return playlistCard(await client.playlists.getPlaylist(id, { ...call, showTracks: false }));
}

/** Returns the kinds that an id may have: with a slash, a track or a playlist; without one, a user. */
function kindsOf(name: string): readonly ResourceKind[] {
  return /^\d+$|^soundcloud:|\//.test(name) ? ALL : ["users"];
}

const LISTS = ["tracks", "playlists", "likes", "reposts", "followers", "following", "history"] as const;

function addList(server: McpServer, context: Context, client: ServiceClient): void {
  const inputSchema = {
    what: z.enum(LISTS),
    of: z.string().default("me").describe("A user; the history is only the signed-in user's"),
    limit: LIMIT,
    cursor: CURSOR,
  };
  const description = "A user's tracks, playlists, liked or reposted tracks, followers, followings, or recent plays.";
  server.registerTool(
    "list",
    { description, inputSchema, annotations: READS },
    ({ what, of, limit, cursor }) =>
      answer(async () => {
        const user = of === "me" ? undefined : (await identify(context, of, ["users"])).id;
        return await readList({ context, client, limit, cursor }, what, user);
      }),
  );
}

/** The dependencies of reading pages. */
interface Reading {
  readonly context: Context;
  readonly client: ServiceClient;
  readonly limit: number;
  readonly cursor: string | undefined;
}

/** Lists of tracks; without a user, those of the signed-in user. */
const TRACK_LISTS: Readonly<Record<"tracks" | "likes" | "reposts", FirstPage<ServiceTrack>>> = {
  tracks: ({ me, users }, user, limit, call) => user ? users.getTracks(user, limit, call) : me.getTracks(limit, call),
  likes: ({ me, users }, user, limit, call) =>
    user ? users.getLikesTracks(user, limit, undefined, call) : me.getLikesTracks(limit, call),
  reposts: ({ me, users }, user, limit, call) =>
    user ? users.getRepostsTracks(user, limit, call) : me.getRepostsTracks(limit, call),
};

const USER_LISTS: Readonly<Record<"followers" | "following", FirstPage<ServiceUser>>> = {
  followers: ({ me, users }, user, limit, call) =>
    user ? users.getFollowers(user, limit, call) : me.getFollowers(limit, call),
  following: ({ me, users }, user, limit, call) =>
    user ? users.getFollowings(user, limit, call) : me.getFollowings(limit, call),
};

/** Requests a first page. */
type FirstPage<T> = (
  client: ServiceClient,
  user: string | undefined,
  limit: number,
  call: { readonly signal: AbortSignal },
) => Promise<PaginatedResponse<T>>;

async function readList(
  { context, client, limit, cursor }: Reading,
  what: typeof LISTS[number],
  user: string | undefined,
): Promise<CardPage> {
  const { signal } = context.host;
  const call = { signal };
  const at = { client, signal, cursor };
  if (what === "history") return { items: await readHistory(client, user, limit, call) };
  if (what === "playlists") {
    const quick = { ...call, showTracks: false };
    const first = () => user ? client.users.getPlaylists(user, limit, quick) : client.me.getPlaylists(limit, quick);
    return await readPage({ ...at, first, card: playlistCard });
  }
  if (what === "followers" || what === "following") {
    return await readPage({ ...at, first: () => USER_LISTS[what](client, user, limit, call), card: userCard });
  }
  return await readPage({ ...at, first: () => TRACK_LISTS[what](client, user, limit, call), card: brief });
}

async function readHistory(
  { me }: ServiceClient,
  user: string | undefined,
  limit: number,
  call: { readonly signal: AbortSignal },
): Promise<Card[]> {
  if (user !== undefined) throw usage("The history is available for the signed-in user only", 'Leave out "of".');
  return (await me.getRecentlyPlayedTracks(undefined, call)).slice(0, limit).map(brief);
}

function addPlaylistTracks(server: McpServer, context: Context, client: ServiceClient): void {
  const inputSchema = { playlist: z.string().describe(NAMED), limit: LIMIT, cursor: CURSOR };
  const description = "The tracks of a playlist, in order.";
  server.registerTool(
    "playlist_tracks",
    { description, inputSchema, annotations: READS },
    ({ playlist, limit, cursor }) =>
      answer(async () => {
        const { signal } = context.host;
        const { id } = await identify(context, playlist, ["playlists"]);
        const first = () => client.playlists.getTracks(id, limit, 0, { signal });
        return await readPage({ client, signal, cursor, first, card: brief });
      }),
  );
}

function addFeed(server: McpServer, { host: { signal } }: Context, client: ServiceClient): void {
  const inputSchema = { limit: LIMIT, cursor: CURSOR };
  const description = "Posts of the users that the user follows, newest first.";
  server.registerTool("feed", { description, inputSchema, annotations: READS }, ({ limit, cursor }) =>
    answer(() => {
      const first = () => client.me.getFeed(limit, undefined, { signal });
      return readPage({ client, signal, cursor, first, card: activityCard });
    }));
}

function addComments(server: McpServer, context: Context, client: ServiceClient): void {
  const inputSchema = { track: z.string().describe(NAMED), limit: LIMIT, cursor: CURSOR };
  const description = "The comments on a track, newest first.";
  server.registerTool(
    "comments",
    { description, inputSchema, annotations: READS },
    ({ track, limit, cursor }) =>
      answer(async () => {
        const { signal } = context.host;
        const { id } = await identify(context, track, ["tracks"]);
        const first = () => client.tracks.getComments(id, limit, { signal });
        return await readPage({ client, signal, cursor, first, card: commentCard });
      }),
  );
}

function addPlayLink(server: McpServer, context: Context, client: ServiceClient): void {
  const inputSchema = { track: z.string().describe(NAMED) };
  const description = "A web page that plays a track. It is not a sound file.";
  server.registerTool("play_link", { description, inputSchema, annotations: READS }, ({ track }) =>
    answer(async () => {
      const { id } = await identify(context, track, ["tracks"]);
      const { title, url, access } = trackCard(await client.tracks.getTrack(id, { signal: context.host.signal }));
      return { title, url, ...(access === undefined ? {} : { access }) };
    }));
}

function brief(track: Parameters<typeof trackCard>[0]): Card {
  return trackCard(track);
}
