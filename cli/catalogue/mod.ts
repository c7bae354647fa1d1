/**
 * The user's own catalogue as a folder of files: `tracks.csv`, `playlists/*.yaml`, `storefronts.yaml`. `pull` writes it,
 * `plan` says what would change on the service, `apply` does it.
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

import type { ServiceClient } from "@tonearm/client";
import { Failure } from "../errors.ts";
import { Journal } from "../upload/journal.ts";
import type { UploadBar } from "../upload/uploading.ts";
import { Applier, type Done } from "./apply.ts";
import { checkAccount, type Folder, readFolder } from "./folder.ts";
import { makePlan } from "./plan.ts";
import { type Preference, pullInto, type PullReport } from "./pull.ts";
import { readRemote } from "./remote.ts";
import type { Format } from "./sheet.ts";
import type { Action, Change, Changes, Conflict, Plan, PlaylistFile, TrackRow } from "./types.ts";
import type { Fields, Value } from "./fields.ts";

export type {
  Action,
  Change,
  Changes,
  Conflict,
  Done,
  Fields,
  Format,
  Plan,
  PlaylistFile,
  Preference,
  PullReport,
  TrackRow,
  UploadBar,
  Value,
};

/** What all three take. */
export interface CatalogueOptions {
  /** Ends the work. What was begun stays, and the next run goes on with it. */
  readonly signal?: AbortSignal | undefined;
  /** URN of the signed-in user, where it's known. Default: the service is asked. */
  readonly account?: string | undefined;
  /** What time it is, in milliseconds since 1970. Default: `Date.now`. */
  readonly now?: (() => number) | undefined;
}

/** How to pull. */
export interface PullOptions extends CatalogueOptions {
  /** Whose value a conflict gets. Default: nobody's; it is reported. */
  readonly prefer?: Preference | undefined;
  /** How a new folder's tracks are written. Default: `csv`. */
  readonly format?: Format | undefined;
}

/** How to plan. */
export interface PlanCatalogueOptions extends CatalogueOptions {
  /** Whether to delete what is no longer in the folder. Default: false. */
  readonly prune?: boolean | undefined;
  /** The journal of uploads of this account on this machine. Without it, an interrupted upload is a conflict. */
  readonly journal?: string | undefined;
}

/** What uploads say and show. */
export interface UploadDisplay {
  /** Tells a person what they should know. */
  note(text: string): Promise<void>;
  /** Shows how far a file is. */
  progress(name: string): UploadBar;
}

/** How to apply. */
export interface ApplyOptions extends CatalogueOptions {
  /** The journal of uploads: it keeps a sound from being uploaded twice, whatever interrupts the upload. */
  readonly journal: string;
  /** What uploads say and show. Default: nothing. */
  readonly uploads?: UploadDisplay | undefined;
  /** Does the steps of the plan with `take`, in order. Default: one after the other; the first failure ends it. */
  readonly run?: ((actions: readonly Action[], take: (action: Action) => Promise<Done>) => Promise<void>) | undefined;
}

/**
 * Writes an account's catalogue into a folder. What the folder has changed since the last pull is kept.
 *
 * @param client Signed in as the owner.
 * @param path The folder; it is made where it doesn't exist.
 * @param options How conflicts end, and how a new folder is written.
 * @returns What was written, and what both sides have changed.
 * @throws {Error} When a file of the folder can't be read: the message names the file, the line and the column.
 */
export async function pullCatalogue(
  client: ServiceClient,
  path: string,
  { signal = never(), now = Date.now, account, prefer, format }: PullOptions = {},
): Promise<PullReport> {
  const folder = await readFolder(path, format);
  const urn = await accountOf(client, folder, account, signal);
  return await pullInto(folder, await readRemote(client, folder.lock, signal), urn, { prefer, now: now() });
}

/**
 * Compares a folder with the service. Nothing is written anywhere.
 *
 * @param client Signed in as the owner.
 * @param path The folder.
 * @param options Whether what is gone from the folder is to be deleted.
 * @returns What `applyCatalogue()` would do, and what is in its way.
 * @throws {Error} When a file of the folder can't be read: the message names the file, the line and the column.
 */
export async function planCatalogue(
  client: ServiceClient,
  path: string,
  { signal = never(), now = Date.now, account, prune = false, journal }: PlanCatalogueOptions = {},
): Promise<Plan> {
  const folder = await readFolder(path);
  await accountOf(client, folder, account, signal);
  const remote = await readRemote(client, folder.lock, signal);
  const isKnown = (file: string) => journal === undefined ? Promise.resolve(false) : Journal.knows(journal, file);
  return await makePlan(folder, remote, { prune, now: now(), isKnown });
}

/**
 * Does what a plan says. It can be interrupted anywhere and run again with a new plan: nothing is there twice.
 *
 * @param client Signed in as the owner.
 * @param path The folder.
 * @param plan From `planCatalogue()`, without conflicts.
 * @param options The journal of uploads.
 * @throws {Error} When the plan has conflicts; nothing is sent then.
 */
export async function applyCatalogue(
  client: ServiceClient,
  path: string,
  plan: Plan,
  { signal = never(), now = Date.now, account, journal, uploads = SILENT, run = oneByOne }: ApplyOptions,
): Promise<void> {
  if (plan.conflicts.length > 0) throw inTheWay(plan.conflicts.length);
  const folder = await readFolder(path);
  const urn = await accountOf(client, folder, account, signal);
  await Journal.with(journal, signal, async (open) => {
    const uploader = { client, signal, now, journal: open, note: uploads.note, progress: uploads.progress };
    const applier = new Applier(folder, urn, uploader);
    try {
      await run(plan.actions, (action) => applier.apply(action));
    } finally {
      await applier.save();
    }
  });
}

/** Whose catalogue it is, which has to be the folder's. */
async function accountOf(
  client: ServiceClient,
  folder: Folder,
  known: string | undefined,
  signal: AbortSignal,
): Promise<string> {
  const account = known ?? (await client.me.getMe({ signal })).urn;
  checkAccount(folder, account);
  return account;
}

function inTheWay(conflicts: number): Failure {
  const hint = "`tonearm pull --prefer local` keeps the folder's values, `--prefer remote` the service's.";
  const count = conflicts === 1 ? "1 conflict" : `${conflicts} conflicts`;
  return new Failure("failed", `Nothing was applied: ${count}`, { code: "conflict", hint });
}

async function oneByOne(actions: readonly Action[], take: (action: Action) => Promise<Done>): Promise<void> {
  for (const action of actions) await take(action);
}

const SILENT: UploadDisplay = {
  note: () => Promise.resolve(),
  progress: () => ({ update: () => {}, end: () => {} }),
};

function never(): AbortSignal {
  return new AbortController().signal;
}
