// The steps of a running `apply`, as lines of a file: what is about to be written, and what SoundCloud stored. After a
// kill, the next run reads them, so that its own writes don't look like changes of somebody else.
import { createHash } from "node:crypto";
import { mkdir, readFile, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { absent } from "../errors.ts";
import type { Fields } from "../fields/fields.ts";
import { appendDurably } from "../host/replace_file.ts";
import { readJson } from "../output/json.ts";
import type { Base } from "./three_way.ts";
import { workPath } from "./work_folder.ts";

/** A write that may have reached SoundCloud. */
export interface Intent {
  readonly urn: string;
  readonly fields: Fields;
  readonly tracks?: readonly string[] | undefined;
}

/** A state that SoundCloud confirmed; null after a deletion. */
export interface Step {
  readonly part: "tracks" | "playlists";
  readonly urn: string;
  readonly seen: Base | null;
}

type Noted = { readonly intent: Intent } | { readonly step: Step };
type Line = { readonly base: string } | Noted;

export class Steps {
  readonly #path: string;
  readonly #intents = new Map<string, Intent>();
  /** The lock file's hash, until the first line is written. */
  #base: string | undefined;

  constructor(folder: string) {
    this.#path = workPath(folder, "steps.jsonl");
  }

  /** Returns the write to an item that an interrupted run had begun. */
  intentOf(urn: string): Intent | undefined {
    return this.#intents.get(urn);
  }

  /** Whether a killed run left a write whose outcome is unknown. */
  get hasIntents(): boolean {
    return this.#intents.size > 0;
  }

  /** Returns the confirmed steps, if they belong to this content of the lock file. */
  async read(lock: Uint8Array): Promise<Step[]> {
    const text = await readFile(this.#path, "utf8").catch((error) => absent(error, this.#path, "usage") ?? "");
    const [first, ...lines] = text.split("\n").map((line) => readJson(line) as Line | undefined);
    if (!first || !("base" in first) || first.base !== hashOf(lock)) return [];
    const steps: Step[] = [];
    for (const line of lines) {
      if (line && "intent" in line) this.#intents.set(line.intent.urn, line.intent);
      if (!line || !("step" in line)) continue;
      steps.push(line.step);
      this.#intents.delete(line.step.urn);
    }
    return steps;
  }

  /** Forgets the steps: the lock file has everything. */
  async restart(lock: Uint8Array): Promise<void> {
    await rm(this.#path, { force: true });
    this.#intents.clear();
    this.#base = hashOf(lock);
  }

  /** Notes what is about to be written, or what SoundCloud has stored. */
  async append(line: Noted): Promise<void> {
    await mkdir(dirname(this.#path), { recursive: true });
    const lines = this.#base === undefined ? [line] : [{ base: this.#base }, line];
    this.#base = undefined;
    await appendDurably(this.#path, lines.map((one) => `${JSON.stringify(one)}\n`).join(""));
  }
}

function hashOf(text: Uint8Array): string {
  return createHash("sha256").update(text).digest("hex");
}
