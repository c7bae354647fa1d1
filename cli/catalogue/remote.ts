import {
  type MethodOptions,
  parseTagList,
  parseTimestamp,
  type ServiceClient,
  ServiceError,
  type ServicePlaylist,
  type ServiceTrack,
} from "@tonearm/client";
import { LARGEST_PAGE } from "../choices.ts";
import { Failure } from "../errors.ts";
import { isMachineTag, isSame, orderTags, playlistFields, shared, trackFields, type Value } from "../fields/fields.ts";
import type { Folder } from "./folder.ts";
import type { CatalogueLock } from "./lock_file.ts";
import type { RemoteCatalogue, RemotePlaylist, RemoteTrack } from "./types.ts";

/** How many of the newest known items are looked up if the lists lack them. */
const MOST_UNLISTED = 100;

/**
 * Reads everything. Machine tags, which SoundCloud doesn't return, come from the lock file. A list may lag behind, so
 * a known item that it lacks is looked up: otherwise it would seem to be deleted.
 */
export async function readRemote(
  client: ServiceClient,
  { lock, local }: Pick<Folder, "lock" | "local">,
  signal: AbortSignal,
): Promise<RemoteCatalogue> {
  const tracks = new Map<string, RemoteTrack>();
  const addTrack = (track: ServiceTrack) => {
    const fields = trackFields(track, hiddenTags(lock, "tracks", track));
    tracks.set(track.urn, { urn: track.urn, fields: shared(fields, lock?.tracks.get(track.urn)?.fields) });
  };
  for await (const track of client.me.getTracks(LARGEST_PAGE, { signal })) addTrack(track);
  const getTrack = (urn: string) => client.tracks.getTrack(urn, { signal });
  for (const track of await unlisted(getTrack, local.tracks, lock?.tracks, tracks)) addTrack(track);
  const playlists = new Map<string, RemotePlaylist>();
  for await (const playlist of client.me.getPlaylists(LARGEST_PAGE, { signal, showTracks: false })) {
    playlists.set(playlist.urn, await readPlaylist(client, playlist, lock, signal));
  }
  const getPlaylist = (urn: string) => client.playlists.getPlaylist(urn, { signal, showTracks: false });
  for (const playlist of await unlisted(getPlaylist, local.playlists, lock?.playlists, playlists)) {
    playlists.set(playlist.urn, await readPlaylist(client, playlist, lock, signal));
  }
  return { tracks, playlists };
}

/**
 * Looks up known items that a list lacks. A killed run may have saved an item in the folder alone, or in the lock file
 * alone.
 *
 * @throws {Failure} When more are missing than are looked up, and most of those exist: the list has ended early.
 */
async function unlisted<T>(
  get: (urn: string) => Promise<T>,
  named: readonly { readonly urn?: string | undefined }[],
  seen: ReadonlyMap<string, unknown> | undefined,
  listed: ReadonlyMap<string, unknown>,
): Promise<T[]> {
  const known = new Set([...seen?.keys() ?? [], ...named.flatMap(({ urn }) => urn ?? [])]);
  const missing = [...known].filter((urn) => !listed.has(urn));
  const found: T[] = [];
  for (const urn of missing.slice(-MOST_UNLISTED)) {
    const item = await get(urn).catch(unlessGone);
    if (item !== undefined) found.push(item);
  }
  if (missing.length <= MOST_UNLISTED || found.length <= MOST_UNLISTED / 2) return found;
  const message = `SoundCloud's list has ended early: it lacks ${missing.length} known items, and ` +
    `${found.length} of the newest ${MOST_UNLISTED} exist`;
  throw new Failure("failed", message, { code: "incomplete_list", hint: "Nothing was changed. Try again later." });
}

function unlessGone(error: unknown): undefined {
  if (!ServiceError.is(error) || !error.isNotFound) throw error;
}

/** Reads the order of a playlist, including tracks that can't be played. */
export async function readOrder(client: ServiceClient, playlist: string, call: MethodOptions): Promise<string[]> {
  const tracks: string[] = [];
  const options = { ...call, access: ["playable", "preview", "blocked"] as const };
  for await (const track of client.playlists.getTracks(playlist, LARGEST_PAGE, 0, options)) tracks.push(track.urn);
  return tracks;
}

export async function readPlaylist(
  client: ServiceClient,
  playlist: ServicePlaylist,
  lock: CatalogueLock | undefined,
  signal: AbortSignal,
): Promise<RemotePlaylist> {
  const { urn, track_count, created_at } = playlist;
  const tracks = await readOrder(client, urn, { signal });
  return {
    urn,
    tracks,
    fields: playlistFields(playlist, hiddenTags(lock, "playlists", playlist)),
    hidden: Math.max(0, track_count - tracks.length),
    created: parseTimestamp(created_at)?.getTime() ?? 0,
  };
}

/** The machine tags known to be set; those of an interrupted write if the visible tags show that it was stored. */
function hiddenTags(
  lock: CatalogueLock | undefined,
  part: "tracks" | "playlists",
  { urn, tag_list }: Pick<ServicePlaylist, "urn" | "tag_list">,
): string[] {
  const known = lock?.[part].get(urn)?.fields.tags;
  const sent = lock?.steps.intentOf(urn)?.fields.tags;
  const shown = orderTags(parseTagList(tag_list));
  const isStored = isSame(shown, visible(sent)) && !isSame(visible(known), visible(sent));
  return machineTags(isStored ? sent : known);
}

function visible(tags: Value | undefined): string[] | undefined {
  return Array.isArray(tags) ? tags.filter((tag) => !isMachineTag(tag)) : undefined;
}

export function machineTags(tags: Value | undefined): string[] {
  return Array.isArray(tags) ? tags.filter(isMachineTag) : [];
}
