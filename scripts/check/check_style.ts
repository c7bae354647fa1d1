/**
 * Checks rules that need more than one file: imports between modules, names, tests, unused exports. The other rules are
 * in `scripts/check/style/lint.ts`.
 */
import { projectFiles } from "../project_files.ts";
import { arrows, cycles } from "./style/arrows.ts";
import { parse, type Source } from "./style/source.ts";
import { testNames } from "./style/test_names.ts";
import { fakeTimeBesideSockets } from "./style/tests.ts";
import { crowded, mirrored, names, testRatio } from "./style/tree.ts";
import { unusedExports } from "./style/unused.ts";

const ROOT = new URL("../../", import.meta.url);
const READ = /^(?:mod\.ts$|(?:src|cli|sandbox|tests|scripts|offline|examples)\/)/;
const RULES = [arrows, cycles, testRatio, mirrored, names, crowded, testNames, fakeTimeBesideSockets, unusedExports];

/** Returns every complaint, in the order of the rules. */
export function checkStyle(sources: readonly Source[]): string[] {
  return RULES.flatMap((rule) => rule(sources));
}

async function readSources(): Promise<Source[]> {
  const paths = (await projectFiles("*.ts")).filter((path) => READ.test(path));
  return await Promise.all(paths.map(async (path) => parse(path, await Deno.readTextFile(new URL(path, ROOT)))));
}

if (import.meta.main) {
  const complaints = checkStyle(await readSources());
  for (const complaint of complaints) console.error(complaint);
  Deno.exit(complaints.length > 0 ? 1 : 0);
}
