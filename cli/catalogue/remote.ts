/**
 * An account's tracks and playlists on the service.
 *
 * @module
 */

import { type MethodOptions, parseTimestamp, type ServiceClient, type ServicePlaylist } from "@tonearm/client";
import { isMachineTag, playlistFields, trackFields, type Value } from "./fields.ts";
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
    const fields = trackFields(track, machineTags(lock?.tracks.get(track.urn)?.fields.tags));
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
    fields: playlistFields(playlist, machineTags(lock?.playlists.get(urn)?.fields.tags)),
    hidden: Math.max(0, track_count - tracks.length),
    created: parseTimestamp(created_at)?.getTime() ?? 0,
  };
}

/** The machine tags among tags. */
export function machineTags(tags: Value | undefined): string[] {
  return Array.isArray(tags) ? tags.filter(isMachineTag) : [];
}
