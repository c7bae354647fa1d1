/**
 * Writes down what the documentation shows: the sessions of a terminal, and what the programs print. With `--check` it
 * only compares.
 *
 * @module
 */
import { rerun } from "./docs/snippets.ts";
import { replay, withShell } from "./docs/sessions.ts";

const DOCS = new URL("../docs/", import.meta.url);

/** The pages, in the order of their names. */
export async function pages(): Promise<string[]> {
  const entries = await Array.fromAsync(Deno.readDir(DOCS));
  return entries.map(({ name }) => name).filter((name) => name.endsWith(".md")).sort();
}

/** A page as it should be. */
async function refresh(page: string): Promise<string> {
  const text = await rerun(page);
  return text.includes("```console\n") ? await withShell((shell) => replay(text, shell)) : text;
}

/** Writes the pages anew, or says which are out of date. */
async function main(check: boolean): Promise<number> {
  let stale = 0;
  for (const name of await pages()) {
    const url = new URL(name, DOCS);
    const before = await Deno.readTextFile(url);
    const after = await refresh(before);
    if (before === after) continue;
    stale++;
    if (check) console.error(`docs/${name} is out of date: run \`deno task docs\``);
    else await Deno.writeTextFile(url, after);
  }
  return check ? Math.min(stale, 1) : 0;
}

if (import.meta.main) Deno.exit(await main(Deno.args.includes("--check")));
