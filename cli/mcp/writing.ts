/**
 * Tools that change data, registered only with `--write`.
 *
 * @module
 */

import { basename, extname } from "node:path";
import type { McpServer } from "@modelcontextprotocol/sdk/server/mcp";
import { formatTagList, type ServiceClient, type UpdatePlaylistParams, type UpdateTrackParams } from "@tonearm/client";
import { z } from "zod";
import type { Context } from "../context.ts";
import { usage } from "../errors.ts";
import { journalPath } from "../host/paths.ts";
import { identify, type ResourceKind } from "../ids.ts";
import { unfollowUser } from "../unfollow.ts";
import { Journal } from "../upload/journal.ts";
import { uploaderFor } from "../upload/uploader.ts";
import { checkFile, uploadOnce } from "../upload/uploading.ts";
import { answer } from "./answers.ts";
import { playlistCard, trackCard } from "./cards.ts";
import { NAMED } from "./inputs.ts";
import { allowedPath } from "./roots.ts";

const SHARING = z.enum(["public", "private"]).optional();
const CHANGES = { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: true } as const;
const DESTROYS = { ...CHANGES, destructiveHint: true } as const;

/** The dependencies of the writing tools. */
export interface WritingOptions {
  readonly client: ServiceClient;
  readonly apiUrl: string;
  /** The folders from which files may be uploaded. */
  readonly roots: readonly string[];
}

/** Registers the tools that change data. */
export function addWritingTools(server: McpServer, context: Context, options: WritingOptions): void {
  addEditTrack(server, context, options.client);
  addEditPlaylist(server, context, options.client);
  addReact(server, context, options.client);
  addUpload(server, context, options);
  addDelete(server, context, options.client);
}

function addEditTrack(server: McpServer, context: Context, client: ServiceClient): void {
  const inputSchema = {
    track: z.string().describe(NAMED),
    title: z.string().min(1).optional(),
    description: z.string().optional(),
    genre: z.string().optional(),
    tags: z.array(z.string()).optional().describe("Replaces all tags"),
    sharing: SHARING,
    license: z.string().optional(),
  };
  const description = "Edit the user's own track. Omitted fields stay unchanged.";
  server.registerTool(
    "edit_track",
    { description, inputSchema, annotations: DESTROYS },
    ({ track, tags, ...given }) =>
      answer(async () => {
        const fields = defined({ ...given, ...(tags ? { tag_list: formatTagList(tags) } : {}) }) as UpdateTrackParams;
        if (Object.keys(fields).length === 0) throw usage("Nothing to change", "Name a field.");
        const { id } = await identify(context, track, ["tracks"]);
        return trackCard(await client.tracks.update(id, fields, { signal: context.host.signal }), true);
      }),
  );
}

function addEditPlaylist(server: McpServer, context: Context, client: ServiceClient): void {
  const inputSchema = {
    playlist: z.string().optional().describe(`${NAMED}; omit it to create a playlist`),
    title: z.string().min(1).optional().describe("A new playlist needs it"),
    description: z.string().optional(),
    sharing: SHARING.describe("A new playlist is private unless you say public"),
    add: z.array(z.string()).max(100).optional().describe("Tracks to add at the end"),
    remove: z.array(z.string()).max(100).optional().describe("Tracks to remove"),
    move: z.object({ track: z.string(), position: z.number().int().min(1) }).optional(),
  };
  const description = "Create a playlist, or edit the user's own: its fields, its tracks, their order.";
  server.registerTool(
    "edit_playlist",
    { description, inputSchema, annotations: DESTROYS },
    (given) =>
      answer(async () => {
        const { playlist, add = [], remove = [], move, ...rest } = given;
        const call = { signal: context.host.signal };
        const fields = defined(rest) as UpdatePlaylistParams;
        const [added, removed] = [await urnsOf(context, add), await urnsOf(context, remove)];
        if (playlist === undefined) return await createPlaylist(client, fields, added, call);
        const { id } = await identify(context, playlist, ["playlists"]);
        if (Object.keys(fields).length > 0) await client.playlists.update(id, fields, call);
        if (removed.length > 0) await client.playlists.removeTracks(id, removed, call);
        if (added.length > 0) await client.playlists.addTracks(id, added, call);
        if (move) {
          const [track = ""] = await urnsOf(context, [move.track]);
          await client.playlists.moveTrack(id, track, move.position - 1, call);
        }
        return playlistCard(await client.playlists.getPlaylist(id, { ...call, showTracks: false }));
      }),
  );
}

async function createPlaylist(
  client: ServiceClient,
  fields: UpdatePlaylistParams,
  tracks: readonly string[],
  call: { readonly signal: AbortSignal },
): Promise<object> {
  const { title } = fields;
  if (title === undefined) throw usage("A new playlist needs a title");
  const list = tracks.map((urn) => ({ urn }));
  return playlistCard(await client.playlists.create({ sharing: "private", ...fields, title, tracks: list }, call));
}

const ACTIONS = ["like", "unlike", "repost", "unrepost", "follow", "unfollow"] as const;

function addReact(server: McpServer, context: Context, client: ServiceClient): void {
  const inputSchema = {
    action: z.enum(ACTIONS),
    names: z.array(z.string()).min(1).max(20).describe(`Tracks or playlists to like or repost, users to follow`),
  };
  const description = "Like, repost or follow, or undo it. Repeating it changes nothing.";
  server.registerTool(
    "react",
    { description, inputSchema, annotations: CHANGES },
    ({ action, names }) =>
      answer(async () => {
        const kinds: readonly ResourceKind[] = action.endsWith("follow") ? ["users"] : ["tracks", "playlists"];
        const done: object[] = [];
        for (const name of names) {
          const { kind, id } = await identify(context, name, kinds);
          await doReact(client, action, kind, id, { signal: context.host.signal });
          done.push({ [action]: id });
        }
        return done;
      }),
  );
}

async function doReact(
  client: ServiceClient,
  action: typeof ACTIONS[number],
  kind: ResourceKind,
  id: string,
  call: { readonly signal: AbortSignal },
): Promise<void> {
  const { me, likes, reposts } = client;
  if (action === "follow") return await me.follow(id, call);
  if (action === "unfollow") return void await unfollowUser(client, id, call);
  const suffix = kind === "tracks" ? "Track" : "Playlist";
  if (action === "like" || action === "unlike") await likes[`${action}${suffix}`](id, call);
  else await reposts[`${action}${suffix}`](id, call);
}

function addUpload(server: McpServer, context: Context, { client, apiUrl, roots }: WritingOptions): void {
  const inputSchema = {
    path: z.string().describe(
      roots.length > 0 ? `A sound file in ${roots.join(" or ")}` : "Off: the server has no --root",
    ),
    title: z.string().optional().describe("Default: the file's name"),
    description: z.string().optional(),
    genre: z.string().optional(),
    tags: z.array(z.string()).optional(),
    sharing: SHARING.describe("Default: private"),
  };
  const description = "Upload a sound file. A file that is already uploaded is not sent again.";
  server.registerTool(
    "upload",
    { description, inputSchema, annotations: CHANGES },
    ({ path, title, tags, ...given }) =>
      answer(async () => {
        const file = await allowedPath(path, roots);
        const named = title ?? basename(file, extname(file));
        const fields = {
          sharing: "private" as const,
          ...defined(given),
          ...(tags ? { tag_list: formatTagList(tags) } : {}),
        };
        const entry = { file, title: named, fields };
        const state = await checkFile(entry);
        const { signal } = context.host;
        const account = await client.me.getMe({ signal });
        const journal = journalPath(context.env, apiUrl, account.urn);
        const { urn, isNew } = await Journal.with(
          journal,
          signal,
          async (open) => await uploadOnce(uploaderFor(context, client, account, open), entry, await open.keyOf(state)),
        );
        return { ...trackCard(await client.tracks.getTrack(urn, { signal })), already_there: !isNew };
      }),
  );
}

function addDelete(server: McpServer, context: Context, client: ServiceClient): void {
  const inputSchema = {
    name: z.string().describe(`The user's own track or playlist: ${NAMED}`),
    confirm: z.string().optional().describe("Its title, once the user has agreed"),
  };
  const description =
    "Delete a track or playlist permanently. The first call says what it would delete; confirm with its title.";
  server.registerTool(
    "delete",
    { description, inputSchema, annotations: DESTROYS },
    ({ name, confirm }) =>
      answer(async () => {
        const call = { signal: context.host.signal };
        const { kind, id } = await identify(context, name, ["tracks", "playlists"]);
        const found = kind === "tracks"
          ? await client.tracks.getTrack(id, call)
          : await client.playlists.getPlaylist(id, call);
        if (!await isAgreed(server, found.title, confirm)) {
          const card = found.kind === "track" ? trackCard(found) : playlistCard(found);
          return {
            not_deleted: card,
            next: `Ask the user, then call again with confirm: ${JSON.stringify(found.title)}`,
          };
        }
        if (kind === "tracks") await client.tracks.delete(id, call);
        else await client.playlists.delete(id, call);
        return { deleted: id, title: found.title };
      }),
  );
}

/** Returns whether the user agrees. The client asks the user if it can; otherwise the repeated title confirms. */
async function isAgreed({ server }: McpServer, title: string, confirm: string | undefined): Promise<boolean> {
  if (!server.getClientCapabilities()?.elicitation) return confirm === title;
  const { action } = await server.elicitInput({
    message: `Delete ${JSON.stringify(title)} permanently?`,
    requestedSchema: { type: "object", properties: {} },
  });
  return action === "accept";
}

async function urnsOf(context: Context, names: readonly string[]): Promise<string[]> {
  const urns: string[] = [];
  for (const name of names) {
    const { id } = await identify(context, name, ["tracks"]);
    urns.push(id.startsWith("soundcloud:") ? id : `soundcloud:tracks:${id}`);
  }
  return urns;
}

function defined<T extends object>(given: T): Partial<T> {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as Partial<T>;
}
