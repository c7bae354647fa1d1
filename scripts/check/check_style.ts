/**
 * Checks rules that need more than one file: imports between modules, names, tests, unused exports. The other rules are
 * in `scripts/check/style/lint.ts`.
 */
import { arrows, cycles } from "./style/arrows.ts";
import { parse, type Source } from "./style/source.ts";
import { testNames } from "./style/test_names.ts";
import { fakeTimeBesideSockets } from "./style/tests.ts";
import { crowded, mirrored, names, testRatio } from "./style/tree.ts";
import { unusedExports } from "./style/unused.ts";

const ROOT = new URL("../../", import.meta.url);
const FOLDERS = ["src", "cli", "sandbox", "tests", "scripts", "offline", "examples"];
const RULES = [arrows, cycles, testRatio, mirrored, names, crowded, testNames, fakeTimeBesideSockets, unusedExports];

/** Returns every complaint, in the order of the rules. */
export function checkStyle(sources: readonly Source[]): string[] {
  return RULES.flatMap((rule) => rule(sources));
}

async function* pathsIn(folder: string): AsyncGenerator<string> {
  for await (const entry of Deno.readDir(new URL(`${folder}/`, ROOT))) {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory && entry.name !== "node_modules") yield* pathsIn(path);
    else if (entry.name.endsWith(".ts")) yield path;
  }
}

async function readSources(): Promise<Source[]> {
  const paths = ["mod.ts"];
  for (const folder of FOLDERS) {
    if (await exists(folder)) paths.push(...await Array.fromAsync(pathsIn(folder)));
  }
  const present = await Promise.all(paths.map(async (path) => await exists(path) ? [path] : []));
  return await Promise.all(
    present.flat().map(async (path) => parse(path, await Deno.readTextFile(new URL(path, ROOT)))),
  );
}

async function exists(path: string): Promise<boolean> {
  return await Deno.stat(new URL(path, ROOT)).then(() => true, () => false);
}

if (import.meta.main) {
  const complaints = checkStyle(await readSources());
  for (const complaint of complaints) console.error(complaint);
  Deno.exit(complaints.length > 0 ? 1 : 0);
}
