import { join } from "node:path";
import { type CreatePlaylistParams, type ServiceClient, ServiceError } from "@tonearm/client";
import { Failure } from "../errors.ts";
import { readPicture } from "../upload/picture.ts";
import { type FileState, hashFile } from "../upload/journal.ts";
import { completeEntry } from "../upload/sound_tags.ts";
import { checkFile, type Uploader, uploadOnce } from "../upload/uploading.ts";
import { findChange, type Sides } from "./deletions.ts";
import { written } from "./describe.ts";
import { type Fields, isSame, playlistFields, STOREFRONT_FIELDS, toParams, trackFields } from "../fields/fields.ts";
import type { Folder } from "./folder.ts";
import { CatalogueLock } from "./lock_file.ts";
import { machineTags, readOrder, readPlaylist } from "./remote.ts";
import { urnsByFile } from "./settle.ts";
import { remember } from "./three_way.ts";
import type { Action, Changes } from "./types.ts";

type Of<Kind extends Action["kind"]> = Extract<Action, { readonly kind: Kind }>;

/** The result of an action. */
export interface Done {
  /** The completed action; `already-there` if an earlier run completed it. */
  readonly action: Action["kind"] | "already-there";
  /** The URN. */
  readonly id: string;
  /** The title. */
  readonly name: string;
}

export class Applier {
  readonly #client: ServiceClient;
  readonly #folder: Folder;
  readonly #lock: CatalogueLock;
  readonly #uploader: Uploader;
  readonly #urns: Map<string, string>;

  constructor(folder: Folder, account: string, uploader: Uploader) {
    this.#folder = folder;
    this.#uploader = uploader;
    this.#client = uploader.client;
    this.#lock = folder.lock ?? new CatalogueLock(folder.path, account);
    this.#urns = urnsByFile(folder.local);
  }

  async apply(action: Action): Promise<Done> {
    if (action.kind === "upload") return await this.#upload(action);
    if (action.kind === "update-track") return await this.#updateTrack(action);
    if (action.kind === "create-playlist") return await this.#createPlaylist(action);
    if (action.kind === "update-playlist") return await this.#updatePlaylist(action);
    if (action.kind === "set-storefront") return await this.#setStorefront(action);
    return await this.#remove(action);
  }

  /** Writes the current state. After an interruption, the next plan detects what wasn't written. */
  async save(): Promise<void> {
    // Files are written before the lock: an item in the lock without a file would count as removed by the user.
    await this.#folder.tracks.save();
    await this.#folder.playlists.save();
    await this.#lock.save();
  }

  get #call(): { readonly signal: AbortSignal } {
    return { signal: this.#uploader.signal };
  }

  async #upload({ kind, name, file, row }: Of<"upload">): Promise<Done> {
    // Another run may have uploaded it since the plan, and the user may have moved the row.
    const now = this.#folder.tracks.rows.find(({ where }) => where === row.where);
    if (now?.file !== file) throw changedMeanwhile(row.where, "file");
    if (now.urn !== undefined) return { action: "already-there", id: now.urn, name };
    const { title: _, ...fields } = toParams(row.fields);
    const entry = { file: join(this.#folder.path, file), title: name, fields };
    const key = await this.#keyOf(await checkFile(entry));
    const { cover } = row.artwork === undefined ? await completeEntry(entry) : {};
    const { track: { urn }, isNew } = await uploadOnce(this.#uploader, { ...entry, ...(cover ? { cover } : {}) }, key);
    this.#urns.set(file, urn);
    const track = await this.#client.tracks.getTrack(urn, this.#call);
    const shown = trackFields(track, machineTags(row.fields.tags));
    // An earlier run uploaded it: what the row has by now is a change of the folder.
    const seen = isNew ? remember(undefined, row.fields, shown) : { fields: shown };
    await this.#lock.record("tracks", urn, { ...seen, protect: row.protect });
    this.#folder.tracks.complete(row.where, urn, shown);
    await this.#folder.tracks.save();
    if (row.artwork !== undefined) await this.#sendArtwork(urn, row.artwork, {});
    return { action: isNew ? kind : "already-there", id: urn, name };
  }

  /** A sound whose track has a row already is uploaded once more for another row. */
  async #keyOf(sound: FileState): Promise<string> {
    const { journal } = this.#uploader;
    const key = await journal.keyOf(sound);
    const progress = journal.progressOf(key);
    const hasRow = progress.state === "done" && this.#folder.tracks.rows.some(({ urn }) => urn === progress.urn);
    return hasRow ? await this.#keyOf(sound) : key;
  }

  async #updateTrack({ kind, urn, name, changes, artwork }: Of<"update-track">): Promise<Done> {
    const now = await this.#client.tracks.getTrack(urn, this.#call);
    this.#refuseLater(urn, changes, trackFields(now, machineTags(this.#lock.tracks.get(urn)?.fields.tags)));
    await this.#sendArtwork(urn, artwork, written(changes));
    return { action: kind, id: urn, name };
  }

  async #sendArtwork(urn: string, artwork: string | undefined, fields: Fields): Promise<void> {
    const path = artwork === undefined ? undefined : join(this.#folder.path, artwork);
    const picture = path === undefined ? {} : { artwork_data: await readPicture(path) };
    await this.#lock.steps.append({ intent: { urn, fields } });
    const reply = await this.#client.tracks.update(urn, { ...toParams(fields), ...picture }, this.#call);
    const seen = this.#lock.tracks.get(urn);
    await this.#lock.record("tracks", urn, {
      ...seen,
      ...remember(seen, fields, trackFields(reply, machineTags(fields.tags))),
      artwork: path === undefined ? seen?.artwork : await hashFile(path),
    });
  }

  async #createPlaylist({ kind, name, playlist, found }: Of<"create-playlist">): Promise<Done> {
    const { where, artwork, fields } = playlist;
    // Another run may have changed SoundCloud since the plan.
    const made = this.#folder.local.playlists.find((one) => one.where === where)?.urn;
    if (made !== undefined) return { action: "already-there", id: made, name };
    const tracks = (playlist.tracks ?? []).map((track) => this.#urnOf(track));
    const picture = artwork === undefined ? {} : { artwork_data: await readPicture(join(this.#folder.path, artwork)) };
    if (found === undefined) {
      this.#lock.creating.set(where, { file: where, title: name, since: this.#uploader.now() });
      await this.save();
    }
    const sharing = { sharing: "private", ...fields };
    const params = { title: name, ...toParams(sharing), tracks: tracks.map((urn) => ({ urn })), ...picture };
    const reply = found === undefined
      ? await this.#client.playlists.create(params as CreatePlaylistParams, this.#call)
      : await this.#client.playlists.getPlaylist(found, { ...this.#call, showTracks: false });
    const seen = await readPlaylist(this.#client, reply, undefined, this.#uploader.signal);
    const shown = playlistFields(reply, machineTags(fields.tags));
    const state = found === undefined ? remember(undefined, sharing, shown) : { fields: shown };
    await this.#lock.record("playlists", reply.urn, { ...state, tracks: seen.tracks, protect: playlist.protect });
    this.#lock.creating.delete(where);
    this.#folder.playlists.set(where, {}, reply.urn);
    return { action: found === undefined ? kind : "already-there", id: reply.urn, name };
  }

  async #updatePlaylist({ kind, urn, name, changes, tracks }: Of<"update-playlist">): Promise<Done> {
    const before = this.#lock.playlists.get(urn);
    const now = await this.#client.playlists.getPlaylist(urn, { ...this.#call, showTracks: false });
    this.#refuseLater(urn, changes, playlistFields(now, machineTags(before?.fields.tags)));
    if (tracks) await this.#refuseOtherOrder(urn, tracks.from);
    const fields = written(changes);
    const order = tracks ? { tracks: tracks.to.map((track) => ({ urn: this.#urnOf(track) })) } : {};
    const sent = order.tracks?.map((track) => track.urn);
    await this.#lock.steps.append({ intent: { urn, fields, tracks: sent } });
    const reply = await this.#client.playlists.update(urn, { ...toParams(fields), ...order }, this.#call);
    if (sent) await this.#refuseOtherOrder(urn, sent);
    const shown = playlistFields(reply, machineTags(fields.tags));
    const seen = { ...before, ...remember(before, fields, shown), tracks: sent ?? before?.tracks ?? [] };
    await this.#lock.record("playlists", urn, seen);
    return { action: kind, id: urn, name };
  }

  async #setStorefront({ kind, name, track, fields }: Of<"set-storefront">): Promise<Done> {
    const urn = this.#urnOf(track);
    const texts = Object.keys(STOREFRONT_FIELDS).flatMap((field) => {
      const value = fields[field];
      return typeof value === "string" && value !== "" ? [[field, value] as const] : [];
    });
    const { title = "", link = "", type = "other", ...rest } = Object.fromEntries(texts);
    await this.#client.tracks.updateStorefront(urn, { title, link, type: type as "other", ...rest }, this.#call);
    this.#lock.storefronts.set(urn, fields);
    return { action: kind, id: urn, name };
  }

  /** Deletes what this folder once pulled or made, if it is as the folder knew it. */
  async #remove({ kind, urn, name }: Of<"delete-track" | "delete-playlist">): Promise<Done> {
    const part = kind === "delete-track" ? "tracks" : "playlists";
    const seen = this.#lock[part].get(urn);
    try {
      const there = await this.#read(part, urn);
      if (!seen) throw new Failure("failed", `${urn} is not from this folder`, { code: "unknown_item" });
      const field = findChange(seen, there);
      if (field !== undefined) throw changedMeanwhile(urn, field);
      await this.#client[part].delete(urn, this.#call);
    } catch (error) {
      // What another run deleted is deleted.
      if (!ServiceError.is(error) || !error.isNotFound) throw error;
    }
    await this.#lock.record(part, urn, undefined);
    return { action: kind, id: urn, name };
  }

  async #read(part: "tracks" | "playlists", urn: string): Promise<Sides> {
    const hidden = machineTags(this.#lock[part].get(urn)?.fields.tags);
    if (part === "tracks") return { fields: trackFields(await this.#client.tracks.getTrack(urn, this.#call), hidden) };
    const playlist = await this.#client.playlists.getPlaylist(urn, { ...this.#call, showTracks: false });
    return { fields: playlistFields(playlist, hidden), tracks: await readOrder(this.#client, urn, this.#call) };
  }

  /** Another process may have changed SoundCloud between the plan and this step. */
  #refuseLater(urn: string, changes: Changes, now: Fields): void {
    const [field] = Object.entries(changes).find(([name, { from }]) => !isSame(from, now[name])) ?? [];
    if (field !== undefined) throw changedMeanwhile(urn, field);
  }

  /** Another program may have written the playlist since the plan, or at the same time. */
  async #refuseOtherOrder(urn: string, order: readonly string[]): Promise<void> {
    if (!isSame(order, await readOrder(this.#client, urn, this.#call))) throw changedMeanwhile(urn, "tracks");
  }

  #urnOf(track: string): string {
    const urn = track.startsWith("soundcloud:") ? track : this.#urns.get(track);
    if (urn !== undefined) return urn;
    throw new Failure("failed", `${track} has not been uploaded`, { code: "not_uploaded" });
  }
}

function changedMeanwhile(urn: string, field: string): Failure {
  const hint = "Nothing was overwritten. Run `tonearm pull`, then apply again.";
  return new Failure("failed", `${urn} was changed elsewhere since the plan: ${field}`, { code: "conflict", hint });
}
