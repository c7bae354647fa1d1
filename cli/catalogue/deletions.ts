// Which items `--prune` may delete. A sheet that was lost, emptied or cut off must not delete a catalogue.
import { Failure, usage } from "../errors.ts";
import { type Fields, isSame } from "../fields/fields.ts";
import type { Folder } from "./folder.ts";
import { NOTHING } from "./three_way.ts";
import type { Action, Conflict, Plan, RemoteCatalogue } from "./types.ts";

/** How many items one run may delete: a number, or a share of what the folder knew. */
export type DeletionLimit = { readonly items: number } | { readonly percent: number };

/** Without a limit of the user: the larger of 5 items and 10 %. */
const ITEMS = 5;
const PERCENT = 10;
const NAMED = 10;

interface Gone {
  readonly part: "tracks" | "playlists";
  readonly urn: string;
  readonly name: string;
  readonly isProtected: boolean;
  readonly hasChanged: boolean;
}

export function limitOf(text: string | undefined): DeletionLimit | undefined {
  if (text === undefined) return undefined;
  const [, digits = "", sign] = /^(\d{1,6})(%?)$/.exec(text.trim()) ?? [];
  const number = Number(digits);
  if (digits === "" || sign === "%" && number > 100) {
    throw usage(
      `--max-delete: expected a number or a percentage, not ${JSON.stringify(text)}`,
      "For example 20 or 15%.",
    );
  }
  return sign === "%" ? { percent: number } : { items: number };
}

/**
 * Finds what `--prune` deletes: only items that the folder once pulled or made.
 *
 * @param limit The user's limit; a limit also allows to delete everything.
 * @param planned The other actions of the plan.
 */
export function findDeletions(
  folder: Folder,
  remote: RemoteCatalogue,
  prune: boolean,
  limit: DeletionLimit | undefined,
  planned: readonly Action[] = [],
): Omit<Plan, "unchanged"> {
  // A killed run may have made these, and not written their URNs into the folder yet.
  const made = new Set(
    planned.flatMap(({ kind, name }) => kind === "upload" || kind === "create-playlist" ? name : []),
  );
  const gone = [...findGone(folder, remote)].filter(({ name }) => !made.has(name));
  if (!prune) return { actions: [], conflicts: [], notes: gone.length > 0 ? [reportGone(gone)] : [] };
  const open = gone.filter(({ isProtected }) => !isProtected);
  checkLimit(folder, open, limit);
  return {
    actions: open.filter(({ hasChanged }) => !hasChanged).map(toAction),
    conflicts: open.filter(({ hasChanged }) => hasChanged).map(toConflict),
    notes: gone.filter(({ isProtected }) => isProtected)
      .map(({ urn, name }) => `${urn} (${name}) is protected and stays on SoundCloud`),
  };
}

function* findGone({ lock, local, isProtected }: Folder, remote: RemoteCatalogue): Generator<Gone> {
  const named = new Set([...local.tracks, ...local.playlists].map(({ urn }) => urn));
  for (const part of ["playlists", "tracks"] as const) {
    for (const [urn, seen] of lock?.[part] ?? []) {
      const there = remote[part].get(urn);
      if (named.has(urn) || !there) continue;
      yield {
        part,
        urn,
        name: String(seen.fields.title),
        isProtected: isProtected || seen.protect === true,
        hasChanged: findChange(seen, there) !== undefined,
      };
    }
  }
}

export interface Sides {
  readonly fields: Fields;
  readonly tracks?: readonly string[] | undefined;
}

/** Returns the name of a field that has changed on SoundCloud since the last pull, if any. */
export function findChange(seen: Sides, there: Sides): string | undefined {
  const [field] = Object.entries(there.fields).find(([name, value]) => !isSame(seen.fields[name], value)) ?? [];
  return field ?? (isSame(seen.tracks, there.tracks) ? undefined : "tracks");
}

/** Refuses to delete because of a sheet that is missing, empty or cut off. */
function checkLimit(folder: Folder, gone: readonly Gone[], limit: DeletionLimit | undefined): void {
  const { lock, tracks } = folder;
  if (gone.length === 0) return;
  const known = (lock?.tracks.size ?? 0) + (lock?.playlists.size ?? 0);
  const tracksGone = gone.filter(({ part }) => part === "tracks").length;
  if (tracksGone > 0 && tracks.flaw !== undefined) {
    throw tooMany(gone, known, `${tracks.name} ${tracks.flaw}`, "Restore the file, then plan again.");
  }
  const hint = `If you mean it, add --max-delete ${gone.length}. Otherwise restore the file, or ` +
    "`tonearm pull --prefer remote` writes the missing rows again.";
  if (limit === undefined && tracksGone > 1 && tracksGone === lock?.tracks.size) {
    throw tooMany(gone, known, `${tracks.name} has none of the tracks that it had`, hint);
  }
  const most = mostOf(limit, known);
  if (gone.length > most) throw tooMany(gone, known, `the limit is ${most}`, hint);
}

function mostOf(limit: DeletionLimit | undefined, known: number): number {
  const share = (percent: number) => Math.floor(known * percent / 100);
  if (limit === undefined) return Math.max(ITEMS, share(PERCENT));
  return "items" in limit ? limit.items : share(limit.percent);
}

function tooMany(gone: readonly Gone[], known: number, why: string, hint: string): Failure {
  const message = `--prune would delete ${gone.length} of the ${known} tracks and playlists that this folder knew: ${
    listNames(gone)
  }. Nothing was deleted: ${why}`;
  return new Failure("failed", message, { code: "too_many_deletions", hint });
}

function reportGone(gone: readonly Gone[]): string {
  const [first] = gone;
  if (first && gone.length === 1) {
    return `${first.urn} (${first.name}) is on SoundCloud, but not in the folder; --prune would delete it`;
  }
  return `${gone.length} items are on SoundCloud, but not in the folder; --prune would delete them: ${listNames(gone)}`;
}

function listNames(gone: readonly Gone[]): string {
  const names = gone.slice(0, NAMED).map(({ name }) => name).join(", ");
  return gone.length > NAMED ? `${names} and ${gone.length - NAMED} more` : names;
}

function toAction({ part, urn, name }: Gone): Action {
  return { kind: part === "tracks" ? "delete-track" : "delete-playlist", name, urn };
}

function toConflict({ urn, name }: Gone): Conflict {
  const reason = "it would be deleted, and has changed on SoundCloud since the last pull";
  return { ...NOTHING, id: urn, name, field: "(all)", reason };
}
