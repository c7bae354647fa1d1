/**
 * Three sides of a thing: what the last pull saw, what the folder says, what the service says.
 *
 * @module
 */

import { type Fields, isSame, type Value } from "./fields.ts";
import type { Change, Conflict } from "./types.ts";

/** What the last pull, or the last write, left behind. */
export interface Seen {
  /** What the service showed. */
  readonly fields: Fields;
  /** What was written where the service shows it in another way: a shortened text, say. */
  readonly written?: Fields | undefined;
}

/** What differs between the sides. */
export interface Difference {
  readonly changes: Record<string, Change>;
  readonly conflicts: readonly Omit<Conflict, "id" | "name">[];
}

/** The sides of a conflict that is about the whole thing. */
export const NOTHING = { base: undefined, local: undefined, remote: undefined } as const;

/** How the sides of one value stand to each other. */
export type Standing = "same" | "local" | "remote" | "conflict";

/** Compares the sides of one value. Without a base, sides that differ are a conflict: nobody knows who changed it. */
export function compare(
  base: Value | undefined,
  local: Value,
  remote: Value | undefined,
  written: Value | undefined = base,
): Standing {
  if (isSame(local, remote)) return "same";
  const isLocal = !isSame(local, base) && !isSame(local, written);
  const isRemote = !isSame(remote, base);
  if (isLocal) return isRemote ? "conflict" : "local";
  return isRemote ? "remote" : "same";
}

/** Compares fields. Those that the folder doesn't name, or the service doesn't show, are left alone. */
export function differ(seen: Seen | undefined, local: Fields, remote: Fields): Difference {
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

/** What is to be remembered after a write: the reply, and what was written where the reply differs. */
export function remember(written: Fields, reply: Fields): Seen {
  const other = Object.entries(written).filter(([field, value]) =>
    reply[field] !== undefined && !isSame(value, reply[field])
  );
  return { fields: reply, ...(other.length > 0 ? { written: Object.fromEntries(other) } : {}) };
}
