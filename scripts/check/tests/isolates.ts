// Shares isolates among test files: most of the time of a small file is spent on loading the modules that it imports.
import { isAbsolute } from "node:path";
import { pathToFileURL } from "node:url";
import { lists, startsNothing, tierOf } from "./tiers.ts";

const ROOT = new URL("../../../", import.meta.url);

/** Files and folders that need an isolate each: they change globals as they load, or a library goes on after a test. */
const ALONE: readonly string[] = [
  "tests/scripts/check/check_words_test.ts",
  "tests/transport/mocked_by_nock_test.mjs",
  "tests/sandbox/dashboard/",
];

/** Files that share what takes most of their time, and so an isolate. */
const TOGETHER: readonly (readonly string[])[] = [
  ["tests/scripts/docs/site_test.ts", "tests/scripts/docs/playground_test.ts"],
];

/** How many isolates run at once: more than cores, because tests wait for processes, sockets and timers; not slow ones. */
export function jobsFor(files: readonly string[]): number {
  const cores = navigator.hardwareConcurrency;
  return files.some((file) => tierOf(file) === "slow") ? cores : 2 * cores;
}

/**
 * Divides test files among isolates: those that start nothing share one for each job. Every other file has its own,
 * because what a test with processes leaves under way ends beside a later test of its isolate, which then fails as a leak.
 *
 * @param files The files.
 * @param jobs How many isolates run at once.
 * @param shares Whether a file may share. Default: those that start nothing.
 * @returns The files of each isolate.
 */
export function groupsOf(
  files: readonly string[],
  jobs: number,
  shares: (file: string) => boolean = startsNothing,
): string[][] {
  const few = TOGETHER.map((group) => group.filter((file) => files.includes(file))).filter(({ length }) => length > 0);
  const others = files.filter((file) => !few.flat().includes(file));
  const together = others.filter((file) => !lists(ALONE, file) && shares(file));
  return [
    ...few,
    ...others.filter((file) => !together.includes(file)).map((file) => [file]),
    ...divide(together, jobs),
  ];
}

function divide(files: readonly string[], count: number): string[][] {
  const groups = Array.from({ length: Math.min(count, files.length) }, (): string[] => []);
  for (const [index, file] of files.entries()) groups[index % groups.length]!.push(file);
  return groups;
}

/**
 * Writes a module for each group of several files, which imports them. Reports and failures still name the file of a
 * test, because they show where it is defined.
 *
 * @param groups The groups.
 * @param folder An existing folder to write to.
 * @returns Arguments of `deno test`: these modules, and the files that are alone.
 */
export async function writeEntries(groups: readonly string[][], folder: string): Promise<string[]> {
  return await Promise.all(groups.map(async (files, index) => {
    const [only] = files;
    if (only !== undefined && files.length === 1) return only;
    const path = `${folder}/isolate_${index + 1}_test.ts`;
    const imports = files.map((file) => `import ${JSON.stringify(addressOf(file))};\n`);
    await Deno.writeTextFile(path, imports.join(""));
    return path;
  }));
}

function addressOf(file: string): string {
  return isAbsolute(file) ? pathToFileURL(file).href : new URL(file, ROOT).href;
}
