/**
 * Playlists: adding, removing and moving single tracks.
 *
 * SoundCloud can only replace the whole list of tracks. So each edit reads the whole list, including blocked tracks,
 * writes the new one, and reads it back. SoundCloud doesn't detect concurrent edits: an edit that another writer has
 * overwritten is repeated, and fails with the difference if that happens again and again.
 *
 * @example Set-up of this module's examples: a sandbox replaces SoundCloud
 * ```ts
 * import { createSandbox } from "@tonearm/sandbox";
 *
 * using sandbox = createSandbox();
 * globalThis.fetch = sandbox.fetch;
 * const token = sandbox.issueTokens().access_token;
 * ```
 *
 * @module
 */
import { checkObject, integer, list } from "../checks.ts";
import { failure } from "../failure.ts";
import { ALL_ACCESS, UNSHARED } from "../options.ts";
import type { CallOptions, TokenSource } from "../session.ts";
import { send } from "../transport/send.ts";
import { path } from "../formats/path.ts";
import type { ServicePlaylist } from "../types/playlist.ts";
import type { ResourceId } from "../types/resource_id.ts";
import { toUrn } from "../formats/urn.ts";
import { update } from "./playlists_writes.ts";

/** Options of an edit. */
export interface EditOptions extends CallOptions {
  /** Edit even if SoundCloud returns fewer tracks than it counts; the hidden ones are lost. Default false. */
  force?: boolean | undefined;
}

/**
 * Adds tracks to the end of a playlist. Tracks that are already in it keep their positions.
 *
 * @param token Access token of the playlist's owner, or session.
 * @param playlist Playlist id: number, numeric string or URN.
 * @param tracks Track ids: a list, or any iterable.
 * @param options Call options; also `force`.
 * @returns The playlist as it is now.
 * @throws {TypeError} When an id is invalid.
 * @throws {RangeError} When the playlist would have more than 500 tracks.
 * @throws {ServiceError} `hidden_tracks` when SoundCloud doesn't return all tracks; `not_written` when other
 * writers overwrite the edit each time: the message names what is missing; or when SoundCloud refuses.
 * @example
 * ```ts ignore
 * const { urn } = await createPlaylist(token, { title: "Night" });
 * (await addPlaylistTracks(token, urn, [1198, 1199])).track_count; // 2
 * ```
 */
export async function addTracks(
  token: TokenSource,
  playlist: ResourceId,
  tracks: Iterable<ResourceId>,
  options?: EditOptions,
): Promise<ServicePlaylist> {
  const added = list("the tracks", tracks, trackUrn);
  return await edit(
    token,
    playlist,
    (urns) => [...urns, ...new Set(added.filter((urn) => !urns.includes(urn)))],
    options,
  );
}

/**
 * Removes tracks from a playlist, at every position.
 *
 * @param token Access token of the playlist's owner, or session.
 * @param playlist Playlist id: number, numeric string or URN.
 * @param tracks Track ids: a list, or any iterable. A track that isn't in the playlist is ignored.
 * @param options Call options; also `force`.
 * @returns The playlist as it is now.
 * @throws {TypeError} When an id is invalid.
 * @throws {ServiceError} As {@linkcode addTracks}.
 * @example
 * ```ts ignore
 * const tracks = [{ urn: "soundcloud:tracks:1198" }, { urn: "soundcloud:tracks:1199" }];
 * const { urn } = await createPlaylist(token, { title: "Night", tracks });
 * (await removePlaylistTracks(token, urn, [1198])).track_count; // 1
 * ```
 */
export async function removeTracks(
  token: TokenSource,
  playlist: ResourceId,
  tracks: Iterable<ResourceId>,
  options?: EditOptions,
): Promise<ServicePlaylist> {
  const gone = list("the tracks", tracks, trackUrn);
  return await edit(token, playlist, (urns) => urns.filter((urn) => !gone.includes(urn)), options);
}

/**
 * Moves a track to another position in a playlist.
 *
 * @param token Access token of the playlist's owner, or session.
 * @param playlist Playlist id: number, numeric string or URN.
 * @param track Track id.
 * @param position Its new position, from 0.
 * @param options Call options; also `force`.
 * @returns The playlist as it is now.
 * @throws {TypeError} When an id is invalid.
 * @throws {RangeError} When the track isn't in the playlist, or the playlist has no such position.
 * @throws {ServiceError} As {@linkcode addTracks}.
 * @example
 * ```ts ignore
 * const tracks = [{ urn: "soundcloud:tracks:1198" }, { urn: "soundcloud:tracks:1199" }];
 * const { urn } = await createPlaylist(token, { title: "Night", tracks });
 * (await movePlaylistTrack(token, urn, 1199, 0)).tracks?.map(({ id }) => id); // [1199, 1198]
 * ```
 */
export async function moveTrack(
  token: TokenSource,
  playlist: ResourceId,
  track: ResourceId,
  position: number,
  options?: EditOptions,
): Promise<ServicePlaylist> {
  const urn = trackUrn(track);
  integer("the position", position, 0);
  return await edit(token, playlist, (urns) => {
    integer("the position", position, 0, urns.length - 1);
    if (!urns.includes(urn)) throw new RangeError("Cannot move the track: it is not in the playlist");
    urns.splice(position, 0, ...urns.splice(urns.indexOf(urn), 1));
    return urns;
  }, options);
}

/** How many times an edit is written before it gives up against other writers. */
const TRIES = 5;

async function edit(
  token: TokenSource,
  playlist: ResourceId,
  change: (urns: string[]) => string[],
  options: EditOptions = {},
): Promise<ServicePlaylist> {
  checkObject("the options", options);
  for (let tries = 1;; tries++) {
    const before = await read(token, playlist, options);
    const urns = urnsOf(before);
    if (urns.length < before.track_count && !options.force) {
      throw failure(
        "hidden_tracks",
        `Cannot edit the playlist: only ${urns.length} of its ${before.track_count} tracks are visible; force removes the others`,
      );
    }
    const wanted = change([...urns]);
    if (wanted.join() === urns.join()) return before;
    await update(token, playlist, { tracks: wanted.map((urn) => ({ urn })) }, options);
    const after = await read(token, playlist, options);
    const stored = urnsOf(after);
    // Another writer may have come between, and its list may hold this edit.
    if (stored.join() === wanted.join() || isDone(change, stored)) return after;
    if (tries === TRIES) throw failure("not_written", describeLoss(wanted, stored));
  }
}

function isDone(change: (urns: string[]) => string[], stored: readonly string[]): boolean {
  try {
    return change([...stored]).join() === stored.join();
  } catch {
    return false;
  }
}

function describeLoss(wanted: readonly string[], stored: readonly string[]): string {
  const lost = wanted.filter((urn) => !stored.includes(urn)).join(", ");
  const added = stored.filter((urn) => !wanted.includes(urn)).join(", ");
  const differences = [lost && `it lacks ${lost}`, added && `it has ${added}`].filter(Boolean).join("; ");
  return `Cannot edit the playlist: another program writes it at the same time, and ${
    differences || "its order differs"
  }`;
}

/** Reads all tracks: those that `access` leaves out would be deleted when the list is written. */
function read(token: TokenSource, playlist: ResourceId, options: CallOptions): Promise<ServicePlaylist> {
  const query = { access: ALL_ACCESS, show_tracks: true };
  return send(
    token,
    { method: "GET", path: path`/playlists/${playlist}`, query, expects: "object", ...UNSHARED },
    options,
  );
}

/** Throws if the list can't be read, so that it's never overwritten. */
function urnsOf(playlist: ServicePlaylist): string[] {
  try {
    return playlist.tracks!.map(({ urn, id }) => trackUrn(urn ?? id));
  } catch {
    throw failure("invalid_body", "Cannot read the playlist's tracks");
  }
}

function trackUrn(id: ResourceId): string {
  return toUrn("tracks", id);
}
