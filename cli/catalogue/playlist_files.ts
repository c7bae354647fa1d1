import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { Document, isMap, Scalar, YAMLSeq } from "yaml";
import { absent, usage } from "../errors.ts";
import { encodeFile, readTextFile, type TextFile } from "../fields/text_file.ts";
import { readSwitch, readText } from "../fields/values.ts";
import { checkNames, readFields, withoutRepeats } from "../fields/check.ts";
import { type Fields, PLAYLIST_FIELDS } from "../fields/fields.ts";
import { parseYaml } from "../fields/sheet.ts";
import type { PlaylistFile } from "./types.ts";
import { replaceInFolder } from "./work_folder.ts";

const FOLDER = "playlists";
const KEYS: readonly string[] = ["urn", ...Object.keys(PLAYLIST_FIELDS), "artwork", "tracks", "protect"];
const URN = /^soundcloud:playlists:\d+$/;

export class PlaylistFiles {
  readonly #folder: string;
  readonly #documents = new Map<string, Document>();
  readonly #files = new Map<string, TextFile>();

  private constructor(folder: string) {
    this.#folder = folder;
  }

  static async read(folder: string, encoding?: string): Promise<PlaylistFiles> {
    const files = new PlaylistFiles(folder);
    const names = await readdir(join(folder, FOLDER)).catch((error) => absent(error, FOLDER, "usage") ?? []);
    for (const name of names.filter((one) => /\.ya?ml$/i.test(one)).toSorted()) {
      const where = `${FOLDER}/${name}`;
      const file = await readTextFile(join(folder, where), where, encoding);
      if (!file) continue;
      files.#files.set(where, file);
      files.#documents.set(where, parseYaml(file.text, where));
    }
    return files;
  }

  get playlists(): PlaylistFile[] {
    return withoutRepeats([...this.#documents].map(([where, document]) => readPlaylist(where, document)));
  }

  set(where: string, fields: Fields, urn?: string): void {
    const document = this.#documents.get(where);
    if (!document) return;
    if (urn !== undefined) putFirst(document, "urn", urn);
    for (const [name, value] of Object.entries(fields)) document.set(name, document.createNode(value));
  }

  setTracks(where: string, tracks: readonly string[], titles: ReadonlyMap<string, string>): void {
    const list = new YAMLSeq();
    list.items = tracks.map((track) => {
      const scalar = new Scalar(track);
      const title = titles.get(track);
      if (title !== undefined) scalar.comment = ` ${title.replace(/\s+/g, " ")}`;
      return scalar;
    });
    this.#documents.get(where)?.set("tracks", list);
  }

  add(urn: string, fields: Fields): string {
    const name = String(fields.permalink ?? "").replace(/[^\p{L}\p{N}_-]+/gu, "-") || urn.replace(/.*:/, "");
    const names = new Set([...this.#documents.keys()].map((where) => where.toLowerCase()));
    // Some systems have names in any case once, and Windows reserves those of devices.
    const taken = (where: string) =>
      names.has(where.toLowerCase()) || /\/(?:con|prn|aux|nul|com\d|lpt\d)\.yaml$/i.test(where);
    const where = [`${FOLDER}/${name}.yaml`, `${FOLDER}/${name}-${urn.replace(/.*:/, "")}.yaml`]
      .find((one) => !taken(one)) ?? `${FOLDER}/${urn.replaceAll(":", "-")}.yaml`;
    this.#documents.set(where, new Document({ urn, ...fields }));
    return where;
  }

  async remove(where: string): Promise<void> {
    this.#documents.delete(where);
    await rm(join(this.#folder, where), { force: true });
  }

  async save(): Promise<void> {
    for (const [where, document] of this.#documents) {
      const text = document.toString({ lineWidth: 0 });
      const file = this.#files.get(where) ?? { encoding: "utf-8", hasMark: false };
      await replaceInFolder(this.#folder, where, encodeFile(file, [text]));
    }
  }
}

function putFirst(document: Document, key: string, value: string): void {
  document.delete(key);
  if (isMap(document.contents)) document.contents.items.unshift(document.createPair(key, value));
}

function readPlaylist(where: string, document: Document): PlaylistFile {
  const value: unknown = document.toJS() ?? {};
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw usage(`${where}: expected fields by name`);
  }
  const cells = new Map<string, unknown>(Object.entries(value));
  checkNames(cells, KEYS, where);
  const text = (name: string) => readText(cells.get(name) ?? "", `${where}, ${name}`).trim() || undefined;
  const urn = text("urn");
  if (urn !== undefined && !URN.test(urn)) throw usage(`${where}, urn: ${JSON.stringify(urn)} is not a playlist's URN`);
  const fields = readFields(cells, PLAYLIST_FIELDS, where, urn === undefined);
  if (urn === undefined && fields.title === undefined) throw usage(`${where}: a new playlist needs a title`);
  const protect = cells.has("protect") ? readSwitch(cells.get("protect"), `${where}, protect`) : undefined;
  return { where, urn, artwork: text("artwork"), fields, tracks: readTracks(cells, where), protect };
}

/** SoundCloud's own limit. */
const MOST_TRACKS = 500;

function readTracks(cells: ReadonlyMap<string, unknown>, where: string): string[] | undefined {
  if (!cells.has("tracks")) return undefined;
  const tracks: unknown = cells.get("tracks") ?? [];
  if (!Array.isArray(tracks)) throw usage(`${where}, tracks: expected a list`);
  if (tracks.length > MOST_TRACKS) {
    throw usage(`${where}, tracks: ${tracks.length} tracks; a playlist holds ${MOST_TRACKS} at most`);
  }
  return tracks.map((track, index) => readText(track, `${where}, tracks, entry ${index + 1}`).trim());
}
