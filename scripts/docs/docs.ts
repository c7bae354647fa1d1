/** Updates what the documentation shows: terminal sessions, the output of programs, and `docs/llms.txt`. */
import { readdir } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { placesTable } from "../../tests/release/places/table.ts";
import { draw, packageSources } from "./architecture.ts";
import { frontPage } from "./comparison.ts";
import { exchange } from "./exchanges.ts";
import { fidelityPage } from "./fidelity.ts";
import { formatPage, marked } from "./format.ts";
import { llms } from "./llms.ts";
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

async function update(path: string, make: (before: string) => Promise<string>): Promise<void> {
  const url = new URL(path, ROOT);
  await Deno.writeTextFile(url, await make(await Deno.readTextFile(url).catch(() => "")));
}

if (import.meta.main) {
  await update("docs/contributing/fidelity.md", fidelityPage);
  await update("docs/command-line/commands.md", async () => await formatPage(await commandsPage()));
  await update("docs/places.md", (page) => formatPage(marked(page, "table", placesTable())));
  await update("docs/index.md", frontPage);
  for (const name of await pages()) await update(`docs/${name}`, refresh);
  await update("docs/images/architecture.svg", async () => draw(await packageSources()));
  await update("docs/images/refresh.svg", async () => drawRefresh(await refreshSteps()));
  await update("docs/images/terminal.svg", () => withShell(terminalPicture));
  await update("docs/llms.txt", llms);
}
