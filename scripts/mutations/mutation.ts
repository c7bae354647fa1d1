/**
 * What a small fault in a source is.
 *
 * @module
 */

/** One fault. */
export interface Mutation {
  /** What the fault does. */
  readonly fault: string;
  readonly file: string;
  /** The text that is replaced; it stands in the file once. */
  readonly from: string;
  readonly to: string;
  /** Files of tests, below `tests/`. */
  readonly tests: readonly string[];
}

/** A fault in words, what is replaced, and what by. */
type Fault = readonly [fault: string, from: string, to: string];

/** Makes faults for the files of a folder: `at("csv.ts", "cli/csv_test.ts", [...])`. */
export function faultsIn(folder: string): (file: string, tests: string, faults: readonly Fault[]) => Mutation[] {
  return (file, tests, faults) =>
    faults.map(([fault, from, to]) => ({ fault, file: `${folder}/${file}`, from, to, tests: tests.split(" ") }));
}
