// Known differences and their reasons.
import type { Difference, OperationDifferences } from "./compare.ts";

/** A known difference. */
export interface Accepted {
  /** Regular expression for the whole operation, as in `GET /me.*`. */
  readonly operation: string;
  /** Regular expression for the whole fact. */
  readonly fact: string;
  readonly kind?: Difference["kind"];
  /** Why the project differs from the document. */
  readonly reason: string;
}

/** The remaining differences, and the counts of known ones. */
export interface Judged {
  readonly open: readonly OperationDifferences[];
  /** How many differences each reason accounts for, in the order of the list. */
  readonly counts: readonly number[];
}

function fits(pattern: string, text: string): boolean {
  return new RegExp(`^(?:${pattern})$`).test(text);
}

/** Removes the known differences from a comparison. */
export function judge(found: readonly OperationDifferences[], accepted: readonly Accepted[]): Judged {
  const counts = accepted.map(() => 0);
  const open = found.map(({ operation, differences }) => ({
    operation,
    differences: differences.filter(({ kind, fact }) => {
      const index = accepted.findIndex((each) =>
        fits(each.operation, operation) && fits(each.fact, fact) && (each.kind ?? kind) === kind
      );
      if (index >= 0) counts[index] = (counts[index] ?? 0) + 1;
      return index < 0;
    }),
  }));
  return { open: open.filter(({ differences }) => differences.length > 0), counts };
}
