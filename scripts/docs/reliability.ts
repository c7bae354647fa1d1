/**
 * Writes the tables of docs/reliability.md: one from the rules of `tests/faults/`, and with `--chaos=a.json,b.json`
 * another one from the counts of `deno task lab chaos --json=a.json`. With `--check`, it only compares the first.
 *
 * @module
 */
import { parseArgs } from "node:util";
import { type Outcome, summary } from "../../tests/chaos/table.ts";
import { table } from "../../tests/support/faults/fault_matrix.ts";

const PAGE = new URL("../../docs/reliability.md", import.meta.url);
const MARKS = /(<!-- table -->\n)[^]*(<!-- \/table -->)/;

const CHAOS_MARKS = /(<!-- chaos -->\n)[^]*(<!-- \/chaos -->)/;

/** Returns the formatted page with its current tables. */
async function fresh(page: string, outcomes: readonly Outcome[]): Promise<string> {
  const withRules = page.replace(MARKS, (_, start, end) => `${start}\n${table()}\n\n${end}`);
  const text = outcomes.length === 0
    ? withRules
    : withRules.replace(CHAOS_MARKS, (_, start, end) => `${start}\n${summary(outcomes)}\n\n${end}`);
  const child = new Deno.Command(Deno.execPath(), {
    args: ["fmt", "-q", "--ext=md", "-"],
    stdin: "piped",
    stdout: "piped",
  })
    .spawn();
  const writer = child.stdin.getWriter();
  await writer.write(new TextEncoder().encode(text));
  await writer.close();
  return new TextDecoder().decode((await child.output()).stdout);
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
  else console.error("docs/reliability.md is out of date: run `deno task build reliability`");
  return check ? 1 : 0;
}

if (import.meta.main) Deno.exitCode = await main();
