import { basename, extname } from "node:path";
import type { McpServer } from "@modelcontextprotocol/sdk/server/mcp";
import { formatTagList, type ServiceClient, type UpdatePlaylistParams, type UpdateTrackParams } from "@tonearm/client";
import { z } from "zod";
import type { Context } from "../context.ts";
import { defined } from "../defined.ts";
import { usage } from "../errors.ts";
import { journalPath } from "../host/paths.ts";
import { identify, trackUrns } from "../ids.ts";
import { moveTrack } from "../calls/move_track.ts";
import { kindsFor, react, REACTIONS } from "../calls/reactions.ts";
import { Journal } from "../upload/journal.ts";
import { uploaderFor } from "../upload/uploader.ts";
import { checkFile, uploadOnce } from "../upload/uploading.ts";
import { playlistCard, trackCard } from "./cards.ts";
import { allowedPath } from "./roots.ts";
import { addTool, askUser, ITEMS, itemsOf, NAMED } from "./tool.ts";

const SHARING = z.enum(["public", "private"]).optional();
const CHANGES = { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: true } as const;
const DESTROYS = { ...CHANGES, destructiveHint: true } as const;

export interface WritingOptions {
  readonly client: ServiceClient;
  readonly apiUrl: string;
  readonly roots: readonly string[];
  readonly confirms: boolean;
}

export function addWritingTools(server: McpServer, context: Context, options: WritingOptions): void {
  addEditTrack(server, context, options);
  addEditPlaylist(server, context, options);
  addReact(server, context, options);
  addUpload(server, context, options);
  addDelete(server, context, options);
}

function addEditTrack(server: McpServer, context: Context, { client, confirms }: WritingOptions): void {
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
  const about = { description, inputSchema, annotations: DESTROYS, confirms };
  addTool(server, "edit_track", about, async ({ track, tags, ...given }) => {
    const fields = defined({ ...given, ...(tags ? { tag_list: formatTagList(tags) } : {}) }) as UpdateTrackParams;
    if (Object.keys(fields).length === 0) throw usage("Nothing to change", "Name a field.");
    const { id } = await identify(context, track, ["tracks"]);
    return trackCard(await client.tracks.update(id, fields, context.call), true);
  });
}

function addEditPlaylist(server: McpServer, context: Context, { client, confirms }: WritingOptions): void {
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
  addTool(server, "edit_playlist", { description, inputSchema, annotations: DESTROYS, confirms }, async (given) => {
    const { playlist, add = [], remove = [], move, ...rest } = given;
    const { call } = context;
    const fields = defined(rest) as UpdatePlaylistParams;
    if (playlist === undefined && (remove.length > 0 || move)) {
      throw usage("A new playlist has no tracks to remove or move");
    }
    const [added, removed] = [await trackUrns(context, add), await trackUrns(context, remove)];
    if (playlist === undefined) return await createPlaylist(client, fields, added, call);
    const { id } = await identify(context, playlist, ["playlists"]);
    if (Object.keys(fields).length > 0) await client.playlists.update(id, fields, call);
    if (removed.length > 0) await client.playlists.removeTracks(id, removed, call);
    if (added.length > 0) await client.playlists.addTracks(id, added, call);
    if (move) {
      const [track = ""] = await trackUrns(context, [move.track]);
      await moveTrack(client, id, track, move.position, call);
    }
    return playlistCard(await client.playlists.getPlaylist(id, { ...call, showTracks: false }));
  });
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

function addReact(server: McpServer, context: Context, { client, confirms }: WritingOptions): void {
  const inputSchema = {
    action: z.enum(REACTIONS),
    names: z.array(z.string()).min(1).max(20).describe(`Tracks or playlists to like or repost, users to follow`),
  };
  const description = "Like, repost or follow, or undo it. Repeating it changes nothing.";
  const about = { description, inputSchema, outputSchema: ITEMS, annotations: CHANGES, confirms };
  addTool(server, "react", about, async ({ action, names }) => {
    const reactTo = async (name: string) => {
      const found = await identify(context, name, kindsFor(action));
      await react(client, action, found, context.call);
      return { [action]: found.id };
    };
    const settled: PromiseSettledResult<object>[] = [];
    for (const name of names) settled.push(...await Promise.allSettled([reactTo(name)]));
    return itemsOf(context, names, settled);
  });
}

function addUpload(server: McpServer, context: Context, { client, apiUrl, roots, confirms }: WritingOptions): void {
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
  const about = { description, inputSchema, annotations: CHANGES, confirms };
  addTool(server, "upload", about, async ({ path, title, tags, ...given }) => {
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
    const { track: { urn }, isNew } = await Journal.with(
      journal,
      signal,
      async (open) => await uploadOnce(uploaderFor(context, client, account, open), entry, await open.keyOf(state)),
    );
    return { ...trackCard(await client.tracks.getTrack(urn, { signal })), already_there: !isNew };
  });
}

function addDelete(server: McpServer, context: Context, { client, confirms }: WritingOptions): void {
  const inputSchema = {
    name: z.string().describe(`The user's own track or playlist: ${NAMED}`),
    confirm: z.string().optional().describe("Its title, once the user has agreed"),
  };
  const description =
    "Delete a track or playlist permanently. The first call says what it would delete; confirm with its title.";
  addTool(server, "delete", { description, inputSchema, annotations: DESTROYS }, async ({ name, confirm }, signal) => {
    const { call } = context;
    const { kind, id } = await identify(context, name, ["tracks", "playlists"]);
    const found = kind === "tracks"
      ? await client.tracks.getTrack(id, call)
      : await client.playlists.getPlaylist(id, call);
    const canAsk = server.server.getClientCapabilities()?.elicitation !== undefined;
    if (canAsk || confirms) await askUser(server, `Delete ${JSON.stringify(found.title)} permanently?`, signal);
    else if (confirm !== found.title) {
      const card = found.kind === "track" ? trackCard(found) : playlistCard(found);
      return {
        not_deleted: card,
        next: `Ask the user, then call again with confirm: ${JSON.stringify(found.title)}`,
      };
    }
    if (kind === "tracks") await client.tracks.delete(id, call);
    else await client.playlists.delete(id, call);
    return { deleted: id, title: found.title };
  });
}
