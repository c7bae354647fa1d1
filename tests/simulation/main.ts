// `deno task simulation`: runs random schedules, and prints those that violate a rule.
//
// `--schedules=20000 --seed=1 --kind=crashes`, by default from a seed that nobody has tried; `--replay=17 --kind=crashes` prints one schedule.
import process from "node:process";
import { parseArgs } from "node:util";
import { simulate } from "./simulate.ts";
import { KINDS, runSchedule } from "./schedule.ts";
import { installVirtualTime } from "./virtual_time.ts";

const { values } = parseArgs({
  options: {
    schedules: { type: "string", default: "20000" },
    seed: { type: "string", default: `${crypto.getRandomValues(new Uint32Array(1))[0]}` },
    kind: { type: "string" },
    replay: { type: "string" },
  },
});

if (values.replay !== undefined) {
  using _time = installVirtualTime();
  const { log, violations } = await runSchedule(values.kind ?? "mixed", Number(values.replay), true);
  console.log([...log, ...violations].join("\n"));
} else {
  const kinds = values.kind ? [values.kind] : Object.keys(KINDS);
  const report = await simulate(kinds, Number(values.schedules), Number(values.seed));
  console.log(`--seed=${values.seed}`);
  console.table(report.rows);
  for (const { kind, seed, violations } of report.failures.slice(0, 20)) {
    console.log(`--kind=${JSON.stringify(kind)} --replay=${seed}: ${violations.join("; ")}`);
  }
  process.exitCode = report.failures.length ? 1 : 0;
}
