import { basename, extname, join } from "node:path";
import { usage } from "../errors.ts";
import { damageOf } from "../fields/cells.ts";
import { type DeletionLimit, findDeletions } from "./deletions.ts";
import { type Fields, isSame } from "../fields/fields.ts";
import type { Folder } from "./folder.ts";
import { urnsByFile } from "./settle.ts";
import { hashFile } from "../upload/journal.ts";
import { completeEntry } from "../upload/sound_tags.ts";
import { compare, differ, effective, NOTHING } from "./three_way.ts";
import type {
  Action,
  Changes,
  Conflict,
  Plan,
  PlaylistFile,
  RemoteCatalogue,
  RemotePlaylist,
  TrackRow,
} from "./types.ts";

export interface PlanOptions {
  readonly prune: boolean;
  readonly maxDelete: DeletionLimit | undefined;
  /** The current time, in milliseconds since 1970, for rows with `publish_at`. */
  readonly now: number;
  /** Whether a sound was uploaded from this machine before, whatever became of it. */
  isKnown(file: string): Promise<boolean>;
}

/** The clocks of this machine and of SoundCloud may differ by so much. */
const SKEW_MS = 120_000;

export class Planner {
  readonly #folder: Folder;
  readonly #remote: RemoteCatalogue;
  readonly #now: number;
  readonly #options: PlanOptions;
  readonly #actions: Action[] = [];
  readonly #conflicts: Conflict[] = [];
  readonly #notes: string[] = [];
  readonly #urns: ReadonlyMap<string, string>;
  readonly #newTitles: ReadonlySet<unknown>;

  constructor(folder: Folder, remote: RemoteCatalogue, options: PlanOptions) {
    this.#folder = folder;
    this.#remote = remote;
    this.#options = options;
    this.#now = options.now;
    this.#urns = urnsByFile(folder.local);
    this.#newTitles = new Set([...this.#unseen(remote.tracks, "tracks")].map(({ fields }) => fields.title));
  }

  /** Uploads come first, because playlists refer to them; deletions come last. */
  async plan(): Promise<Plan> {
    const { tracks, playlists, storefronts } = this.#folder.local;
    for (const row of tracks) if (row.urn === undefined) await this.#upload(row);
    for (const row of tracks) if (row.urn !== undefined) await this.#updateTrack(row, row.urn);
    for (const playlist of playlists) this.#playlist(playlist);
    for (const { track, fields } of storefronts) this.#storefront(track, fields);
    const { prune, maxDelete } = this.#options;
    const gone = findDeletions(this.#folder, this.#remote, prune, maxDelete, this.#actions);
    const touched = new Set(
      [...this.#actions, ...this.#conflicts].map((one) => "urn" in one ? one.urn : "id" in one && one.id),
    );
    const kept = [...tracks, ...playlists].filter(({ urn }) => urn !== undefined && !touched.has(urn));
    return {
      unchanged: kept.length,
      actions: [...this.#actions, ...gone.actions],
      conflicts: [...this.#conflicts, ...gone.conflicts],
      notes: [...this.#notes, ...gone.notes],
    };
  }

  async #upload(row: TrackRow): Promise<void> {
    const { file = "" } = row;
    checkDamage(row.where, newFields(row.fields));
    const { title, fields: { isrc } } = await completeEntry({ file: join(this.#folder.path, file), fields: {} });
    const name = String(row.fields.title ?? title ?? basename(file, extname(file)));
    const tagged = isrc === undefined ? {} : { isrc };
    const fields = effective({ ...row, fields: { sharing: "private", ...tagged, ...row.fields } }, this.#now);
    if (this.#newTitles.has(name) && !await this.#options.isKnown(join(this.#folder.path, file))) {
      const reason = "SoundCloud has a track with this title that the folder lacks: pull first, or rename one";
      this.#conflicts.push({ ...NOTHING, id: file, name, field: "(all)", reason });
      return;
    }
    this.#actions.push({ kind: "upload", name, file, row: { ...row, fields }, publishAt: pending(row, this.#now) });
  }

  async #updateTrack(row: TrackRow, urn: string): Promise<void> {
    const remote = this.#remote.tracks.get(urn);
    const seen = this.#folder.lock?.tracks.get(urn);
    const name = String(row.fields.title ?? seen?.fields.title ?? urn);
    if (!remote) return this.#missing(urn, name);
    const { changes, conflicts } = differ(seen, effective(row, this.#now), remote.fields);
    checkDamage(row.where, changes);
    this.#conflicts.push(...conflicts.map((conflict) => ({ id: urn, name, ...conflict })));
    for (const field of ["bpm", "key"]) {
      if (!changes[field]) continue;
      this.#notes.push(`${row.where}: ${field} is measured by SoundCloud and stays as it is`);
      delete changes[field];
    }
    const artwork = await this.#newArtwork(row, seen?.artwork);
    if (Object.keys(changes).length === 0 && artwork === undefined) return;
    const publishAt = changes.sharing ? pending(row, this.#now) : undefined;
    this.#actions.push({ kind: "update-track", name, urn, changes, artwork, publishAt });
  }

  async #newArtwork({ artwork }: TrackRow, sent: string | undefined): Promise<string | undefined> {
    if (artwork === undefined) return undefined;
    return await hashFile(join(this.#folder.path, artwork)) === sent ? undefined : artwork;
  }

  #playlist(playlist: PlaylistFile): void {
    const name = String(playlist.fields.title ?? playlist.urn);
    if (playlist.urn === undefined) return this.#createPlaylist(playlist, name);
    const remote = this.#remote.playlists.get(playlist.urn);
    if (!remote) return this.#missing(playlist.urn, name);
    const seen = this.#folder.lock?.playlists.get(playlist.urn);
    const { changes, conflicts } = differ(seen, playlist.fields, remote.fields);
    checkDamage(playlist.where, changes);
    this.#conflicts.push(...conflicts.map((conflict) => ({ id: remote.urn, name, ...conflict })));
    const tracks = this.#newTracks(playlist, remote, seen?.tracks, name);
    if (Object.keys(changes).length === 0 && !tracks) return;
    this.#actions.push({ kind: "update-playlist", name, urn: remote.urn, changes, tracks });
  }

  #newTracks(
    playlist: PlaylistFile,
    remote: RemotePlaylist,
    base: readonly string[] | undefined,
    name: string,
  ): { from: readonly string[]; to: readonly string[] } | undefined {
    if (!playlist.tracks) return undefined;
    const to = playlist.tracks.map((track) => this.#resolve(track));
    const status = compare(base, to, remote.tracks);
    if (status === "conflict") {
      this.#conflicts.push({ id: remote.urn, name, field: "tracks", base, local: to, remote: remote.tracks });
    }
    if (status !== "local") return undefined;
    if (remote.hidden === 0) return { from: remote.tracks, to };
    const reason = `SoundCloud hides ${remote.hidden} of its tracks, which a new order would remove`;
    this.#conflicts.push({ id: remote.urn, name, field: "tracks", base, local: to, remote: remote.tracks, reason });
    return undefined;
  }

  #resolve(track: string): string {
    return this.#urns.get(track) ?? track;
  }

  /** A creation whose response was lost is found by its title and time. */
  #createPlaylist(playlist: PlaylistFile, name: string): void {
    const begun = this.#folder.lock?.creating.get(playlist.where);
    const hasName = ({ fields }: RemotePlaylist) => fields.title === name;
    const same = [...this.#unseen(this.#remote.playlists, "playlists")].filter(hasName);
    const named = new Set(this.#folder.local.playlists.map(({ urn }) => urn));
    // The run that created it may have recorded it in the lock file, and not in its file yet.
    const found = begun && [...this.#remote.playlists.values()].filter(hasName)
      .find(({ urn, created }) => !named.has(urn) && created >= begun.since - SKEW_MS)?.urn;
    if (same.length > 0 && !found) {
      const reason = "SoundCloud has a playlist with this title that the folder lacks: pull first, or rename one";
      this.#conflicts.push({ ...NOTHING, id: playlist.where, name, field: "(all)", reason });
      return;
    }
    this.#actions.push({ kind: "create-playlist", name, playlist, found });
  }

  #storefront(track: string, fields: Fields): void {
    const urn = this.#resolve(track);
    if (isSame(this.#folder.lock?.storefronts.get(urn), fields)) return;
    this.#actions.push({ kind: "set-storefront", name: String(fields.title), track: urn, fields });
  }

  #missing(urn: string, name: string): void {
    const reason = "SoundCloud no longer has it: pull removes it here; to create it again, remove its urn";
    this.#conflicts.push({ ...NOTHING, id: urn, name, field: "(all)", reason });
  }

  /** Items of SoundCloud that neither the folder nor the last pull contains. */
  *#unseen<T extends { readonly urn: string }>(
    remote: ReadonlyMap<string, T>,
    part: "tracks" | "playlists",
  ): Generator<T> {
    const { lock, local } = this.#folder;
    const named = new Set(local[part].map(({ urn }) => urn));
    for (const [urn, item] of remote) if (!named.has(urn) && !lock?.[part].has(urn)) yield item;
  }
}

function newFields(fields: Fields): Changes {
  return Object.fromEntries(Object.entries(fields).map(([field, to]) => [field, { from: false, to }]));
}

/** Refuses to send what a program, not a person, did to text. */
function checkDamage(where: string, changes: Changes): void {
  for (const [field, { from, to }] of Object.entries(changes)) {
    const [before, after] = [from, to].map((value) => Array.isArray(value) ? value.join(", ") : value);
    const damage = typeof after === "string"
      ? damageOf(typeof before === "string" ? before : undefined, after)
      : undefined;
    if (damage === undefined) continue;
    const hint = "Restore the cell. If you mean it, change it with `tonearm track edit` or `tonearm playlist edit`.";
    throw usage(`${where}, ${field}: ${JSON.stringify(before)} became ${JSON.stringify(after)}: ${damage}`, hint);
  }
}

function pending({ publishAt }: TrackRow, now: number): number | undefined {
  return publishAt !== undefined && now < publishAt ? publishAt : undefined;
}
