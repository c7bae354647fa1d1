// `deno task lab chaos`: attacks a session that many processes share, and counts what is lost.
//
// `deno task lab chaos [--short] [--planted] [--rows=pause-file,kill-redis] [--trials=5] [--seed=1] [--runtimes=deno,node20,node24,bun]
// [--jobs=3] [--json=chaos.json]`. So many rows run at the same time: most of a row is waiting.
// With `--planted`, the processes of each row have a bug, which the row must find.
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { bugFor } from "./bugs.ts";
import { openLab } from "./lab.ts";
import { asPlanted, headline, line, type Result } from "./report.ts";
import { rows } from "./rows.ts";
import { runRow } from "./run.ts";
import type { Row } from "./trial.ts";

const { values } = parseArgs({
  args: Deno.args,
  options: {
    short: { type: "boolean", default: false },
    planted: { type: "boolean", default: false },
    rows: { type: "string" },
    trials: { type: "string" },
    seed: { type: "string" },
    runtimes: { type: "string", default: "deno,node20,node24,bun" },
    json: { type: "string" },
    jobs: { type: "string", default: "3" },
  },
});

/** Trials of a row whose processes have a bug: not each of them can find it. */
const PLANTED = 6;

async function main(): Promise<number> {
  const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31));
  const trials = values.trials === undefined ? undefined : Number(values.trials);
  const chosen = values.rows?.split(",");
  const folder = await mkdtemp(join(tmpdir(), "chaos-lab-"));
  const results: Result[] = [];
  try {
    const isChosen = ({ id, short }: Row) =>
      chosen ? chosen.some((name) => id.startsWith(name)) : !values.short || short > 0;
    const selected = rows.filter(isChosen);
    await using lab = await openLab(folder, values.runtimes.split(","), selected);
    const names = lab.runtimes.map(({ name }) => name);
    console.log(`seed ${seed}; ${names.join(", ")}${lab.note}`);
    console.log(headline());
    const left = selected.values();
    const work = async () => {
      for (const row of left) {
        const usual = values.short || values.planted ? Math.max(row.short, 1) : row.trials;
        const planned = trials ?? (values.planted && !row.isBatch ? PLANTED : usual);
        const bug = values.planted ? bugFor(row.id) : undefined;
        const found = await runRow(row, { ...lab, bug }, { seed, trials: planned });
        if (!found) continue;
        const result = bug ? asPlanted(found, bug) : found;
        results.push(result);
        console.log(line(result));
        // After each row, so that a run that is broken off has said what it counted.
        if (values.json) await writeFile(values.json, JSON.stringify({ seed, runtimes: names, results }, undefined, 2));
      }
    };
    await Promise.all(Array.from({ length: Number(values.jobs) }, work));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  const failed = results.filter(({ hasFailed }) => hasFailed).length;
  console.log(`\n${failed > 0 ? "FAILED" : "ok"} | ${results.length - failed} rows hold | ${failed} don't`);
  return failed;
}

Deno.exit(await main() > 0 ? 1 : 0);
