import { type Fields, isSame, type Value } from "../fields/fields.ts";
import type { Change, Conflict, TrackRow } from "./types.ts";

/** The state after the last pull or write. */
export interface Base {
  readonly fields: Fields;
  /** The written value if SoundCloud returns another one, such as a shortened text. */
  readonly written?: Fields | undefined;
}

export interface Difference {
  readonly changes: Record<string, Change>;
  readonly conflicts: readonly Omit<Conflict, "id" | "name">[];
}

export const NOTHING = { base: undefined, local: undefined, remote: undefined } as const;

export const WHOLE = "(all)";

export type MergeStatus = "same" | "local" | "remote" | "conflict";

/** Without a base, different versions are a conflict, because it is unknown which side changed. */
export function compare(
  base: Value | undefined,
  local: Value,
  remote: Value | undefined,
  written: Value | undefined = base,
): MergeStatus {
  if (isSame(local, remote)) return "same";
  const isLocal = !isSame(local, base) && !isSame(local, written);
  const isRemote = !isSame(remote, base);
  if (isLocal) return isRemote ? "conflict" : "local";
  return isRemote ? "remote" : "same";
}

/** Compares fields. Items that the folder doesn't contain or SoundCloud doesn't return are left unchanged. */
export function differ(seen: Base | undefined, local: Fields, remote: Fields): Difference {
  const changes: Record<string, Change> = {};
  const conflicts: Omit<Conflict, "id" | "name">[] = [];
  for (const [field, value] of Object.entries(local)) {
    const now = remote[field];
    if (now === undefined) continue;
    const base = seen?.fields[field];
    const standing = compare(base, value, now, seen?.written?.[field]);
    if (standing === "local") changes[field] = { from: now, to: value };
    if (standing === "conflict") conflicts.push({ field, base, local: value, remote: now });
  }
  return { changes, conflicts };
}

/**
 * The state to record after a write: the response, and the written values where the response differs. Fields that
 * weren't written keep their base, because a change of them on SoundCloud isn't in the folder yet.
 */
export function remember(seen: Base | undefined, written: Fields, reply: Fields): Base {
  const isWritten = (field: string) => seen === undefined || written[field] !== undefined;
  const fields = { ...seen?.fields, ...pick(reply, (field) => isWritten(field)) };
  const all = { ...seen?.written, ...written };
  const other = pick(all, (field, value) => fields[field] !== undefined && !isSame(value, fields[field]));
  return { fields, written: Object.keys(other).length > 0 ? other : undefined };
}

/**
 * Moves the base where both sides agree, and to what an interrupted write is known to have stored.
 *
 * @param sent What the interrupted write sent.
 * @returns The new state, or undefined if nothing moves.
 */
export function settle(seen: Base, local: Fields, remote: Fields, sent: Fields = {}): Base | undefined {
  const agreed = pick(
    remote,
    (field, value) => !isSame(value, seen.fields[field]) && (isSame(value, local[field]) || isSame(value, sent[field])),
  );
  if (Object.keys(agreed).length === 0) return undefined;
  const written = pick(seen.written ?? {}, (field) => agreed[field] === undefined);
  const rest = Object.keys(written).length > 0 ? written : undefined;
  return { ...seen, fields: { ...seen.fields, ...agreed }, written: rest };
}

function pick(fields: Fields, isKept: (field: string, value: Value) => boolean): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([field, value]) => isKept(field, value)));
}

/** The current value of a row: a track is private until its `publish_at`, and public from then on. */
export function effective({ fields, publishAt }: TrackRow, now: number): Fields {
  if (publishAt === undefined) return fields;
  return { ...fields, sharing: now < publishAt ? "private" : "public" };
}
