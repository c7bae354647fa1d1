/**
 * Runs the tests of the named files or of some tiers. Fails if a file runs none, and lists at the end the skipped tests
 * and how to install their programs.
 *
 * `deno task test [--tier=unit,processes,slow] [files] [options of deno test]`
 *
 * @module
 */
import { chooseConfig } from "../deno.ts";
import { readReport } from "./tests/junit.ts";
import { summary } from "./tests/skipped.ts";
import { isTestFile, testFiles, tierOf } from "./tests/tiers.ts";
import { problems, type TestRun } from "./tests/verdict.ts";

const ROOT = new URL("../../", import.meta.url);
/** Names the file in which tests record missing programs. */
const SKIPS = "TONEARM_SKIPS";

/** What to run. */
interface Plan {
  /** Arguments of `deno test`, without files. */
  readonly options: readonly string[];
  /** Files or folders. */
  readonly paths: readonly string[];
  /** Files that must run; unknown if tests are chosen by name or folder. */
  readonly expected: readonly string[] | undefined;
}

async function plan(args: readonly string[]): Promise<Plan> {
  const tiers = args.findLast((arg) => arg.startsWith("--tier="))?.slice("--tier=".length).split(",") ?? [];
  const rest = args.filter((arg) => !arg.startsWith("--tier="));
  const exists = await Promise.all(rest.map((arg) => Deno.stat(new URL(arg, ROOT)).then(() => true, () => false)));
  const paths = rest.filter((arg, index) => exists[index] && !arg.startsWith("-"));
  const options = rest.filter((arg) => !paths.includes(arg));
  // A file of `unit` that starts a process fails, because it has no permission.
  if (tiers.join() === "unit") options.push("--deny-run");
  const isWhole = !options.some((option) => /^--(filter|shard|no-run|changed|related)\b/.test(option));
  if (paths.length > 0) {
    return { options, paths, expected: isWhole ? paths.filter(isTestFile) : undefined };
  }
  const files = (await testFiles()).filter((file) => tiers.length === 0 || tiers.includes(tierOf(file)));
  return { options, paths: files, expected: isWhole ? files : undefined };
}

/** Runs `deno test` with a report, and reads the result. */
async function run({ options, paths }: Plan, folder: string): Promise<TestRun> {
  const given = options.find((option) => option.startsWith("--junit-path="))?.slice("--junit-path=".length);
  const report = given ?? `${folder}/report.xml`;
  const skips = Deno.env.get(SKIPS) || `${folder}/skips`;
  const config = await chooseConfig();
  // `deno task check` checks the types.
  const words = ["test", "--no-check", "--config", config, "-P=test", "--parallel", ...options, ...paths];
  if (!given) words.push(`--junit-path=${report}`);
  const { code } = await new Deno.Command(Deno.execPath(), { args: words, cwd: ROOT, env: { [SKIPS]: skips } })
    .spawn().status;
  const read = (path: string) => Deno.readTextFile(path).catch(() => undefined);
  const xml = await read(report);
  const lines = await read(skips) ?? "";
  return { code, suites: xml === undefined ? undefined : readReport(xml), skips: lines.split("\n").filter(Boolean) };
}

async function main(args: readonly string[]): Promise<number> {
  const folder = await Deno.makeTempDir({ prefix: "tonearm-test-" });
  try {
    const planned = await plan(args);
    const done = await run(planned, folder);
    for (const line of summary(done.skips)) console.log(line);
    // `deno test` has already reported these failures.
    const missing = done.code === 0 ? problems(done, { files: planned.expected ?? [], atLeast: 0 }) : [];
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
