// Whether tests passed, by their exit code and report.
import type { Case, Suite } from "./junit.ts";
import { counted, differences, type Ledger } from "./ledger.ts";
import { skipOf } from "./skipped.ts";

/** A run of tests. */
export interface TestRun {
  /** The exit code. */
  readonly code: number;
  /** The report; absent if there is none, for example because a module can't be found. */
  readonly suites?: readonly Suite[] | undefined;
  /** A line for each skipped test: its missing programs and its file. */
  readonly skips: readonly string[];
}

/** The expectations of a run. */
export interface Expected {
  /** Files that must be in the report. Default: none. */
  readonly files?: readonly string[] | undefined;
  /** Installed programs, for which no test may be skipped. Default: any test may be skipped, even all. */
  readonly installed?: readonly string[];
  /** The number of tests of each file. Default: any. */
  readonly ledger?: Ledger | undefined;
}

/** Numbers of tests by outcome. */
export interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

/** Exit codes of `timeout`, without and with a kill. */
const TIMED_OUT: readonly number[] = [124, 137];

/** Returns the problems of a run; none if it passed. */
export function problems({ code, suites, skips }: TestRun, expected: Expected = {}): string[] {
  const found = ended(code);
  if (!suites) return [...found, "wrote no report: a module doesn't load, or the run was ended"];
  for (const { file, cases } of suites) {
    for (const one of cases) if (isBroken(one)) found.push(`${file}: ${one.name}: ${one.message ?? one.outcome}`);
  }
  found.push(...missingFiles(suites, expected.files ?? []));
  const { ledger, installed } = expected;
  const listed = counted(suites);
  if (ledger) found.push(...differences(ledger, listed));
  if (listed.size === 0 && installed) found.push("ran no test");
  return installed ? [...found, ...unexpectedSkips(skips, suites, installed)] : found;
}

/** The problem that an exit code tells of. */
export function ended(code: number): string[] {
  if (TIMED_OUT.includes(code)) return ["took longer than it may"];
  return code === 0 ? [] : [`exit code ${code}`];
}

function unexpectedSkips(skips: readonly string[], suites: readonly Suite[], installed: readonly string[]): string[] {
  const all = skips.map(skipOf);
  const found = new Set(all.flatMap(({ programs }) => programs).filter((program) => installed.includes(program)));
  const complaints = [...found].map((program) => `skipped tests for want of ${program}, which is installed`);
  // File by file: a line that belongs to no skip in one explains no skip in another.
  const files = [...new Set([...all.map(({ file }) => file), ...suites.map(({ file }) => file)])];
  return [...complaints, ...files.flatMap((file) => unexplained(file, all, suites))];
}

function unexplained(file: string, skips: readonly { file: string }[], suites: readonly Suite[]): string[] {
  const { skipped } = countsOf(suites.filter((suite) => suite.file === file));
  const more = skipped - skips.filter((skip) => skip.file === file).length;
  if (more > 0) return [`${file}: skipped ${more} tests that miss no program`];
  return more < 0 ? [`${file}: names missing programs for ${-more} more tests than it skips`] : [];
}

function isBroken({ outcome }: Case): boolean {
  return outcome === "failed" || outcome === "error";
}

function missingFiles(suites: readonly Suite[], files: readonly string[]): string[] {
  const reported = new Set(suites.filter(({ cases }) => cases.length > 0).map(({ file }) => file));
  return files.filter((file) => !reported.has(file)).map((file) => `${file}: no test ran`);
}

/** Counts the tests of a report. */
export function countsOf(suites: readonly Suite[]): Counts {
  const outcomes = suites.flatMap(({ cases }) => cases);
  const failed = outcomes.filter(isBroken).length;
  const skipped = outcomes.filter(({ outcome }) => outcome === "skipped").length;
  return { passed: outcomes.length - failed - skipped, failed, skipped };
}
