import { stat } from "node:fs/promises";
import { join } from "node:path";
import { usage } from "../errors.ts";
import { checkPicture } from "../upload/picture.ts";
import { checkSound } from "../upload/sound.ts";
import { readTextFile } from "../fields/text_file.ts";
import { readSwitch } from "../fields/values.ts";
import { CatalogueLock } from "./lock_file.ts";
import { PlaylistFiles } from "./playlist_files.ts";
import { type Format, parseYaml } from "../fields/sheet.ts";
import { readStorefronts } from "./storefronts_file.ts";
import { TracksFile } from "./tracks_file.ts";
import type { LocalCatalogue } from "./types.ts";
import { checkFolder } from "./work_folder.ts";

export interface Folder {
  readonly path: string;
  readonly tracks: TracksFile;
  readonly playlists: PlaylistFiles;
  readonly local: LocalCatalogue;
  readonly lock: CatalogueLock | undefined;
  readonly isProtected: boolean;
}

/** Like `readFolder()`, but a folder without a catalogue is an error: it may be a mistyped path. */
export async function readCatalogue(path: string, encoding?: string): Promise<Folder> {
  const folder = await readFolder(path, undefined, encoding);
  const { tracks, playlists, storefronts } = folder.local;
  if (folder.lock || tracks.length + playlists.length + storefronts.length > 0) return folder;
  throw usage(`There is no catalogue in ${path}`, "`tonearm pull` writes one: tracks.csv and playlists/*.yaml.");
}

/** Reads a folder, which may be new, and checks all of it before any request. */
export async function readFolder(path: string, format?: Format, encoding?: string): Promise<Folder> {
  await checkFolder(path);
  const lock = await CatalogueLock.read(path);
  const tracks = await TracksFile.read(path, format, encoding, lock?.tracks);
  const playlists = await PlaylistFiles.read(path, encoding);
  const local = {
    tracks: tracks.rows,
    playlists: playlists.playlists,
    storefronts: await readStorefronts(path, encoding),
  };
  await checkFiles(path, local);
  checkReferences(local);
  return { path, tracks, playlists, local, lock, isProtected: await readProtection(path) };
}

const SETTINGS = "catalogue.yaml";

async function readProtection(path: string): Promise<boolean> {
  const file = await readTextFile(join(path, SETTINGS), SETTINGS);
  if (!file) return false;
  const { protect, ...rest } = Object(parseYaml(file.text, SETTINGS).toJS());
  const [unknown] = Object.keys(rest);
  if (unknown !== undefined) {
    throw usage(`${SETTINGS}: unknown setting ${JSON.stringify(unknown)}`, "Settings: protect.");
  }
  return protect === undefined ? false : readSwitch(protect, `${SETTINGS}, protect`);
}

export function checkAccount(folder: Folder, account: string): void {
  const { lock } = folder;
  if (!lock || lock.account === account) return;
  throw usage(
    `The folder holds the catalogue of ${lock.account}, but you are signed in as ${account}`,
    "Choose a --profile.",
  );
}

async function checkFiles(path: string, { tracks, playlists }: LocalCatalogue): Promise<void> {
  for (const { where, urn, file } of tracks) {
    if (urn === undefined && file !== undefined) await checkSoundOf(join(path, file), `${where}, file`);
  }
  for (const { where, artwork } of [...tracks, ...playlists]) {
    if (artwork === undefined) continue;
    await checkPicture(join(path, artwork)).catch((error: Error) => {
      throw usage(`${where}, artwork: ${error.message}`);
    });
  }
}

async function checkSoundOf(path: string, where: string): Promise<void> {
  const facts = await stat(path).catch(() => undefined);
  if (!facts?.isFile()) throw usage(`${where}: there is no file ${path}`);
  if (facts.size === 0) throw usage(`${where}: ${path} is empty`);
  await checkSound(path).catch((error: Error) => {
    throw usage(`${where}: ${error.message}`);
  });
}

/** Checks that playlists and storefronts name tracks by URN, or by the sound file of a row. */
function checkReferences({ tracks, playlists, storefronts }: LocalCatalogue): void {
  const files = new Set(tracks.map(({ file }) => file));
  const check = (track: string, where: string) => {
    if (/^soundcloud:tracks:\d+$/.test(track) || files.has(track)) return;
    throw usage(`${where}: ${JSON.stringify(track)} is neither a track's URN nor the file of a row`);
  };
  for (const { where, tracks: names = [] } of playlists) {
    for (const [index, name] of names.entries()) check(name, `${where}, tracks, entry ${index + 1}`);
  }
  for (const { where, track } of storefronts) check(track, `${where}, track`);
}
