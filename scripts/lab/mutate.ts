/**
 * Makes small faults and lists those that no test notices.
 *
 * `deno task lab mutate [--sample=N] [--seed=S] [--changed[=base]] [--kinds=K,…] [--tier=unit] [--copies=N] [--fresh]
 * [--write] [folders or files]`: a sample of N faults (default 40) of the named files, drawn with a printed seed; with
 * `--changed`, of the lines that differ from a commit (default `main`); with `--kinds`, of these kinds only. `--tier`
 * leaves out the tests of later tiers, which takes less time and notices less. As many are tried concurrently as there are copies (default: one per core).
 * Verdicts are kept in `coverage/`, and hold until the source or a test of the line changes; `--fresh` forgets them.
 * `--write` keeps the scores in `scripts/lab/mutate/scores.json` and in CONTRIBUTING.md. Fails if a folder's sample is
 * worse than its score allows.
 */
import { Random } from "../../sandbox/base/random.ts";
import { coverageMaps, shareOut, type TestMap } from "./mutate/coverage.ts";
import { type Fault, faultsOf } from "./mutate/faults.ts";
import {
  folderOf,
  FOLDERS,
  isNoticed,
  percent,
  type Ratchet,
  regressions,
  type Score,
  table,
} from "./mutate/scores.ts";
import { testFiles, type Tier, tierOf, TIERS } from "../check/tests/tiers.ts";
import { type Verdict, Workshop } from "./mutate/trial.ts";
import { Verdicts } from "./mutate/verdicts.ts";
import { formatPage, marked } from "../docs/format.ts";
import { projectFiles } from "../project_files.ts";
import { ran } from "../ran.ts";

const ROOT = new URL("../../", import.meta.url);
const SCORES = new URL("scripts/lab/mutate/scores.json", ROOT);
const EQUIVALENT = new URL("scripts/lab/mutate/equivalent.json", ROOT);

/** A fault that changes nothing, and why. */
interface Equivalent {
  readonly path: string;
  /** Its line, trimmed. */
  readonly line: string;
  readonly operator: string;
  readonly replacement: string;
  readonly reason: string;
}

/** The settings of the command line. */
interface Settings {
  readonly sample: number;
  readonly seed: number;
  readonly changed: string | undefined;
  /** The kinds of faults that are drawn; all, if undefined. */
  readonly kinds: readonly string[] | undefined;
  /** The last tier whose tests may notice a fault. */
  readonly tier: string | undefined;
  readonly copies: number;
  readonly fresh: boolean;
  readonly write: boolean;
  readonly places: readonly string[];
}

/** A fault and its verdict. */
interface Tried {
  readonly fault: Fault;
  readonly verdict: Verdict;
}

function settings(args: readonly string[]): Settings {
  const value = (name: string) => args.find((arg) => arg.startsWith(`--${name}=`))?.slice(name.length + 3);
  return {
    sample: Number(value("sample") ?? 40),
    seed: Number(value("seed") ?? Math.floor(Date.now() / 86_400_000)),
    changed: args.includes("--changed") ? "main" : value("changed"),
    kinds: value("kinds")?.split(","),
    tier: value("tier"),
    copies: Number(value("copies") ?? navigator.hardwareConcurrency),
    fresh: args.includes("--fresh"),
    write: args.includes("--write"),
    places: args.filter((arg) => !arg.startsWith("--")).map((arg) => arg.replace(/\/$/, "")),
  };
}

/** The lines that differ from a commit, by file: those of `git diff --unified=0`. */
export function changedLines(diff: string): Map<string, Set<number>> {
  const found = new Map<string, Set<number>>();
  for (const part of diff.split(/^diff --git /m)) {
    const path = /^\+\+\+ b\/(.*)$/m.exec(part)?.[1];
    if (!path) continue;
    const ranges = [...part.matchAll(/^@@ -\S+ \+(\d+)(?:,(\d+))? @@/gm)];
    const lines = ranges.flatMap(([, start, count = "1"]) =>
      Array.from({ length: Number(count) }, (_, index) => Number(start) + index)
    );
    found.set(path, new Set(lines));
  }
  return found;
}

/**
 * Every fault that may be drawn, including equivalent ones, so that a sample stays the same when one is listed as
 * equivalent.
 */
async function candidates({ places, changed, kinds }: Settings): Promise<Fault[]> {
  const paths = (await projectFiles("*.ts")).filter((path) => folderOf(path) && !path.endsWith(".d.ts"));
  const chosen = paths.filter((path) =>
    places.length === 0 || places.some((place) => path === place || path.startsWith(`${place}/`))
  );
  const lines = changed
    ? changedLines((await ran("git", ["diff", "--unified=0", changed], { cwd: ROOT })).stdout)
    : undefined;
  const faults = await Promise.all(chosen.map(async (path) => {
    const text = await Deno.readTextFile(new URL(path, ROOT));
    const isDrawn = ({ line, operator }: Fault) =>
      (!lines || lines.get(path)?.has(line)) && (!kinds || kinds.includes(operator));
    return faultsOf(path, text).filter(isDrawn);
  }));
  return faults.flat();
}

/** Leaves out equivalent faults. */
async function withoutEquivalent(faults: readonly Fault[]): Promise<Fault[]> {
  const known: Equivalent[] = JSON.parse(await Deno.readTextFile(EQUIVALENT));
  const areEquivalent = await Promise.all(faults.map(async (fault) => {
    const row = await rowOf(fault);
    return known.some((one) => isSame(one, fault, row));
  }));
  return faults.filter((_, index) => !areEquivalent[index]);
}

function isSame(known: Equivalent, { path, operator, replacement }: Fault, row: string): boolean {
  return known.path === path && known.line === row && known.operator === operator && known.replacement === replacement;
}

async function rowOf({ path, line }: Fault): Promise<string> {
  return (await Deno.readTextFile(new URL(path, ROOT))).split("\n")[line - 1]?.trim() ?? "";
}

/** Tries faults in several copies of the tree, and prints unnoticed ones. */
async function tryAll(
  faults: readonly Fault[],
  maps: readonly TestMap[],
  { copies, fresh }: Settings,
): Promise<Tried[]> {
  const known = await Verdicts.open(fresh);
  await using stack = new AsyncDisposableStack();
  const isSound = new Map<string, boolean>();
  const workshops: Workshop[] = [];
  for (let copy = 0; copy < copies; copy++) workshops.push(stack.use(await Workshop.open(isSound)));
  let done = 0;
  const tried = await shareOut(faults, workshops, async (fault, workshop) => {
    const verdict = await known.of(fault, maps, () => workshop.try(fault, maps));
    const place = `${++done}/${faults.length}`;
    console.log(isNoticed(verdict) ? `${place} ${verdict}` : `${place} ${await describe(fault, verdict)}`);
    return { fault, verdict };
  });
  const failing = [...isSound].filter(([, passes]) => !passes).map(([test]) => test);
  if (failing.length > 0) console.log(`Fail in a copy without a fault, too, and notice nothing: ${failing.join(", ")}`);
  return tried;
}

async function describe(fault: Fault, verdict: Verdict): Promise<string> {
  const { path, line, operator, replacement } = fault;
  return `${verdict}  ${path}:${line}  ${operator}: ${JSON.stringify(replacement)}\n  ${await rowOf(fault)}`;
}

function scoresOf(tried: readonly Tried[]): Record<string, Score> {
  const entries = FOLDERS.map((folder): [string, Score] => {
    const own = tried.filter(({ fault }) => folderOf(fault.path) === folder);
    return [folder, { noticed: own.filter(({ verdict }) => isNoticed(verdict)).length, tried: own.length }];
  });
  return Object.fromEntries(entries.filter(([, { tried }]) => tried > 0));
}

/** Writes scores to `scores.json` and CONTRIBUTING.md. */
async function write(scores: Readonly<Record<string, Score>>, kept: Readonly<Record<string, Ratchet>>): Promise<void> {
  const merged = Object.fromEntries(
    Object.entries(kept).map(([folder, before]) => [folder, { ...before, ...scores[folder] }]),
  );
  await Deno.writeTextFile(SCORES, `${JSON.stringify(merged, null, 2)}\n`);
  const guide = new URL("CONTRIBUTING.md", ROOT);
  const text = await Deno.readTextFile(guide);
  await Deno.writeTextFile(guide, await formatPage(marked(text, "scores", table(merged))));
}

/** The test files of the named tier and those before it. */
async function testsUpTo({ tier }: Settings): Promise<string[]> {
  const files = await testFiles();
  return tier === undefined
    ? files
    : files.filter((file) => TIERS.indexOf(tierOf(file)) <= TIERS.indexOf(tier as Tier));
}

async function main(args: readonly string[]): Promise<number> {
  const wanted = settings(args);
  const maps = (await candidates(wanted)).length > 0 ? await coverageMaps(wanted.copies, await testsUpTo(wanted)) : [];
  // Searched again, because creating the maps takes minutes, in which the source may have changed.
  const all = await candidates(wanted);
  const drawn = new Random(wanted.seed).sample(all, wanted.sample);
  const faults = await withoutEquivalent(drawn);
  const equivalent = drawn.length - faults.length;
  console.log(`${drawn.length} of ${all.length} faults, --seed=${wanted.seed}; ${equivalent} of them change nothing`);
  const scores = scoresOf(await tryAll(faults, maps, wanted));
  for (const [folder, score] of Object.entries(scores)) {
    console.log(`${folder.padEnd(16)} ${percent(score)} % (${score.noticed} of ${score.tried})`);
  }
  const kept: Record<string, Ratchet> = JSON.parse(await Deno.readTextFile(SCORES));
  if (wanted.write) await write(scores, kept);
  const worse = wanted.write ? [] : regressions(scores, kept);
  for (const complaint of worse) console.error(complaint);
  return worse.length > 0 ? 1 : 0;
}

if (import.meta.main) Deno.exit(await main(Deno.args));
