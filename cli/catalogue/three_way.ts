/**
 * Three versions of a resource: the last pull, the folder, the service.
 *
 * @module
 */

import { type Fields, isSame, type Value } from "./fields.ts";
import type { Change, Conflict } from "./types.ts";

/** The state after the last pull or write. */
export interface Seen {
  /** The service's version. */
  readonly fields: Fields;
  /** The written value if the service returns another one, such as a shortened text. */
  readonly written?: Fields | undefined;
}

/** The differences between the sides. */
export interface Difference {
  readonly changes: Record<string, Change>;
  readonly conflicts: readonly Omit<Conflict, "id" | "name">[];
}

/** The versions of a conflict about the whole resource. */
export const NOTHING = { base: undefined, local: undefined, remote: undefined } as const;

/** The relation between the versions of one value. */
export type Standing = "same" | "local" | "remote" | "conflict";

/**
 * Compares the sides of one value. Without a base, different versions are a conflict, because it's unknown which side
 * changed.
 */
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

/** Compares fields. Items that the folder doesn't contain or the service doesn't return are left unchanged. */
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

/** The state to record after a write: the reply, and the written values where the reply differs. */
export function remember(written: Fields, reply: Fields): Seen {
  const other = Object.entries(written).filter(([field, value]) =>
    reply[field] !== undefined && !isSame(value, reply[field])
  );
  return { fields: reply, ...(other.length > 0 ? { written: Object.fromEntries(other) } : {}) };
}
