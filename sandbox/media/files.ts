/**
 * Files of a world: uploads beside its database, and what is made of them.
 *
 * @module
 */
import { randomUUID } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const ASSET = "asset-";
const PASSING = "passing-";
/** A passing file of another process is taken for abandoned when nobody has written to it for so long. */
const ABANDONED_MS = 3_600_000;

/** The folder of a world's files. It is made with the first file, and goes with the world when that is in memory. */
export class MediaFiles {
  readonly #lasting: string | undefined;
  readonly #passing = new Set<string>();
  #folder: string | undefined;

  /** @param databasePath The database's file; left out for a world in memory. */
  constructor(databasePath?: string) {
    this.#lasting = databasePath === undefined ? undefined : `${databasePath}-media`;
  }

  /** Path of a new file that only this process knows of: an upload under way, or something made again at need. */
  newPassing(): string {
    this.#folder ??= this.#make();
    const name = PASSING + randomUUID();
    this.#passing.add(name);
    return join(this.#folder, name);
  }

  /** Removes a passing file. */
  drop(path: string): void {
    this.#passing.delete(path.slice(path.lastIndexOf(PASSING)));
    rmSync(path, { force: true });
  }

  /** Makes a passing file last, and gives its name. To be called in the transaction that stores the name. */
  keep(path: string): string {
    const name = ASSET + randomUUID();
    renameSync(path, this.pathOf(name));
    this.#passing.delete(path.slice(path.lastIndexOf(PASSING)));
    return name;
  }

  /** Makes a passing file the lasting one of a name that a row has already. */
  restore(path: string, name: string): void {
    renameSync(path, this.pathOf(name));
    this.#passing.delete(path.slice(path.lastIndexOf(PASSING)));
  }

  /** Whether there is a lasting file of this name. */
  has(name: string): boolean {
    return existsSync(this.pathOf(name));
  }

  /** Path of a lasting file. */
  pathOf(name: string): string {
    this.#folder ??= this.#make();
    return join(this.#folder, name);
  }

  /** Removes every file that nothing refers to. To be called in a transaction, so that no other process stores names. */
  sweep(referred: ReadonlySet<string>): void {
    const folder = this.#folder ?? this.#lasting;
    for (const name of folder === undefined ? [] : listFolder(folder)) {
      const path = join(folder ?? "", name);
      const wanted = name.startsWith(ASSET) ? referred.has(name) : this.#passing.has(name) || !isAbandoned(path);
      if (!wanted) rmSync(path, { force: true });
    }
  }

  /** Removes what passes; of a world in memory, everything. */
  close(): void {
    const folder = this.#folder;
    if (folder === undefined) return;
    if (this.#lasting === undefined) rmSync(folder, { recursive: true, force: true });
    else for (const name of this.#passing) rmSync(join(folder, name), { force: true });
    this.#passing.clear();
    this.#folder = undefined;
  }

  #make(): string {
    if (this.#lasting === undefined) return mkdtempSync(join(tmpdir(), "tonearm-sandbox-"));
    mkdirSync(this.#lasting, { recursive: true });
    return this.#lasting;
  }
}

function listFolder(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    // There is no folder until there is a file.
    return [];
  }
}

function isAbandoned(path: string): boolean {
  const modified = statSync(path, { throwIfNoEntry: false })?.mtimeMs;
  return modified !== undefined && modified < Date.now() - ABANDONED_MS;
}
