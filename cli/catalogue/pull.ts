// Merges what SoundCloud has into the folder: changes there are written, changes in the folder stay, and changes on both
// sides are conflicts until the user chooses.
import type { Fields, Value } from "../fields/fields.ts";
import type { Choose } from "./conflicts_file.ts";
import type { Folder } from "./folder.ts";
import { CatalogueLock } from "./lock_file.ts";
import { settleFolder } from "./settle.ts";
import { type Base, compare, effective, type MergeStatus, NOTHING, WHOLE } from "./three_way.ts";
import type { Conflict, PlaylistFile, RemoteCatalogue, RemotePlaylist, RemoteTrack, TrackRow } from "./types.ts";

/** The result of a pull. */
export interface PullReport {
  /** Tracks and playlists that are new in the folder. */
  readonly added: number;
  /** Those in which something changed. */
  readonly updated: number;
  /** Items that SoundCloud no longer has. */
  readonly removed: number;
  /** The conflicts; nothing was overwritten. */
  readonly conflicts: readonly Conflict[];
}

export async function pullInto(
  folder: Folder,
  remote: RemoteCatalogue,
  account: string,
  { choose, now }: { readonly choose: Choose; readonly now: number },
): Promise<PullReport> {
  settleFolder(folder, remote, now);
  const pull = new Pull(folder, remote, account, choose, now);
  pull.tracks();
  await pull.playlists();
  // Files are written before the lock: an item in the lock without a file would count as removed by the user.
  await folder.tracks.save();
  await folder.playlists.save();
  await pull.lock.save();
  return pull.report;
}

class Pull {
  readonly lock: CatalogueLock;
  readonly report: { added: number; updated: number; removed: number; conflicts: Conflict[] } = {
    added: 0,
    updated: 0,
    removed: 0,
    conflicts: [],
  };
  readonly #folder: Folder;
  readonly #remote: RemoteCatalogue;
  readonly #choose: Choose;
  readonly #now: number;

  constructor(folder: Folder, remote: RemoteCatalogue, account: string, choose: Choose, now: number) {
    this.lock = folder.lock ?? new CatalogueLock(folder.path, account);
    this.#folder = folder;
    this.#remote = remote;
    this.#choose = choose;
    this.#now = now;
  }

  tracks(): void {
    const { tracks } = this.#folder;
    const gone = new Set<string>();
    const rows = [...tracks.rows];
    for (const [index, row] of rows.entries()) {
      if (row.urn === undefined) continue;
      const remote = this.#remote.tracks.get(row.urn);
      if (remote) this.#track(index, row, remote);
      else if (this.#isGone(row.urn, row.fields, this.lock.tracks.get(row.urn))) gone.add(row.urn);
    }
    tracks.remove(gone);
    for (const urn of gone) this.lock.tracks.delete(urn);
    this.report.removed += gone.size;
    const named = new Set(rows.map(({ urn }) => urn));
    const fresh = [...this.#remote.tracks.values()].filter(({ urn }) => this.#isFresh(urn, named, this.lock.tracks));
    for (const { urn, fields } of fresh.toSorted(byNumber)) {
      tracks.add(urn, fields);
      this.lock.tracks.set(urn, { fields });
      this.report.added++;
    }
  }

  async playlists(): Promise<void> {
    const { playlists } = this.#folder;
    const titles = new Map([...this.#remote.tracks.values()].map(({ urn, fields }) => [urn, String(fields.title)]));
    const files = playlists.playlists;
    for (const file of files) await this.#playlist(file, titles);
    const named = new Set(files.map(({ urn }) => urn));
    const fresh = [...this.#remote.playlists.values()]
      .filter(({ urn }) => this.#isFresh(urn, named, this.lock.playlists));
    for (const { urn, fields, tracks } of fresh.toSorted(byNumber)) {
      playlists.setTracks(playlists.add(urn, fields), tracks, titles);
      this.lock.playlists.set(urn, { fields, tracks });
      this.report.added++;
    }
  }

  /** New on SoundCloud, lost with the sheet, or removed here while SoundCloud is preferred. */
  #isFresh(urn: string, named: ReadonlySet<string | undefined>, seen: ReadonlyMap<string, unknown>): boolean {
    if (named.has(urn)) return false;
    const isLost = seen === this.lock.tracks && this.#folder.tracks.flaw !== undefined;
    return !seen.has(urn) || isLost || this.#choose(urn, WHOLE, undefined) === "remote";
  }

  #track(index: number, row: TrackRow, remote: RemoteTrack): void {
    const seen = this.lock.tracks.get(remote.urn);
    const { taken, base, written } = this.#merge(remote.urn, seen, effective(row, this.#now), remote.fields);
    if (Object.keys(taken).length > 0) this.#folder.tracks.set(index, taken);
    if (Object.keys(taken).length > 0) this.report.updated++;
    this.lock.tracks.set(remote.urn, { ...seen, fields: base, written });
  }

  async #playlist(file: PlaylistFile, titles: ReadonlyMap<string, string>): Promise<void> {
    if (file.urn === undefined) return;
    const { urn } = file;
    const { playlists } = this.#folder;
    const remote = this.#remote.playlists.get(urn);
    const seen = this.lock.playlists.get(urn);
    if (!remote) {
      if (!this.#isGone(urn, file.fields, seen)) return;
      await playlists.remove(file.where);
      this.lock.playlists.delete(urn);
      this.report.removed++;
      return;
    }
    const { taken, base, written } = this.#merge(urn, seen, file.fields, remote.fields);
    const order = this.#mergeTracks(file, seen?.tracks, remote);
    playlists.set(file.where, taken);
    if (order.taken) playlists.setTracks(file.where, order.taken, titles);
    if (order.taken || Object.keys(taken).length > 0) this.report.updated++;
    this.lock.playlists.set(urn, { fields: base, written, tracks: order.base });
  }

  #mergeTracks(
    { urn = "", tracks: local, fields }: PlaylistFile,
    base: readonly string[] | undefined,
    { tracks: remote }: RemotePlaylist,
  ): { readonly taken: readonly string[] | undefined; readonly base: readonly string[] } {
    if (!local) return { taken: undefined, base: remote };
    const status = this.#decide(compare(base, local, remote), urn, "tracks", remote);
    if (status === "conflict") {
      this.#conflict(urn, String(fields.title ?? urn), { field: "tracks", base, local, remote });
      return { taken: undefined, base: base ?? [] };
    }
    return { taken: status === "remote" ? remote : undefined, base: remote };
  }

  #merge(id: string, seen: Base | undefined, local: Fields, remote: Fields) {
    const taken: Record<string, Value> = {};
    let base: Fields = remote;
    for (const [field, value] of Object.entries(remote)) {
      const here = local[field];
      if (here === undefined) continue;
      const before = seen?.fields[field];
      const status = this.#decide(compare(before, here, value, seen?.written?.[field]), id, field, value);
      if (status === "remote") taken[field] = value;
      if (status !== "conflict") continue;
      this.#conflict(id, String(remote.title), { field, base: before, local: here, remote: value });
      const { [field]: _, ...rest } = base;
      base = before === undefined ? rest : { ...base, [field]: before };
    }
    const kept = Object.entries(seen?.written ?? {}).filter(([field]) => taken[field] === undefined);
    return { taken, base, written: kept.length > 0 ? Object.fromEntries(kept) : undefined };
  }

  #decide(status: MergeStatus, id: string, field: string, remote: Value): MergeStatus {
    return status === "conflict" ? this.#choose(id, field, remote) ?? status : status;
  }

  #isGone(urn: string, local: Fields, seen: Base | undefined): boolean {
    const isTouched = !seen ||
      Object.entries(local).some(([field, value]) => compare(seen.fields[field], value, seen.fields[field]) !== "same");
    if (!isTouched || this.#choose(urn, WHOLE, undefined) === "remote") return true;
    this.#conflict(urn, String(local.title ?? urn), { ...NOTHING, field: WHOLE, reason: GONE });
    return false;
  }

  #conflict(id: string, name: string, conflict: Omit<Conflict, "id" | "name">): void {
    this.report.conflicts.push({ id, name, ...conflict });
  }
}

const GONE = "SoundCloud no longer has it, but the folder changed it: remote removes it; to create it, remove its urn";

function byNumber(one: { readonly urn: string }, other: { readonly urn: string }): number {
  return one.urn.localeCompare(other.urn, "en", { numeric: true });
}
