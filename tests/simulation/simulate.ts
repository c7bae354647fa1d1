import { type Outcome, runSchedule } from "./schedule.ts";
import { installVirtualTime } from "./virtual_time.ts";

/** What came of the schedules of one class. */
export interface Row {
  readonly kind: string;
  readonly schedules: number;
  readonly sends: number;
  readonly operations: number;
  /** Schedules in which a sign-in may end although nobody made a mistake. */
  readonly excused: number;
  readonly violations: number;
}

/** The rows, and the outcomes that violate a rule. */
export interface Report {
  readonly rows: readonly Row[];
  readonly failures: readonly Outcome[];
}

/** Runs as many schedules, spread over the classes; their seeds count up from the first. */
export async function simulate(kinds: readonly string[], schedules: number, seed: number): Promise<Report> {
  using _time = installVirtualTime();
  const rows: Row[] = [];
  const failures: Outcome[] = [];
  const each = Math.ceil(schedules / kinds.length);
  for (const kind of kinds) {
    let [sends, operations, excused, violations] = [0, 0, 0, 0];
    for (let n = 0; n < each; n++) {
      const outcome = await runSchedule(kind, seed + n);
      sends += outcome.sends;
      operations += outcome.operations;
      excused += Number(outcome.isExcused);
      if (!outcome.violations.length) continue;
      violations++;
      failures.push(outcome);
    }
    rows.push({ kind, schedules: each, sends, operations, excused, violations });
  }
  return { rows, failures };
}
