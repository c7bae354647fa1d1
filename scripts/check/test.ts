/**
 * Runs the tests of the named files or of some tiers, in an order that a printed seed repeats, and in surroundings of
 * their own. Fails if a file runs none or the run leaves anything behind, and lists at the end the skipped tests and how
 * to install their programs.
 *
 * `deno task test [--tier=unit,processes,slow] [files] [options of deno test]`
 */
import { fileURLToPath } from "node:url";
import { chooseConfig } from "../deno.ts";
import { groupsOf, jobsFor, writeEntries } from "./tests/isolates.ts";
import { readReport } from "./tests/junit.ts";
import { summary } from "./tests/skipped.ts";
import { type Surroundings, surroundings } from "./tests/surroundings.ts";
import { isTestFile, testFiles, tierOf } from "./tests/tiers.ts";
import { problems, type TestRun } from "./tests/verdict.ts";

const ROOT = new URL("../../", import.meta.url);
/** Names the file in which tests record missing programs. */
const SKIPS = "TONEARM_SKIPS";
/** Options with which `deno test` chooses among files or modules, and so needs the files themselves. */
const OF_FILES = /^--(shard|changed|related|watch|no-run)\b/;
/** Fails tests that reach no assertion. */
const PRELOADED = fileURLToPath(new URL("tests/preloaded.ts", import.meta.url));
/** The longest run that is shown test by test. */
const SHOWN_FILES = 40;

/** What to run. */
interface Plan {
  /** Arguments of `deno test`, without files. */
  readonly options: readonly string[];
  /** Files or folders. */
  readonly paths: readonly string[];
  /** Files that must run; unknown if tests are chosen by name. */
  readonly expected: readonly string[] | undefined;
}

async function plan(args: readonly string[]): Promise<Plan> {
  const tiers = args.findLast((arg) => arg.startsWith("--tier="))?.slice("--tier=".length).split(",") ?? [];
  const rest = args.filter((arg) => !arg.startsWith("--tier="));
  const exists = await Promise.all(rest.map((arg) => Deno.stat(new URL(arg, ROOT)).then(() => true, () => false)));
  const named = rest.filter((arg, index) => exists[index] && !arg.startsWith("-"));
  const options = rest.filter((arg) => !named.includes(arg));
  // A file of `unit` that starts a process fails, because it has no permission.
  if (tiers.join() === "unit") options.push("--deny-run");
  const paths = named.length > 0
    ? (await Promise.all(named.map(filesOf))).flat()
    : (await testFiles()).filter((file) => tiers.length === 0 || tiers.includes(tierOf(file)));
  const isWhole = !options.some((option) => OF_FILES.test(option) || option.startsWith("--filter"));
  return { options, paths, expected: isWhole ? paths.filter(isTestFile) : undefined };
}

/** The test files of a folder, or the file itself. */
async function filesOf(path: string): Promise<string[]> {
  const { isDirectory } = await Deno.stat(new URL(path, ROOT));
  const plain = path.replace(/^\.\//, "").replace(/\/$/, "");
  return isDirectory ? await testFiles(plain) : [plain];
}

/** Returns the options of a run: in a random order, and shown test by test if there are few files. */
function withDefaults({ options, paths }: Plan): string[] {
  const has = (name: string) => options.some((option) => option.startsWith(`--${name}`));
  const seed = crypto.getRandomValues(new Uint16Array(1))[0];
  return [
    ...options,
    ...(has("shuffle") ? [] : [`--shuffle=${seed}`]),
    ...(has("reporter") || paths.length <= SHOWN_FILES ? [] : ["--reporter=dot"]),
  ];
}

/** Runs `deno test` with a report, and reads the result. */
async function run(planned: Plan, folder: string, { env }: Surroundings): Promise<TestRun> {
  const options = withDefaults(planned);
  const given = options.find((option) => option.startsWith("--junit-path="))?.slice("--junit-path=".length);
  const report = given ?? `${folder}/report.xml`;
  const skips = Deno.env.get(SKIPS) || `${folder}/skips`;
  const config = await chooseConfig();
  const isShared = !options.some((option) => OF_FILES.test(option));
  const jobs = jobsFor(planned.paths);
  const modules = isShared ? await writeEntries(groupsOf(planned.paths, jobs), folder) : planned.paths;
  // `deno task check` checks the types.
  const words = [
    "test",
    "--no-check",
    "--config",
    config,
    "-P=test",
    "--parallel",
    `--preload=${PRELOADED}`,
    ...options,
    ...modules,
  ];
  if (!given) words.push(`--junit-path=${report}`);
  console.log(`in this order: ${options.find((option) => option.startsWith("--shuffle"))}`);
  const all = { DENO_JOBS: `${jobs}`, ...env, [SKIPS]: skips };
  const { code } = await new Deno.Command(Deno.execPath(), { args: words, cwd: ROOT, env: all }).spawn().status;
  const read = (path: string) => Deno.readTextFile(path).catch(() => undefined);
  const xml = await read(report);
  const lines = await read(skips) ?? "";
  return { code, suites: xml === undefined ? undefined : readReport(xml), skips: lines.split("\n").filter(Boolean) };
}

async function main(args: readonly string[]): Promise<number> {
  const folder = await Deno.makeTempDir({ prefix: "tonearm-modules-" });
  try {
    await using around = await surroundings();
    const planned = await plan(args);
    const done = await run(planned, folder, around);
    for (const line of summary(done.skips)) console.log(line);
    // `deno test` has already reported these failures.
    const missing = done.code === 0 ? problems(done, { files: planned.expected ?? [] }) : [];
    missing.push(...await around.problems());
    for (const problem of missing) console.error(`FAILED  ${problem}`);
    return done.code || (missing.length > 0 ? 1 : 0);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

if (import.meta.main) {
  // A terminal also sends Ctrl-C to the tests; this process waits for them to end.
  Deno.addSignalListener("SIGINT", () => {});
  Deno.exit(await main(Deno.args));
}
