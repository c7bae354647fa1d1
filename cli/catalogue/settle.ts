// Moves the base of comparisons: to what both sides agree on, and to what an interrupted run is known to have written.
import { isSame } from "../fields/fields.ts";
import type { Folder } from "./folder.ts";
import { effective, settle } from "./three_way.ts";
import type { LocalCatalogue, RemoteCatalogue } from "./types.ts";

/** Settles all items in memory. Returns whether the lock has changed. */
export function settleFolder(folder: Pick<Folder, "lock" | "local">, remote: RemoteCatalogue, now: number): boolean {
  const { lock, local } = folder;
  if (!lock) return false;
  let isChanged = lock.steps.hasIntents;
  for (const row of local.tracks) {
    const [seen, there] = [lock.tracks.get(row.urn ?? ""), remote.tracks.get(row.urn ?? "")];
    if (!seen || !there) continue;
    const next = settle(seen, effective(row, now), there.fields, lock.steps.intentOf(there.urn)?.fields);
    if (!next && seen.protect === row.protect) continue;
    lock.tracks.set(there.urn, { ...seen, ...next, protect: row.protect });
    isChanged = true;
  }
  const urns = urnsByFile(local);
  for (const file of local.playlists) {
    const [seen, there] = [lock.playlists.get(file.urn ?? ""), remote.playlists.get(file.urn ?? "")];
    if (!seen || !there) continue;
    const intent = lock.steps.intentOf(there.urn);
    const next = settle(seen, file.fields, there.fields, intent?.fields);
    const order = file.tracks?.map((track) => urns.get(track) ?? track);
    const agrees = isSame(there.tracks, order) || isSame(there.tracks, intent?.tracks);
    const tracks = agrees ? there.tracks : seen.tracks;
    if (!next && isSame(tracks, seen.tracks) && seen.protect === file.protect) continue;
    lock.playlists.set(there.urn, { ...seen, ...next, tracks, protect: file.protect });
    isChanged = true;
  }
  return isChanged;
}

export function urnsByFile({ tracks }: LocalCatalogue): Map<string, string> {
  const uploaded = tracks.filter(({ urn, file }) => urn !== undefined && file !== undefined);
  return new Map(uploaded.map(({ urn = "", file = "" }) => [file, urn]));
}
