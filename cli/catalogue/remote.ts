/**
 * An account's tracks and playlists on the service.
 *
 * @module
 */

import {
  type MethodOptions,
  parseTagList,
  parseTimestamp,
  type ServiceClient,
  type ServicePlaylist,
} from "@tonearm/client";
import { isMachineTag, isSame, orderTags, playlistFields, trackFields, type Value } from "../fields/fields.ts";
import type { CatalogueLock } from "./lock_file.ts";
import type { RemoteCatalogue, RemotePlaylist, RemoteTrack } from "./types.ts";

/** The service's maximum page size. */
const PAGE = 200;

/** Reads everything. Machine tags, which the service doesn't return, come from the lock file. */
export async function readRemote(
  client: ServiceClient,
  lock: CatalogueLock | undefined,
  signal: AbortSignal,
): Promise<RemoteCatalogue> {
  const tracks = new Map<string, RemoteTrack>();
  for await (const track of client.me.getTracks(PAGE, { signal })) {
    const fields = trackFields(track, hiddenTags(lock, "tracks", track));
    tracks.set(track.urn, { urn: track.urn, fields });
  }
  const playlists = new Map<string, RemotePlaylist>();
  for await (const playlist of client.me.getPlaylists(PAGE, { signal, showTracks: false })) {
    playlists.set(playlist.urn, await readPlaylist(client, playlist, lock, signal));
  }
  return { tracks, playlists };
}

/** Reads the order of a playlist, including tracks that can't be played. */
export async function readOrder(client: ServiceClient, playlist: string, call: MethodOptions): Promise<string[]> {
  const tracks: string[] = [];
  const options = { ...call, access: ["playable", "preview", "blocked"] as const };
  for await (const track of client.playlists.getTracks(playlist, PAGE, 0, options)) tracks.push(track.urn);
  return tracks;
}

/** Reads a playlist and its tracks. */
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

/**
 * The machine tags that are known to be set. Those of an interrupted write count if the visible tags show that the
 * service stored it.
 */
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

/** The machine tags among tags. */
export function machineTags(tags: Value | undefined): string[] {
  return Array.isArray(tags) ? tags.filter(isMachineTag) : [];
}
