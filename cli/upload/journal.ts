// The journal of uploads from this machine to an account, which prevents duplicate uploads. It records a line before
// the first byte of a file, before its last byte, and once its track exists. Files are identified by content, not by
// path.
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { dirname } from "node:path";
import { withFileLock } from "@tonearm/client/file";
import { absent } from "../errors.ts";
import { makePrivateDirectory } from "../host/paths.ts";
import { appendDurably } from "../host/replace_file.ts";
import { readJson } from "../output/json.ts";
import { passingPiecesOf } from "./pieces.ts";

export interface FileState {
  readonly file: string;
  readonly size: number;
}

/** The progress of an upload. */
export type Progress =
  /** The last byte was never sent, or SoundCloud refused the file: no track exists. */
  | { readonly state: "open" }
  /** All bytes may have been sent: a track may exist. */
  | { readonly state: "sent"; readonly title: string; readonly since: number }
  /** The track exists. */
  | { readonly state: "done"; readonly urn: string };

type Line = { readonly key: string } & (Progress | { readonly state: "sending"; readonly title: string });

/** How long to wait for another run, which holds the lock while it uploads. */
const MOST_PATIENT_MS = 7 * 24 * 3_600_000;

export class Journal {
  readonly path: string;
  readonly #progress = new Map<string, Progress>();
  readonly #seen = new Map<string, number>();

  private constructor(path: string) {
    this.path = path;
  }

  /** Opens a journal for a task; other runs wait. Fails before the first upload if the journal isn't writable. */
  static async with<T>(path: string, signal: AbortSignal, task: (journal: Journal) => Promise<T>): Promise<T> {
    await makePrivateDirectory(dirname(path));
    return await withFileLock(`${path}.lock`, async () => {
      const journal = new Journal(path);
      await journal.#read();
      return await task(journal);
    }, { signal, maxWaitMs: MOST_PATIENT_MS });
  }

  /** Returns whether a file was sent before, completely or partly. Takes no lock and writes nothing. */
  static async knows(path: string, file: string): Promise<boolean> {
    const journal = new Journal(path);
    journal.#load(await readJournal(path));
    const prefix = `${await hashFile(file)}:`;
    return [...journal.#progress].some(([key, { state }]) => key.startsWith(prefix) && state !== "open");
  }

  /** The hash of the content, the size, and the index among identical files: size and time alone say too little. */
  async keyOf(state: FileState): Promise<string> {
    const hash = await hashFile(state.file);
    const before = this.#seen.get(hash) ?? 0;
    this.#seen.set(hash, before + 1);
    return `${hash}:${state.size}:${before}`;
  }

  progressOf(key: string): Progress {
    return this.#progress.get(key) ?? { state: "open" };
  }

  holds(urn: string): boolean {
    return [...this.#progress.values()].some((progress) => progress.state === "done" && progress.urn === urn);
  }

  async sending(key: string, title: string): Promise<void> {
    await this.#write({ key, state: "sending", title });
  }

  /** Records that the last byte is about to be sent; from now on a track may exist. */
  async sent(key: string, title: string, since: number): Promise<void> {
    await this.#write({ key, state: "sent", title, since });
  }

  /** Records that SoundCloud refused the file, so no track exists. */
  async refused(key: string): Promise<void> {
    await this.#write({ key, state: "open" });
  }

  async done(key: string, urn: string): Promise<void> {
    await this.#write({ key, state: "done", urn });
  }

  async #write(line: Line): Promise<void> {
    this.#take(line);
    await appendDurably(this.path, `${JSON.stringify(line)}\n`);
  }

  async #read(): Promise<void> {
    const text = await readJournal(this.path);
    this.#load(text);
    // A line that an interruption truncated must not merge with the next one.
    if (text !== "" && !text.endsWith("\n")) await appendDurably(this.path, "\n");
  }

  #load(text: string): void {
    for (const line of text.split("\n")) {
      // A line that an interruption truncated is ignored.
      const parsed = readJson(line) as Line | undefined;
      if (parsed) this.#take(parsed);
    }
  }

  #take(line: Line): void {
    // Journals of earlier versions hold hashes of files, too.
    if (typeof line.key === "string") this.#progress.set(line.key, line.state === "sending" ? { state: "open" } : line);
  }
}

async function readJournal(path: string): Promise<string> {
  return await readFile(path, "utf8").catch((error) => absent(error, path) ?? "");
}

export async function hashFile(file: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const piece of passingPiecesOf(file)) hash.update(piece);
  return hash.digest("hex");
}
