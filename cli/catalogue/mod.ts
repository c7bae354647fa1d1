/**
 * The user's own catalogue as a folder of files: `tracks.csv`, `playlists/*.yaml`, `storefronts.yaml`. `pull` writes
 * it, `plan` shows the changes to SoundCloud, `apply` makes them.
 *
 * ```ts ignore
 * import { ServiceClient } from "@tonearm/client";
 * import { applyCatalogue, planCatalogue, pullCatalogue } from "@tonearm/cli/catalogue";
 *
 * const client = new ServiceClient({ clientId, clientSecret, tokenStore });
 * await pullCatalogue(client, "catalogue");
 * // … edit catalogue/tracks.csv …
 * const plan = await planCatalogue(client, "catalogue");
 * await applyCatalogue(client, "catalogue", plan, { journal: "catalogue.uploads.jsonl" });
 * ```
 *
 * @module
 */

import type { ServiceClient, ServiceMe } from "@tonearm/client";
import { Failure } from "../errors.ts";
import { counted } from "../output/text.ts";
import { Journal } from "../upload/journal.ts";
import type { UploadBar } from "../upload/uploading.ts";
import { Applier, type Done } from "./apply.ts";
import { chooser, type Preferences, readDecisions, writeConflicts } from "./conflicts_file.ts";
import { checkAccount, type Folder, readCatalogue, readFolder } from "./folder.ts";
import { Planner } from "./plan.ts";
import { pullInto, type PullReport } from "./pull.ts";
import { readRemote } from "./remote.ts";
import { settleFolder } from "./settle.ts";
import type { Format } from "../fields/sheet.ts";
import type { Action, Plan, RemoteCatalogue } from "./types.ts";
import { withFolder } from "./work_folder.ts";
import type { DeletionLimit } from "./deletions.ts";

export type { Fields, Value } from "../fields/fields.ts";
export type { UploadBar } from "../upload/uploading.ts";
export type { Preference, Preferences } from "./conflicts_file.ts";
export type { Change, Changes, Conflict, PlaylistFile, TrackRow } from "./types.ts";
export type { Action, DeletionLimit, Done, Format, Plan, PullReport };

/** Options of all three functions. */
export interface CatalogueOptions {
  /** Ends the work. Completed steps stay, and the next run continues. */
  readonly signal?: AbortSignal | undefined;
  /** Returns the current time, in milliseconds since 1970. Default: `Date.now`. */
  readonly now?: (() => number) | undefined;
  /** The encoding of the folder's files that aren't Unicode, as `windows-1252`. Default: such a file is an error. */
  readonly encoding?: string | undefined;
}

/** Options of `pullCatalogue()`. */
export interface PullOptions extends CatalogueOptions {
  /** The side that wins conflicts. Default: what `conflicts.yaml` says; the others are written into it. */
  readonly prefer?: Preferences | undefined;
  /** File format of a new folder's tracks. Default: `csv`. */
  readonly format?: Format | undefined;
}

/** The path of a journal, or a function that returns the path for an account's URN. */
export type JournalPath = string | ((account: string) => string);

/** Options of a plan. */
export interface PlanCatalogueOptions extends CatalogueOptions {
  /** Whether to delete what is missing from the folder. Default: false. */
  readonly prune?: boolean | undefined;
  /** How many items may be deleted. Default: the larger of 5 and 10 % of what the folder knew, and never all tracks. */
  readonly maxDelete?: DeletionLimit | undefined;
  /**
   * The journal of uploads of this account on this machine, or a function that returns it for the account's URN.
   * Without it, an interrupted upload is a conflict.
   */
  readonly journal?: JournalPath | undefined;
}

/** Messages and progress of uploads. */
export interface UploadDisplay {
  /** Shows a notice to the user. */
  note(text: string): Promise<void>;
  /** Shows the progress of a file. */
  progress(name: string): UploadBar;
}

/** Options of `applyCatalogue()`. */
export interface ApplyOptions extends CatalogueOptions {
  /**
   * The journal of uploads, which prevents an interrupted upload from being sent twice, or a function that returns it
   * for the account's URN.
   */
  readonly journal: JournalPath;
  /** Messages and progress of uploads. Default: none. */
  readonly uploads?: UploadDisplay | undefined;
  /** Runs the steps of the plan with `take`, in order. Default: runs them until the first failure. */
  readonly run?: ((actions: readonly Action[], take: (action: Action) => Promise<Done>) => Promise<void>) | undefined;
}

/**
 * Writes an account's catalogue into a folder. Changes in the folder since the last pull are kept.
 *
 * @param client Signed in as the owner.
 * @param path The folder; it's created if it doesn't exist.
 * @param options `prefer`, `format`, and the common options.
 * @returns What was written, and the conflicts.
 * @throws {Error} When a file of the folder can't be read: the message names the file, the line and the column.
 */
export async function pullCatalogue(
  client: ServiceClient,
  path: string,
  { signal = never(), now = Date.now, prefer, format, encoding }: PullOptions = {},
): Promise<PullReport> {
  return await withFolder(path, async () => {
    const folder = await readFolder(path, format, encoding);
    const { urn } = await ownerOf(client, folder, signal);
    const choose = chooser(await readDecisions(path, encoding), prefer);
    const report = await pullInto(folder, await readRemote(client, folder, signal), urn, { choose, now: now() });
    await writeConflicts(path, report.conflicts);
    return report;
  }, { signal });
}

/**
 * Compares a folder with SoundCloud. Writes nothing but the lock file, if both sides agree on a change; decisions in
 * `conflicts.yaml` are carried out first, as `pullCatalogue()` does.
 *
 * @param client Signed in as the owner.
 * @param path The folder.
 * @param options Whether to delete what is missing from the folder.
 * @returns The actions of `applyCatalogue()`, and the conflicts.
 * @throws {Error} When the folder has no catalogue, or a file of it can't be read: the message names the file, the line
 * and the column.
 */
export async function planCatalogue(
  client: ServiceClient,
  path: string,
  { signal = never(), now = Date.now, prune = false, maxDelete, encoding, journal }: PlanCatalogueOptions = {},
): Promise<Plan> {
  if ((await readDecisions(path, encoding)).length > 0) await pullCatalogue(client, path, { signal, now, encoding });
  const folder = await readCatalogue(path, encoding);
  const { urn } = await ownerOf(client, folder, signal);
  const remote = await readRemote(client, folder, signal);
  if (settleFolder(folder, remote, now())) await keepBase(path, remote, now(), encoding);
  const uploads = journal === undefined ? undefined : pathFor(journal, urn);
  const isKnown = (file: string) => uploads === undefined ? Promise.resolve(false) : Journal.knows(uploads, file);
  return await new Planner(folder, remote, { prune, maxDelete, now: now(), isKnown }).plan();
}

/** Saves the settled base, so that a later edit is no conflict. A folder that can't be written is no obstacle. */
async function keepBase(path: string, remote: RemoteCatalogue, now: number, encoding?: string): Promise<void> {
  await withFolder(path, async () => {
    const folder = await readFolder(path, undefined, encoding);
    if (settleFolder(folder, remote, now)) await folder.lock?.save();
  }, { maxWaitMs: 0 }).catch(() => {});
}

/**
 * Carries out a plan. It can be interrupted at any point and run again with a new plan: nothing is created twice.
 *
 * @param client Signed in as the owner.
 * @param path The folder.
 * @param plan From `planCatalogue()`, without conflicts.
 * @param options The journal of uploads.
 * @throws {Error} When the plan has conflicts; nothing is sent.
 */
export async function applyCatalogue(
  client: ServiceClient,
  path: string,
  plan: Plan,
  { signal = never(), now = Date.now, encoding, journal, uploads = SILENT, run = oneByOne }: ApplyOptions,
): Promise<void> {
  if (plan.conflicts.length > 0) throw inTheWay(plan.conflicts.length);
  await withFolder(path, async () => {
    const folder = await readCatalogue(path, encoding);
    const account = await ownerOf(client, folder, signal);
    await Journal.with(pathFor(journal, account.urn), signal, async (open) => {
      const applier = new Applier(folder, account.urn, { client, account, signal, now, journal: open, ...uploads });
      await applier.save();
      try {
        await run(plan.actions, (action) => applier.apply(action));
      } finally {
        await applier.save();
      }
    });
  }, { signal });
}

/** The owner of the catalogue, which must be that of the folder. */
async function ownerOf(client: ServiceClient, folder: Folder, signal: AbortSignal): Promise<ServiceMe> {
  const owner = await client.me.getMe({ signal });
  checkAccount(folder, owner.urn);
  return owner;
}

function pathFor(journal: JournalPath, account: string): string {
  return typeof journal === "string" ? journal : journal(account);
}

function inTheWay(conflicts: number): Failure {
  const hint = "`tonearm pull` writes them into conflicts.yaml, where you decide each; with --prefer local the " +
    "folder's values win, with --prefer remote SoundCloud's, with --prefer genre=remote only its genres.";
  return new Failure("failed", `Nothing was applied: ${counted(conflicts, "conflict")}`, { code: "conflict", hint });
}

async function oneByOne(actions: readonly Action[], take: (action: Action) => Promise<Done>): Promise<void> {
  for (const action of actions) await take(action);
}

const SILENT: UploadDisplay = { note: () => Promise.resolve(), progress: () => ({ update: () => {}, end: () => {} }) };

function never(): AbortSignal {
  return new AbortController().signal;
}
