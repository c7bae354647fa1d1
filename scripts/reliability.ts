/**
 * Writes the table of docs/reliability.md from the rules that `tests/faults/` holds the library to. With `--check` it
 * only compares.
 *
 * @module
 */
import { table } from "../tests/support/fault_matrix.ts";

const PAGE = new URL("../docs/reliability.md", import.meta.url);
const MARKS = /(<!-- table -->\n)[^]*(<!-- \/table -->)/;

/** The page with its table as the rules have it, formatted as every page is. */
async function fresh(page: string): Promise<string> {
  const text = page.replace(MARKS, (_, start, end) => `${start}\n${table()}\n\n${end}`);
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

/** Writes the page anew, or says that it's out of date. */
async function main(check: boolean): Promise<number> {
  const before = await Deno.readTextFile(PAGE);
  const after = await fresh(before);
  if (before === after) return 0;
  if (!check) await Deno.writeTextFile(PAGE, after);
  else console.error("docs/reliability.md is out of date: run `deno task reliability`");
  return check ? 1 : 0;
}

if (import.meta.main) Deno.exitCode = await main(Deno.args.includes("--check"));
