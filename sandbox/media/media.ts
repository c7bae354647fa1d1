// The sound of a world's tracks: generated for the catalogue, or uploaded.
import { catalogueSound, catalogueWaveform } from "../audio/catalogue.ts";
import { type Content, memoryContent } from "../base/content.ts";
import { type FileStore, host } from "../base/host.ts";
import type { Encoding } from "../audio/encoding.ts";
import type { AudioFormat, Sound } from "../audio/recognise.ts";
import type { Quality, Rendition, StreamPlan } from "../audio/rendition.ts";
import { canRender, measureWaveform, planSound, renderSound } from "../audio/sound.ts";
import type { Waveform } from "../audio/waveform.ts";
import { type Asset, fileAssets, findSound, type NewAsset, soundIds } from "../store/assets.ts";
import type { Database } from "../store/database.ts";
import type { TrackRow } from "../store/rows.ts";
import { Spool, type Spooled } from "./spool.ts";

export type Audible = Pick<TrackRow, "id" | "duration">;

interface KeptRendition {
  readonly rendition: Rendition | Encoding;
  readonly spool?: Spool;
}

const RENDITIONS_KEPT = 16;
const WAVEFORMS_KEPT = 64;

export class Media {
  readonly files: FileStore;
  readonly #db: Database;
  readonly #renditions = new Map<string, Promise<KeptRendition>>();
  readonly #waveforms = new Map<number, Promise<Waveform>>();
  readonly #held = new Set<readonly string[]>();

  constructor(db: Database, databasePath?: string) {
    this.#db = db;
    this.files = host().files(databasePath);
  }

  async rendition(track: Audible, quality: Quality): Promise<Rendition> {
    const asset = this.#soundOf(track);
    if (asset === undefined) return catalogueSound(track.id, track.duration, quality);
    const key = `${asset.id} ${quality}`;
    const kept = this.#renditions.get(key) ?? this.#render(asset, quality);
    this.#renditions.delete(key);
    this.#renditions.set(key, kept);
    kept.catch(() => this.#renditions.delete(key));
    for (const oldest of [...this.#renditions.keys()].slice(0, -RENDITIONS_KEPT)) this.#forget(oldest);
    return (await kept).rendition;
  }

  async plan(track: Audible, quality: Quality): Promise<StreamPlan> {
    const asset = this.#soundOf(track);
    return asset ? await planSound(this.#read(asset), quality) : await this.rendition(track, quality);
  }

  async #render(asset: Asset, quality: Quality): Promise<KeptRendition> {
    let spool: Spool | undefined;
    const rendition = await renderSound(this.#read(asset), quality, () => spool = new Spool(this.files));
    return spool ? { rendition, spool } : { rendition };
  }

  #forget(key: string): void {
    const kept = this.#renditions.get(key);
    this.#renditions.delete(key);
    kept?.then(discard, () => {});
  }

  async has(track: Audible, quality: Quality): Promise<boolean> {
    const asset = this.#soundOf(track);
    return asset === undefined || await canRender(this.#read(asset), quality);
  }

  waveform(track: Audible): Promise<Waveform> {
    const asset = this.#soundOf(track);
    if (asset === undefined) return Promise.resolve(catalogueWaveform(track.id, track.duration));
    const waveform = this.#waveforms.get(asset.id) ?? measureWaveform(this.#read(asset));
    this.#waveforms.set(asset.id, waveform);
    waveform.catch(() => this.#waveforms.delete(asset.id));
    for (const oldest of [...this.#waveforms.keys()].slice(0, -WAVEFORMS_KEPT)) this.#waveforms.delete(oldest);
    return waveform;
  }

  original(track: Audible): Sound | undefined {
    const asset = this.#soundOf(track);
    return asset && this.#read(asset);
  }

  /** Undefined also if its file is missing, so that the catalogue's music replaces it. */
  #soundOf(track: Audible): Asset | undefined {
    const asset = findSound(this.#db, track.id);
    return asset?.file && !this.files.has(asset.file) ? undefined : asset;
  }

  #read(asset: Asset): Sound {
    return { content: this.contentOf(asset), format: asset.format as AudioFormat, durationMs: asset.duration };
  }

  contentOf({ bytes, file, size }: Asset): Content {
    return bytes ? memoryContent(bytes) : this.files.content(file ?? "", size);
  }

  /** Returns the row for received bytes. Call it in the transaction that stores the row. */
  keep({ file, bytes, size }: Spooled, facts: Pick<NewAsset, "format" | "duration">): NewAsset {
    return { ...facts, size, bytes: bytes ?? null, file: file === undefined ? null : this.files.keep(file) };
  }

  /** Keeps files, even without rows, until they are released. */
  hold(names: readonly string[]): () => void {
    const held = [...names];
    this.#held.add(held);
    return () => void this.#held.delete(held);
  }

  sweep(): void {
    const ids = soundIds(this.#db);
    for (const key of this.#renditions.keys()) if (!ids.has(Number.parseInt(key))) this.#forget(key);
    this.#db.transaction(() => this.files.sweep(this.#wanted()));
  }

  #wanted(): ReadonlySet<string> {
    return new Set([...fileAssets(this.#db).map(({ file }) => file), ...[...this.#held].flat()]);
  }

  reset(): void {
    this.#forgetAll();
    this.sweep();
  }

  close(): void {
    this.#forgetAll();
    this.files.close();
  }

  #forgetAll(): void {
    for (const key of this.#renditions.keys()) this.#forget(key);
    this.#waveforms.clear();
  }
}

async function discard({ rendition, spool }: KeptRendition): Promise<void> {
  if ("stop" in rendition) rendition.stop();
  await spool?.discard();
}
