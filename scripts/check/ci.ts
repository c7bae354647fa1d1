/**
 * Checks and tests a clean clone, with nothing run twice: every step has a time limit, results are read from reports,
 * and a missing test, an uncaught error, a file that doesn't load or a skip without a reason is a failure. Tests run in
 * a copy whose path has a space and an umlaut, those of `unit` also behind a proxy that doesn't answer, in Turkish.
 * Steps that mostly wait, for servers, pauses and installations, run beside the tests; what a step prints is shown when
 * it has ended.
 *
 * `.ci/run` installs programs and names them in TONEARM_INSTALLED, and in TONEARM_ABSENT those that it couldn't install.
 * The last line counts: `2900 passed, 0 failed`.
 */
import { fileURLToPath } from "node:url";
import { readReport } from "./tests/junit.ts";
import { type Ledger, readLedger } from "./tests/ledger.ts";
import { summary } from "./tests/skipped.ts";
import { type Tier, TIERS } from "./tests/tiers.ts";
import { type Counts, countsOf, ended, problems } from "./tests/verdict.ts";

const ROOT = new URL("../../", import.meta.url);

/** One command of the run. */
export interface Step {
  /** Its name in the summary. */
  readonly name: string;
  /** A program and its arguments. */
  readonly command: readonly string[];
  /** Time limit, in minutes. */
  readonly minutes: number;
  /** What its report must contain: the tests of a ledger, or any. Without this, only the exit code counts. */
  readonly tests?: { readonly ledger?: readonly (readonly [file: string, tests: number])[] };
  /** Environment variables. */
  readonly env?: Readonly<Record<string, string>>;
  /** The folder that it runs in. Default: the clone. */
  readonly cwd?: string;
}

/** The outcome of a step. */
interface Result {
  readonly name: string;
  readonly seconds: number;
  /** Processor time of the step's processes, in seconds. */
  readonly busy: number;
  readonly problems: readonly string[];
  readonly counts: Counts;
  readonly skips: readonly string[];
}

const NOTHING: Counts = { passed: 0, failed: 0, skipped: 0 };

/** Runs a step with a time limit; `timeout` also ends its child processes. */
async function runStep(
  { name, command, minutes, tests, env: own, cwd = fileURLToPath(ROOT) }: Step,
  installed: readonly string[],
): Promise<Result> {
  const folder = await Deno.makeTempDir({ prefix: "tonearm-ci-" });
  const report = `${folder}/report.xml`;
  const words = ["--kill-after=20", `${Math.ceil(minutes * 60)}`, ...command];
  if (tests) words.push(`--junit-path=${report}`);
  console.log(`== ${name}: started`);
  const since = performance.now();
  const env = { TONEARM_SKIPS: `${folder}/skips`, NO_COLOR: "1", ...own };
  // To a file: a process that outlives the step would keep a pipe open.
  const script = 'timeout "$@" >"$0" 2>&1; code=$?; times >"$0.times"; exit $code';
  const args = ["-c", script, `${folder}/output`, ...words];
  const { code } = await new Deno.Command("sh", { args, cwd, env, stdin: "null" }).spawn().status;
  const seconds = Math.round((performance.now() - since) / 1000);
  const read = (path: string) => Deno.readTextFile(path).catch(() => undefined);
  const [xml, lines] = [await read(report), await read(`${folder}/skips`)];
  const busy = secondsOf(await read(`${folder}/output.times`) ?? "");
  console.log(`\n== ${name}: ended after ${seconds} s\n${await read(`${folder}/output`) ?? ""}`);
  await Deno.remove(folder, { recursive: true });
  const skips = lines?.split("\n").filter(Boolean) ?? [];
  const suites = xml === undefined ? undefined : readReport(xml);
  const ledger: Ledger | undefined = tests?.ledger && new Map(tests.ledger);
  const expected = { files: [...ledger?.keys() ?? []], ledger, installed };
  const found = tests ? problems({ code, skips, suites }, expected) : ended(code);
  return { name, seconds, busy, problems: found, counts: suites ? countsOf(suites) : NOTHING, skips };
}

/** Adds up the times of a shell's children, which are the last line of `times`: `1m2.34s 0m0.50s`. */
function secondsOf(times: string): number {
  const parts = times.trim().split("\n").at(-1)?.matchAll(/(\d+)m([\d.]+)s/g) ?? [];
  return Math.round([...parts].reduce((sum, [, minutes, seconds]) => sum + 60 * Number(minutes) + Number(seconds), 0));
}

/** Steps that follow one another. */
export type Lane = readonly Step[];

async function runLane(lane: Lane, installed: readonly string[]): Promise<Result[]> {
  const results: Result[] = [];
  for (const step of lane) results.push(await runStep(step, installed));
  return results;
}

/** Runs lanes side by side, all steps even after a failure, and prints the results; returns whether all passed. */
export async function runAll(lanes: readonly Lane[], installed: readonly string[]): Promise<boolean> {
  const results = (await Promise.all(lanes.map((lane) => runLane(lane, installed)))).flat();
  console.log("");
  for (const { name, seconds, busy, problems, counts: { passed, failed, skipped } } of results) {
    const counted = passed + failed + skipped > 0 ? `, ${passed} passed, ${failed} failed, ${skipped} skipped` : "";
    console.log(
      `${problems.length > 0 ? "FAILED" : "ok    "}  ${name} (${seconds} s, ${busy} s of a processor${counted})`,
    );
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

/** Runs a command with a local copy of JSR's packages. */
const WITH_JSR = fileURLToPath(new URL("../shared/tools/with_jsr.sh", ROOT));
/** How long each tier may take, in minutes. */
const MINUTES: Readonly<Record<Tier, number>> = { unit: 8, processes: 15, slow: 45 };
/** What a test that starts no process has to bear. The runner lets it reach this machine without the proxy. */
const HOSTILE = { HTTP_PROXY: "http://127.0.0.1:9", http_proxy: "http://127.0.0.1:9", LANG: "tr_TR.UTF-8" };

/** A task of the project. */
function task(name: string, minutes: number, ...args: string[]): Step {
  return { name: [name, ...args].join(" "), command: [Deno.execPath(), "task", name, ...args], minutes };
}

/** A job of the task `release`, with others in the same process. */
function release(job: string, minutes: number, ...others: string[]): Step {
  return { ...task("release", minutes, job, ...others), tests: {} };
}

/**
 * The steps of `.ci/run`: the tests, and beside them what mostly waits. Of the second lane only the later steps write to
 * the clone, which the check has read by then.
 *
 * @param copy The folder that the tests run in.
 */
export async function lanes(copy: string): Promise<[Lane, Lane]> {
  const tier = async (name: Tier): Promise<Step> => ({
    ...task("test", MINUTES[name], `--tier=${name}`),
    tests: { ledger: [...await readLedger(name)] },
    cwd: copy,
    ...(name === "unit" ? { env: HOSTILE } : {}),
  });
  const jsr = await Deno.stat(WITH_JSR).then(() => true, () => false);
  if (!jsr) console.log(`${WITH_JSR} isn't there: nothing runs with JSR's own packages, unless JSR answers`);
  const tests = [
    ...(jsr ? [] : [task("check", 8)]),
    { ...task("test:docs", 8), tests: { ledger: [...await readLedger("docs")] } },
    ...await Promise.all(TIERS.map(tier)),
    { ...release("binary", 30), cwd: copy },
  ];
  const beside = [
    // The same seeds each time, so that only a change can make it fail; others are tried by hand.
    task("lab", 12, "simulation", "--schedules=6000", "--seed=1"),
    task("lab", 30, "chaos", "--short"),
    // What a release builds holds the packages of JSR. Where they can be had, nothing is built from stand-ins.
    ...(jsr ? withJsr(`${copy}/../deno`) : [PACKAGES]),
    { ...release("rehearse", 20), tests: { ledger: [...await readLedger("release")] } },
  ];
  return [tests, beside];
}

/** In one process the packages are built once. */
const PACKAGES: Step = release("npm", 45, "runtimes");

/**
 * What differs with JSR's own packages: types, the command line's parser, the npm packages.
 *
 * @param cache The folder of downloads that the steps share.
 */
function withJsr(cache: string): Step[] {
  const through = (step: Step): Step => ({
    ...step,
    name: `${step.name}, with JSR's packages`,
    command: [WITH_JSR, ...step.command],
    env: { JSR_DENO_DIR: cache },
  });
  return [
    through(task("lock", 8, "--check")),
    through(task("check", 12)),
    through(PACKAGES),
    through({
      // The npm package, which is built from the same, passes tests/cli/commands/usage_test.ts.
      ...task("test", 15, "tests/offline", "tests/cli/exit_codes_test.ts"),
      tests: {},
    }),
  ];
}

/** Clones the repository into a folder whose path has a space and an umlaut, with what isn't committed. */
async function cloneOddly(): Promise<string> {
  const folder = `${await Deno.makeTempDir({ prefix: "tonearm ünï " })}/tonearm`;
  const script = 'git clone -q . "$0" && git ls-files -coz --exclude-standard | tar -c --null -T - | tar -x -C "$0"';
  const { success } = await new Deno.Command("sh", { args: ["-c", script, folder], cwd: ROOT }).spawn().status;
  if (!success) throw new Error("Cannot clone the repository");
  return folder;
}

/** Runs everything, and returns whether it passed. */
async function main(): Promise<boolean> {
  const words = (name: string) => Deno.env.get(name)?.split(" ").filter(Boolean) ?? [];
  const copy = await cloneOddly();
  try {
    const passed = await runAll(await lanes(copy), words("TONEARM_INSTALLED"));
    const absent = words("TONEARM_ABSENT");
    if (absent.length > 0) console.log(`FAILED  not installed: ${absent.join(", ")}`);
    return passed && absent.length === 0;
  } finally {
    await Deno.remove(`${copy}/..`, { recursive: true });
  }
}

if (import.meta.main) Deno.exit(await main() ? 0 : 1);
