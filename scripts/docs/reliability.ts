/**
 * Writes the tables of docs/contributing/reliability.md: one from the rules of `tests/faults/`, and with `--chaos=a.json,b.json`
 * another one from the counts of `deno task lab chaos --json=a.json`. With `--check`, it only compares the first.
 */
import { parseArgs } from "node:util";
import { type Outcome, summary } from "../../tests/chaos/table.ts";
import { formatPage, marked } from "./format.ts";
import { table } from "../../tests/faults/fault_matrix.ts";

const PAGE = new URL("../../docs/contributing/reliability.md", import.meta.url);

/** Returns the formatted page with its current tables. */
async function fresh(page: string, outcomes: readonly Outcome[]): Promise<string> {
  const withRules = marked(page, "table", table());
  return await formatPage(outcomes.length === 0 ? withRules : marked(withRules, "chaos", summary(outcomes)));
}

/** Updates the page, or reports that it's out of date. */
async function main(): Promise<number> {
  const { values } = parseArgs({ options: { check: { type: "boolean", default: false }, chaos: { type: "string" } } });
  const { check, chaos } = values;
  const outcomes = await Promise.all(
    (chaos?.split(",") ?? []).map(async (path) => JSON.parse(await Deno.readTextFile(path))),
  );
  const before = await Deno.readTextFile(PAGE);
  const after = await fresh(before, outcomes);
  if (before === after) return 0;
  if (!check) await Deno.writeTextFile(PAGE, after);
  else console.error("docs/contributing/reliability.md is out of date: run `deno task build reliability`");
  return check ? 1 : 0;
}

if (import.meta.main) Deno.exitCode = await main();
