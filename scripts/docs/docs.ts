/**
 * Updates what the documentation shows: terminal sessions, the output of programs, and `docs/llms.txt`. With `--check`, it
 * only compares.
 */
import { readdir } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { draw, packageSources } from "./architecture.ts";
import { frontPage } from "./comparison.ts";
import { exchange } from "./exchanges.ts";
import { fidelityPage } from "./fidelity.ts";
import { formatPage } from "./format.ts";
import { llms } from "./llms.ts";
import { placesPage } from "./places.ts";
import { drawRefresh, refreshSteps } from "./refresh.ts";
import { replay, withShell } from "./sessions.ts";
import { rerun } from "./snippets.ts";
import { terminalPicture } from "./terminal.ts";
import { commandsPage } from "./reference/markdown.ts";

const ROOT = new URL("../../", import.meta.url);

/** The paths of the pages in `docs/`, sorted. */
export async function pages(): Promise<string[]> {
  const paths = await readdir(fileURLToPath(new URL("docs/", ROOT)), { recursive: true });
  return paths.filter((path) => path.endsWith(".md") && !/^(?:site|skills)\//.test(path)).sort();
}

/** Returns the updated page. */
async function refresh(page: string): Promise<string> {
  const text = await exchange(await rerun(page));
  return text.includes("```console\n") ? await withShell((shell) => replay(text, shell)) : text;
}

/** Writes a file, or reports that it's out of date. Returns whether it was. */
async function settle(path: string, make: (before: string) => Promise<string>, check: boolean): Promise<boolean> {
  const url = new URL(path, ROOT);
  const before = await Deno.readTextFile(url).catch(() => "");
  const after = await make(before);
  if (before === after) return false;
  if (check) console.error(`${path} is out of date: run \`deno task docs\``);
  else await Deno.writeTextFile(url, after);
  return true;
}

async function main(check: boolean): Promise<number> {
  const stale = [await settle("docs/contributing/fidelity.md", fidelityPage, check)];
  stale.push(await settle("docs/command-line/commands.md", async () => await formatPage(await commandsPage()), check));
  stale.push(await settle("docs/places.md", placesPage, check));
  stale.push(await settle("docs/index.md", frontPage, check));
  for (const name of await pages()) stale.push(await settle(`docs/${name}`, refresh, check));
  stale.push(await settle("docs/images/architecture.svg", async () => draw(await packageSources()), check));
  stale.push(await settle("docs/images/refresh.svg", async () => drawRefresh(await refreshSteps()), check));
  stale.push(await settle("docs/images/terminal.svg", () => withShell(terminalPicture), check));
  stale.push(await settle("docs/llms.txt", llms, check));
  return check && stale.includes(true) ? 1 : 0;
}

if (import.meta.main) Deno.exit(await main(Deno.args.includes("--check")));
