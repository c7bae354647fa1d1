// Compares two documents.
import type { Facts, Operations } from "./facts.ts";

/** One difference. */
export interface Difference {
  readonly kind: "added" | "removed" | "changed";
  /** Its subject, as in `parameter query limit`; `operation` for the whole operation. */
  readonly fact: string;
  readonly before?: string;
  readonly after?: string;
}

/** The differences of one operation, with the newer document's name. */
export interface OperationDifferences {
  readonly operation: string;
  readonly differences: readonly Difference[];
}

/** Whether two values are equivalent. */
export type Same = (before: string, after: string) => boolean;

function pathOf(key: string, facts: Facts): string {
  return `${key.split(" ")[0]} ${facts.get("path") ?? ""}`;
}

function compareFacts(before: Facts, after: Facts, same: Same): Difference[] {
  const found: Difference[] = [];
  for (const [fact, value] of before) {
    const other = after.get(fact);
    if (other === undefined) found.push({ kind: "removed", fact, before: value });
    else if (!same(value, other)) found.push({ kind: "changed", fact, before: value, after: other });
  }
  for (const [fact, value] of after) {
    if (!before.has(fact)) found.push({ kind: "added", fact, after: value });
  }
  return withoutInner(found);
}

/** Removes differences inside an added or removed field. */
function withoutInner(differences: readonly Difference[]): Difference[] {
  const whole = differences.filter(({ kind }) => kind !== "changed");
  const isInner = ({ kind, fact }: Difference) =>
    whole.some((other) =>
      other.kind === kind && fact !== other.fact && fact.startsWith(other.fact) &&
      /^(\.|\[\]| = )/.test(fact.slice(other.fact.length))
    );
  return differences.filter((difference) => !isInner(difference)).sort((a, b) => a.fact < b.fact ? -1 : 1);
}

/** Compares two documents, operation by operation. */
export function compare(
  before: Operations,
  after: Operations,
  same: Same = (before, after) => before === after,
): OperationDifferences[] {
  const keys = [...new Set([...before.keys(), ...after.keys()])].sort();
  return keys.flatMap((key): OperationDifferences[] => {
    const [old, current] = [before.get(key), after.get(key)];
    const whole = (kind: "added" | "removed"): Difference[] => [{ kind, fact: "operation" }];
    const differences = old && current ? compareFacts(old, current, same) : whole(old ? "removed" : "added");
    return differences.length === 0 ? [] : [{ operation: pathOf(key, (current ?? old)!), differences }];
  });
}
