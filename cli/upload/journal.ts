/**
 * What of a manifest was uploaded already, kept beside it: a line for each file, written as soon as it is there.
 *
 * @module
 */

import { appendFile, readFile } from "node:fs/promises";
import { Failure } from "../errors.ts";

/** A file as it was when it was uploaded. */
export interface FileState {
  /** Its path. */
  readonly file: string;
  /** Its length in bytes. */
  readonly size: number;
  /** When it was changed last, in milliseconds since 1970. */
  readonly changed: number;
}

/** The journal of a manifest. */
export class Journal {
  /** Its path. */
  readonly path: string;
  readonly #urns = new Map<string, string>();

  private constructor(path: string) {
    this.path = path;
  }

  /** Opens the journal beside a manifest; fails before anything is sent where it can't be written. */
  static async open(manifest: string): Promise<Journal> {
    const journal = new Journal(`${manifest}.uploaded`);
    await appendFile(journal.path, "", { mode: 0o600 }).catch((cause: Error) => {
      const hint = "The journal beside the manifest keeps an interrupted batch from being sent twice.";
      throw new Failure("failed", `Cannot write ${journal.path}: ${cause.message}`, { hint, cause });
    });
    await journal.#read();
    return journal;
  }

  /** The track that a file became, if it was uploaded in this state. */
  urnOf(state: FileState): string | undefined {
    return this.#urns.get(keyOf(state));
  }

  /** Remembers a file that was uploaded. */
  async add(state: FileState, urn: string): Promise<void> {
    this.#urns.set(keyOf(state), urn);
    await appendFile(this.path, `${JSON.stringify({ ...state, urn })}\n`);
  }

  /** A line that was cut short by an interruption counts as none. */
  async #read(): Promise<void> {
    for (const line of (await readFile(this.path, "utf8")).split("\n")) {
      const entry = URN_LINE.test(line) ? readEntry(line) : undefined;
      if (entry) this.#urns.set(keyOf(entry), entry.urn);
    }
  }
}

const URN_LINE = /^\{.*"urn":"[^"]+"\}$/;

function readEntry(line: string): FileState & { urn: string } | undefined {
  try {
    return JSON.parse(line) as FileState & { urn: string };
  } catch {
    return undefined;
  }
}

function keyOf({ file, size, changed }: FileState): string {
  return JSON.stringify([file, size, changed]);
}
