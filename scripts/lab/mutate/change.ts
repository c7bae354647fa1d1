// What a fault changes.
import type ts from "typescript";

/** Kinds of faults. */
export type Operator =
  | "comparison"
  | "boundary"
  | "boolean"
  | "removed await"
  | "removed call"
  | "swapped arguments"
  | "changed literal"
  | "removed guard"
  | "assignment"
  | "compound assignment"
  | "arithmetic"
  | "min and max"
  | "changed unit"
  | "removed member"
  | "removed cleanup"
  | "exchanged statements"
  | "regular expression"
  | "query text"
  | "script text";

/** A range of a text, and its replacement. */
export interface Change {
  readonly operator: Operator;
  readonly start: number;
  readonly end: number;
  readonly replacement: string;
}

/** Replaces a node, or all from one to another. */
export function change(operator: Operator, from: ts.Node, replacement: string, to: ts.Node = from): Change {
  return { operator, start: from.getStart(), end: to.getEnd(), replacement };
}
