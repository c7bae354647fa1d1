// Which test files run a line: a coverage map per test file, stored in `coverage/map/`.
import { hash } from "node:crypto";
import { fileURLToPath } from "node:url";
import { chooseConfig } from "../../deno.ts";
import { testFiles, tierOf, TIERS } from "../../check/tests/tiers.ts";

const ROOT = new URL("../../../", import.meta.url);
const MAPS = new URL("coverage/map/", ROOT);
/** Time limit of a test file, in seconds. */
const LIMIT_S = 300;

/** The lines that a test file runs. */
export interface TestMap {
  /** The test file. */
  readonly test: string;
  /** A hash of its text. */
  readonly hash: string;
  /** How long it took, in milliseconds. */
  readonly ms: number;
  /** Whether it passed; a failing test notices nothing. */
  readonly passed: boolean;
  /** The lines that it runs, by source file. */
  readonly lines: Readonly<Record<string, readonly number[]>>;
  /** Hashes of these files, to detect changed lines. */
  readonly sources: Readonly<Record<string, string>>;
}

/** Hashes a text. */
export function hashOf(text: string): string {
  return hash("sha256", text).slice(0, 16);
}

/** Reads the lines that ran, by file, from a report of `deno coverage --lcov`. */
export function readLcov(text: string, root: string): Record<string, number[]> {
  const found: Record<string, number[]> = {};
  for (const record of text.split("end_of_record")) {
    const path = /^SF:(.*)$/m.exec(record)?.[1];
    if (!path?.startsWith(root)) continue;
    const lines = [...record.matchAll(/^DA:(\d+),([1-9]\d*)/gm)].map(([, line]) => Number(line));
    if (lines.length > 0) found[path.slice(root.length)] = lines;
  }
  return found;
}

/** The hash of each file; none for a missing file. */
export async function sourceHashes(paths: readonly string[]): Promise<Record<string, string>> {
  const hashes = await Promise.all(paths.map(async (path) => {
    const text = await Deno.readTextFile(new URL(path, ROOT)).catch(() => undefined);
    return text === undefined ? [] : [[path, hashOf(text)] as const];
  }));
  return Object.fromEntries(hashes.flat());
}

/**
 * The place in the tree of a script that ran in a copy of it: what is to be broken is broken in a copy.
 *
 * @param url Where it ran.
 * @param root The tree.
 */
export function homeOf(url: string, root: string): string {
  const path = /^file:.*\/tonearm-[\w-]+\/(scripts\/.*)$/.exec(url)?.[1];
  return path === undefined || url.startsWith(root) ? url : root + path;
}

/** Counts what ran in copies of the tree for the tree; returns its modules. */
async function mapToSources(data: string): Promise<string[]> {
  const modules = new Set<string>();
  for await (const { name } of Deno.readDir(data)) {
    const text = await Deno.readTextFile(`${data}/${name}`);
    const changed = text.replace(/(?<="url": ?")[^"]*/, (url) => {
      const home = homeOf(url, ROOT.href);
      if (home !== url) modules.add(home);
      return home;
    });
    if (changed !== text) await Deno.writeTextFile(`${data}/${name}`, changed);
  }
  return [...modules];
}

/** Runs a test file and its child processes with coverage. */
async function measure(test: string, config: string): Promise<TestMap> {
  const data = await Deno.makeTempDir({ prefix: "tonearm-map-" });
  const hash = hashOf(await Deno.readTextFile(new URL(test, ROOT)));
  try {
    const since = performance.now();
    const words = [String(LIMIT_S), Deno.execPath(), "test", "-q", "--no-check", "--config", config, "-P=test"];
    const options = { cwd: ROOT, stdin: "null", stdout: "null", stderr: "null" } as const;
    const { success } = await new Deno.Command("timeout", {
      args: [...words, `--coverage=${data}`, "--coverage-raw-data-only", test],
      env: { DENO_COVERAGE_DIR: data },
      ...options,
    }).output();
    const ms = Math.round(performance.now() - since);
    const moved = await mapToSources(data);
    // A report leaves out modules that have never been compiled where they are.
    const compile = ["cache", "-q", "--config", config, ...moved];
    if (moved.length > 0) await new Deno.Command(Deno.execPath(), { args: compile, ...options }).output();
    const report = `${data}/lcov.info`;
    const args = [
      "coverage",
      data,
      "--lcov",
      `--output=${report}`,
      `--include=^${ROOT.href}(src|sandbox|cli|offline|scripts)/`,
    ];
    await new Deno.Command(Deno.execPath(), { args, ...options }).output();
    const lcov = await Deno.readTextFile(report).catch(() => "");
    const lines = readLcov(lcov, fileURLToPath(ROOT));
    return { test, hash, ms, passed: success, lines, sources: await sourceHashes(Object.keys(lines)) };
  } finally {
    await Deno.remove(data, { recursive: true });
  }
}

/**
 * Returns the maps of test files, and updates those of changed files.
 *
 * @param copies Number of concurrent runs.
 * @param tests The files. Default: all.
 */
export async function coverageMaps(copies: number, tests?: readonly string[]): Promise<TestMap[]> {
  const config = await chooseConfig();
  await Deno.mkdir(MAPS, { recursive: true });
  return await shareOut(tests ?? await testFiles(), Array.from({ length: copies }, () => config), mapOf);
}

async function mapOf(test: string, config: string): Promise<TestMap> {
  const target = new URL(`${test.replaceAll("/", "__")}.json`, MAPS);
  const hash = hashOf(await Deno.readTextFile(new URL(test, ROOT)));
  const kept: TestMap | undefined = await Deno.readTextFile(target).then(JSON.parse).catch(() => undefined);
  if (kept?.hash === hash) return kept;
  const map = await measure(test, config);
  await Deno.writeTextFile(target, JSON.stringify(map));
  return map;
}

/** Distributes work over workers, each with one item at a time; the results keep the order of the work. */
export async function shareOut<Item, Hand, Result>(
  items: readonly Item[],
  hands: readonly Hand[],
  work: (item: Item, hand: Hand) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const left = items.entries();
  await Promise.all(hands.map(async (hand) => {
    for (const [index, item] of left) results[index] = await work(item, hand);
  }));
  return results;
}

/**
 * Tests that pass without a fault and run its file, the likeliest first: those that run the line, in-process tests,
 * those with the source's name, those of its folder, those that run the fewest other files, and the fastest. Slow ones
 * come last.
 *
 * Whether a test runs a line is only a hint, because a report leaves out a line of which any part has not run: a guard
 * that was never taken, or a chain of calls with a function in it.
 *
 * @param maps The maps.
 * @param path A source file.
 * @param line The line, counted from one.
 * @param hash The current hash of the source file.
 */
export function testsOf(maps: readonly TestMap[], path: string, line: number, hash: string | undefined): TestMap[] {
  const [name = "", ...folders] = path.replace(/\.ts$/, "").split("/").reverse();
  const ranks = ({ test, ms, lines, sources }: TestMap): readonly number[] => [
    tierOf(test) === "slow" ? 1 : 0,
    sources[path] !== hash || lines[path]?.includes(line) ? 0 : 1,
    TIERS.indexOf(tierOf(test)),
    test.includes(`/${name}_`) ? 0 : 1,
    -folders.filter((folder) => test.includes(`/${folder}/`)).length,
    Object.keys(lines).length,
    ms,
  ];
  const isOf = ({ passed, lines }: TestMap) => passed && lines[path] !== undefined;
  return maps.filter(isOf).map((map) => ({ map, rank: ranks(map) }))
    .toSorted((a, b) => a.rank.map((value, index) => value - b.rank[index]!).find((difference) => difference) ?? 0)
    .map(({ map }) => map);
}
