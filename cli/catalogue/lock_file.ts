// `catalogue.lock.json`: the state of the last pull or write, beside the files that people edit. It belongs into the
// repository with them; one line a track, so that its differences can be read.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { absent, usage } from "../errors.ts";
import { readJson } from "../output/json.ts";
import type { Fields } from "../fields/fields.ts";
import { encodeFile } from "../fields/text_file.ts";
import { Steps } from "./steps.ts";
import type { Base } from "./three_way.ts";
import { replaceInFolder } from "./work_folder.ts";

const LOCK_FILE = "catalogue.lock.json";

export interface TrackBase extends Base {
  readonly protect?: boolean | undefined;
  /** SHA-256 of the picture that was sent. */
  readonly artwork?: string | undefined;
}

export interface PlaylistBase extends Base {
  readonly protect?: boolean | undefined;
  readonly tracks: readonly string[];
}

/** A playlist whose creation was started: its response may have been lost. */
export interface Creating {
  readonly file: string;
  readonly title: string;
  readonly since: number;
}

export class CatalogueLock {
  account: string;
  readonly tracks: Map<string, TrackBase> = new Map<string, TrackBase>();
  readonly playlists: Map<string, PlaylistBase> = new Map<string, PlaylistBase>();
  /** Storefronts as they were written: SoundCloud doesn't show them. */
  readonly storefronts: Map<string, Fields> = new Map<string, Fields>();
  readonly creating: Map<string, Creating> = new Map<string, Creating>();
  readonly steps: Steps;
  readonly #folder: string;

  constructor(folder: string, account: string) {
    this.#folder = folder;
    this.account = account;
    this.steps = new Steps(folder);
  }

  static async read(folder: string): Promise<CatalogueLock | undefined> {
    const path = join(folder, LOCK_FILE);
    const bytes = await readFile(path).catch((error) => absent(error, path, "usage"));
    if (bytes === undefined) return undefined;
    const stored = parse(bytes, path);
    const lock = new CatalogueLock(folder, stored.account);
    for (const name of PARTS) {
      for (const [key, value] of Object.entries(stored[name] ?? {})) lock.#put(name, key, value);
    }
    for (const { part, urn, seen } of await lock.steps.read(bytes)) {
      if (seen === null) lock[part].delete(urn);
      else lock.#put(part, urn, seen);
    }
    return lock;
  }

  async save(): Promise<void> {
    const content = encodeFile({ encoding: "utf-8", hasMark: false }, this.#pieces());
    await replaceInFolder(this.#folder, LOCK_FILE, content);
    await this.steps.restart(content);
  }

  *#pieces(): Generator<string> {
    yield `{\n  "version": ${VERSION},\n  "account": ${JSON.stringify(this.account)}`;
    for (const name of PARTS) {
      yield `,\n  ${JSON.stringify(name)}: {`;
      // Trailing numbers are compared by value: track 9 before track 10.
      const keys = [...this[name].keys()].toSorted((one, other) => one.localeCompare(other, "en", { numeric: true }));
      for (const [index, key] of keys.entries()) {
        yield `${index > 0 ? "," : ""}\n    ${JSON.stringify(key)}: ${JSON.stringify(this[name].get(key))}`;
      }
      yield keys.length > 0 ? "\n  }" : "}";
    }
    yield "\n}\n";
  }

  /** Records the state of a track or a playlist after a write, so that a killed run loses nothing. */
  async record(part: "tracks" | "playlists", urn: string, seen: TrackBase | PlaylistBase | undefined): Promise<void> {
    if (seen === undefined) this[part].delete(urn);
    else this.#put(part, urn, seen);
    await this.steps.append({ step: { part, urn, seen: seen ?? null } });
  }

  #put(name: Part, key: string, value: unknown): void {
    const part: Map<string, unknown> = this[name];
    part.set(key, value);
  }
}

const VERSION = 1;
const PARTS = ["tracks", "playlists", "storefronts", "creating"] as const;
type Part = typeof PARTS[number];
type Stored = { readonly account: string } & { readonly [name in Part]?: Readonly<Record<string, unknown>> };

function parse(bytes: Buffer, path: string): Stored {
  const value = readJson(bytes.toString()) as Partial<Stored> & { version?: unknown } | undefined;
  if (value?.version === VERSION && typeof value.account === "string") return { ...value, account: value.account };
  const what = value === undefined ? "JSON" : "a catalogue lock file";
  throw usage(`${path} is not ${what}`, "Restore it from the repository, or remove it and pull again.");
}
