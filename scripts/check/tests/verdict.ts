/**
 * Whether tests passed, by their exit code and report.
 *
 * @module
 */
import type { Case, Suite } from "./junit.ts";

/** A run of tests. */
export interface TestRun {
  /** The exit code. */
  readonly code: number;
  /** The report; absent if there is none, for example because a module can't be found. */
  readonly suites?: readonly Suite[] | undefined;
  /** The missing programs of skipped tests: one entry per test, separated by spaces. */
  readonly skips: readonly string[];
}

/** The expectations of a run. */
export interface Expected {
  /** Files that must be in the report. Default: none. */
  readonly files?: readonly string[] | undefined;
  /** Installed programs, for which no test may be skipped. Default: any test may be skipped. */
  readonly installed?: readonly string[];
  /** Minimum number of tests. Default 1. */
  readonly atLeast?: number;
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
  const found: string[] = [];
  if (TIMED_OUT.includes(code)) found.push("took longer than it may");
  else if (code !== 0) found.push(`exit code ${code}`);
  if (!suites) return [...found, "wrote no report: a module doesn't load, or the run was ended"];
  for (const { file, cases } of suites) {
    for (const one of cases) if (isBroken(one)) found.push(`${file}: ${one.name}: ${one.message ?? one.outcome}`);
  }
  found.push(...missingFiles(suites, expected.files ?? []));
  const { passed, failed, skipped } = countsOf(suites);
  const { atLeast = 1, installed } = expected;
  if (passed + failed < atLeast) found.push(`ran ${passed + failed} tests, where ${atLeast} are expected at least`);
  return installed ? [...found, ...unexpectedSkips(skips, skipped, installed)] : found;
}

function unexpectedSkips(skips: readonly string[], skipped: number, installed: readonly string[]): string[] {
  const found = new Set(skips.flatMap((line) => line.split(" ")).filter((program) => installed.includes(program)));
  const complaints = [...found].map((program) => `skipped tests for want of ${program}, which is installed`);
  const unexplained = skipped - skips.length;
  return unexplained > 0 ? [...complaints, `skipped ${unexplained} tests that miss no program`] : complaints;
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
