import { Random } from "../../sandbox/base/random.ts";
import type { OpenLab } from "./lab.ts";
import type { Result } from "./report.ts";
import { type Counts, noCounts, type Row, Trial } from "./trial.ts";

/** How a row is run. */
export interface RunOptions {
  readonly seed: number;
  readonly trials: number;
}

/** Runs a row; `undefined` when it has no trials. */
export async function runRow(row: Row, lab: OpenLab, { seed, trials }: RunOptions): Promise<Result | undefined> {
  if (trials === 0) return undefined;
  const lacking = row.needs?.filter((need) => !lab.has(need)) ?? [];
  const { id, title } = row;
  const result = { id, title, counts: noCounts(), remarks: [] as string[], seconds: 0, lacking };
  if (lacking.length > 0) return { ...result, hasFailed: false };
  const start = performance.now();
  let next = row.isBatch ? trials : 0;
  const end = row.isBatch ? trials + 1 : trials;
  const work = async () => {
    for (let number = next++; number < end; number = next++) {
      const { counts, remarks } = await runTrial(row, lab, number, new Random(`${seed} ${id} ${number}`));
      add(result.counts, counts);
      result.remarks.push(...remarks.map((remark) => `trial ${number}: ${remark}`));
    }
  };
  await Promise.all(Array.from({ length: Math.min(row.jobs ?? 2, trials) }, work));
  return {
    ...result,
    hasFailed: hasFailed(row, result.counts),
    seconds: Math.round((performance.now() - start) / 1000),
  };
}

/** Whoever finds the old pair after an unavoidable loss sends a token that was spent: that's how it comes out. */
export function hasFailed({ allowsDoubleSpends }: Pick<Row, "allowsDoubleSpends">, counts: Counts): boolean {
  const { avoidable, unavoidable, hangs, wrong, doubleSpends } = counts;
  return avoidable + hangs + wrong > 0 || !allowsDoubleSpends && doubleSpends > unavoidable;
}

/** What a trial that can't be carried out says is something that may not happen. */
async function runTrial(row: Row, lab: OpenLab, number: number, random: Random): Promise<Trial> {
  await using trial = await Trial.start(lab, number, random);
  await row.run(trial).catch((error) => trial.wrong(`the trial broke off: ${error.stack ?? error}`));
  return trial;
}

function add(sum: Counts, counts: Counts): void {
  for (const name of Object.keys(sum) as (keyof Counts)[]) sum[name] += counts[name];
}
