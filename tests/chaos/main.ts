/**
 * `deno task lab chaos`: attacks a session that many processes share, and counts what is lost.
 *
 * `deno task lab chaos [--short] [--rows=pause-file,kill-redis] [--trials=5] [--seed=1] [--runtimes=deno,node20,node24,bun]
 * [--json=chaos.json]`
 *
 * @module
 */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { openLab } from "./lab.ts";
import { headline, line, type Result } from "./report.ts";
import { rows } from "./rows.ts";
import { runRow } from "./run.ts";

const { values } = parseArgs({
  args: Deno.args,
  options: {
    short: { type: "boolean", default: false },
    rows: { type: "string" },
    trials: { type: "string" },
    seed: { type: "string" },
    runtimes: { type: "string", default: "deno,node20,node24,bun" },
    json: { type: "string" },
  },
});

async function main(): Promise<number> {
  const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31));
  const trials = values.trials === undefined ? undefined : Number(values.trials);
  const chosen = values.rows?.split(",");
  const folder = await mkdtemp(join(tmpdir(), "chaos-lab-"));
  const results: Result[] = [];
  try {
    await using lab = await openLab(folder, values.runtimes.split(","));
    const names = lab.runtimes.map(({ name }) => name);
    console.log(`seed ${seed}; ${names.join(", ")}${lab.note}`);
    console.log(headline());
    for (const row of rows.filter(({ id }) => !chosen || chosen.some((name) => id.startsWith(name)))) {
      const result = await runRow(row, lab, { seed, trials: trials ?? (values.short ? row.short : row.trials) });
      if (!result) continue;
      results.push(result);
      console.log(line(result));
      // After each row, so that a run that is broken off has said what it counted.
      if (values.json) await writeFile(values.json, JSON.stringify({ seed, runtimes: names, results }, undefined, 2));
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  const failed = results.filter(({ hasFailed }) => hasFailed).length;
  console.log(`\n${failed > 0 ? "FAILED" : "ok"} | ${results.length - failed} rows hold | ${failed} don't`);
  return failed;
}

Deno.exit(await main() > 0 ? 1 : 0);
