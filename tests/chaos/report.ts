import type { Counts } from "./trial.ts";

/** What came of a row. */
export interface Result {
  readonly id: string;
  readonly title: string;
  readonly counts: Counts;
  readonly remarks: readonly string[];
  readonly seconds: number;
  /** What it needs and this machine lacks: then it wasn't run. */
  readonly lacking: readonly string[];
  readonly hasFailed: boolean;
}

/** The columns, and what they count. */
const COLUMNS: readonly (readonly [title: string, count: keyof Counts])[] = [
  ["trials", "trials"],
  ["faults", "faults"],
  ["refreshes", "refreshes"],
  ["double spends", "doubleSpends"],
  ["lost", "avoidable"],
  ["unavoidable", "unavoidable"],
  ["hangs", "hangs"],
  ["wrong", "wrong"],
];
const REMARKS = 4;

/** The titles of the columns. */
export function headline(): string {
  return `        ${"row".padEnd(24)} ${COLUMNS.map(([title]) => title.padStart(title.length)).join("  ")}`;
}

/** A row, and what went wrong in it. */
export function line({ id, counts, remarks, seconds, lacking, hasFailed }: Result): string {
  if (lacking.length > 0) return `skipped ${id.padEnd(24)} needs ${lacking.join(", ")}`;
  const cells = COLUMNS.map(([title, count]) => `${counts[count]}`.padStart(title.length)).join("  ");
  const more = remarks.length > REMARKS ? [`… and ${remarks.length - REMARKS} more`] : [];
  const notes = [...remarks.slice(0, REMARKS), ...more].map((remark) => `\n          ${remark}`).join("");
  return `${hasFailed ? "FAILED " : "ok     "} ${id.padEnd(24)} ${cells}  ${seconds} s${notes}`;
}

/** The result of a row whose processes have a bug: it holds if the row has found that. */
export function asPlanted(result: Result, bug: string): Result {
  if (result.lacking.length > 0) return result;
  const remarks = result.hasFailed ? [] : [`it doesn't find a process that ${bug}`];
  return { ...result, remarks, hasFailed: !result.hasFailed };
}
