/**
 * Checks and tests a clean clone, with nothing run twice: every step has a time limit, results are read from reports,
 * and a missing test, an uncaught error, a file that doesn't load or a skip without a reason is a failure.
 *
 * `.ci/run` installs programs and names them in TONEARM_INSTALLED. The last line counts: `2900 passed, 0 failed`.
 *
 * @module
 */
import { readReport } from "./tests/junit.ts";
import { summary } from "./tests/skipped.ts";
import { testFiles, tierOf } from "./tests/tiers.ts";
import { type Counts, countsOf, problems } from "./tests/verdict.ts";

const ROOT = new URL("../../", import.meta.url);

/** One command of the run. */
export interface Step {
  /** Its name in the summary. */
  readonly name: string;
  /** A program and its arguments. */
  readonly command: readonly string[];
  /** Time limit, in minutes. */
  readonly minutes: number;
  /** What its report must contain. Without this, only the exit code counts. */
  readonly tests?: { readonly files?: readonly string[]; readonly atLeast: number };
}

/** The outcome of a step. */
interface Result {
  readonly name: string;
  readonly seconds: number;
  readonly problems: readonly string[];
  readonly counts: Counts;
  readonly skips: readonly string[];
}

const NOTHING: Counts = { passed: 0, failed: 0, skipped: 0 };

/** Runs a step with a time limit; `timeout` also ends its child processes. */
async function runStep({ name, command, minutes, tests }: Step, installed: readonly string[]): Promise<Result> {
  const folder = await Deno.makeTempDir({ prefix: "tonearm-ci-" });
  const report = `${folder}/report.xml`;
  const words = ["--kill-after=20", `${Math.ceil(minutes * 60)}`, ...command];
  if (tests) words.push(`--junit-path=${report}`);
  console.log(`\n== ${name}`);
  const since = performance.now();
  const env = { TONEARM_SKIPS: `${folder}/skips`, NO_COLOR: "1" };
  const child = new Deno.Command("timeout", { args: words, cwd: ROOT, env, stdin: "null" }).spawn();
  const { code } = await child.status;
  const seconds = Math.round((performance.now() - since) / 1000);
  const read = (path: string) => Deno.readTextFile(path).catch(() => undefined);
  const [xml, lines] = [await read(report), await read(`${folder}/skips`)];
  await Deno.remove(folder, { recursive: true });
  const skips = lines?.split("\n").filter(Boolean) ?? [];
  const suites = xml === undefined ? undefined : readReport(xml);
  const found = problems(
    { code, skips, suites: tests ? suites : [] },
    tests ? { ...tests, installed } : { atLeast: 0 },
  );
  return { name, seconds, problems: found, counts: suites ? countsOf(suites) : NOTHING, skips };
}

/** Runs all steps, even after a failure, and prints their results; returns whether all passed. */
export async function runAll(steps: readonly Step[], installed: readonly string[]): Promise<boolean> {
  const results: Result[] = [];
  for (const step of steps) results.push(await runStep(step, installed));
  console.log("");
  for (const { name, seconds, problems, counts: { passed, failed, skipped } } of results) {
    const counted = passed + failed + skipped > 0 ? `, ${passed} passed, ${failed} failed, ${skipped} skipped` : "";
    console.log(`${problems.length > 0 ? "FAILED" : "ok    "}  ${name} (${seconds} s${counted})`);
    for (const problem of problems) console.log(`        ${problem.slice(0, 600)}`);
  }
  for (const line of summary(results.flatMap(({ skips }) => skips))) console.log(line);
  const broken = results.filter(({ problems }) => problems.length > 0);
  const passed = results.reduce((sum, { counts }) => sum + counts.passed, 0);
  // A step can fail although no test fails.
  const failed = results.reduce(
    (sum, { counts, problems }) => sum + Math.max(counts.failed, Math.sign(problems.length)),
    0,
  );
  console.log(`\n${passed} passed, ${failed} failed`);
  return broken.length === 0 && passed > 0;
}

/** Minimum number of tests of each tier: the last number, rounded down. */
const AT_LEAST = { unit: 4000, processes: 900, slow: 550 } as const;
/** Runs a command with a local copy of JSR's packages. */
const WITH_JSR = "../shared/tools/with_jsr.sh";

/** A task of the project. */
function task(name: string, minutes: number, ...args: string[]): Step {
  return { name: [name, ...args].join(" "), command: [Deno.execPath(), "task", name, ...args], minutes };
}

/** The steps of `.ci/run`, in their order. */
export async function steps(): Promise<Step[]> {
  const files = await testFiles();
  const tier = (name: keyof typeof AT_LEAST, minutes: number): Step => ({
    ...task("test", minutes, `--tier=${name}`),
    tests: { files: files.filter((file) => tierOf(file) === name), atLeast: AT_LEAST[name] },
  });
  const counted = (step: Step, atLeast: number): Step => ({ ...step, tests: { atLeast } });
  return [
    task("check", 5),
    counted(task("test:docs", 5), 42),
    tier("unit", 5),
    tier("processes", 10),
    tier("slow", 20),
    task("lab", 4, "simulation", "--schedules=20000"),
    task("lab", 8, "chaos", "--short"),
    counted(task("release", 8, "rehearse"), 1),
    counted(task("release", 15, "npm"), 1),
    counted(task("release", 10, "runtimes"), 45),
    counted(task("release", 20, "binary"), 1),
    ...await withJsr(),
  ];
}

/** The same steps with JSR's own packages, if a copy of them exists. */
async function withJsr(): Promise<Step[]> {
  const isThere = await Deno.stat(new URL(WITH_JSR, ROOT)).then(() => true, () => false);
  if (!isThere) {
    console.log(`${WITH_JSR} isn't there: nothing runs with JSR's own packages, unless JSR answers`);
    return [];
  }
  const through = (step: Step): Step => ({
    ...step,
    name: `${step.name}, with JSR's packages`,
    command: [WITH_JSR, ...step.command],
  });
  return [
    through(task("lock", 5, "--check")),
    through(task("check", 8)),
    through({ ...task("release", 18, "npm"), tests: { atLeast: 30 } }),
    through({
      ...task("test", 12, "tests/cli", "tests/offline", "tests/scripts/plain_test.ts", "tests/scripts/deno_test.ts"),
      tests: { atLeast: 1 },
    }),
  ];
}

if (import.meta.main) {
  const installed = Deno.env.get("TONEARM_INSTALLED")?.split(" ").filter(Boolean) ?? [];
  Deno.exit(await runAll(await steps(), installed) ? 0 : 1);
}
