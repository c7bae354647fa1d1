import type { StoreFinding } from "../types/token_record.ts";

/** How much a store's clock may differ, in milliseconds. */
const CLOCK_MS = 5000;

/** One thing that a store checks: whether it is wrong, what then is the problem, and its remedy. */
export type Check = readonly [isWrong: boolean, problem: string, remedy: string];

export function findings(checks: readonly Check[]): StoreFinding[] {
  return checks.flatMap(([isWrong, problem, remedy]) => isWrong ? { problem, remedy } : []);
}

export function checkClock(subject: string, now: number): Check {
  const skewMs = now - Date.now();
  const problem = `The clock of ${subject} differs by ${Math.round(skewMs / 1000)} s`;
  return [Math.abs(skewMs) > CLOCK_MS, problem, "Set both clocks by NTP"];
}
