/**
 * Runs each test file many times: alone, its tests in another order each time, and beside two busy loops for each core.
 * Lists every failure; exits with 1 if there is one.
 *
 * `deno task lab stress [--times=N] [--seed=S] [--busy=N] [--at-once=N] [files]`: 10 times and every file by default,
 * each file in its own process, one at a time by default. The printed seed repeats a run: `deno task test file
 * --shuffle=SEED`.
 */
import { chooseConfig } from "../deno.ts";
import { shareOut } from "./mutate/coverage.ts";
import { readReport } from "../check/tests/junit.ts";
import { testFiles } from "../check/tests/tiers.ts";
import { problems } from "../check/tests/verdict.ts";

const ROOT = new URL("../../", import.meta.url);
/** How long one file may take, in seconds, beside the busy loops. */
const LIMIT_S = 600;

/** Busy loops, until they are disposed. */
function keepBusy(count: number): Disposable {
  const worker = "data:text/javascript,for(;;);";
  const workers = Array.from({ length: count }, () => new Worker(worker, { type: "module" }));
  return { [Symbol.dispose]: () => workers.forEach((one) => one.terminate()) };
}

/** Runs a file once, and returns its failure. */
async function runOnce(file: string, seed: number, config: string): Promise<string[]> {
  const report = await Deno.makeTempFile({ prefix: "tonearm-stress-" });
  try {
    const words = [`${LIMIT_S}`, Deno.execPath(), "test", "-q", "--no-check", "--config", config, "-P=test"];
    const { code } = await new Deno.Command("timeout", {
      args: ["--kill-after=20", ...words, `--shuffle=${seed}`, `--junit-path=${report}`, file],
      cwd: ROOT,
      ...{ stdin: "null", stdout: "null", stderr: "null" } as const,
    }).output();
    const xml = await Deno.readTextFile(report);
    return problems({ code, suites: xml === "" ? undefined : readReport(xml), skips: [] });
  } finally {
    await Deno.remove(report);
  }
}

function shown(lines: readonly string[]): string {
  return lines.map((line) => `  ${line.slice(0, 400)}`).join("\n");
}

/** The files, the number of runs, the first seed, and the number of concurrent processes. */
interface Plan {
  readonly files: readonly string[];
  readonly times: number;
  readonly seed: number;
  readonly atOnce: number;
}

/** Runs each file as often as planned, and returns the failures with the seed of their run. */
async function stress({ files, times, seed, atOnce }: Plan): Promise<Map<string, string[]>> {
  const config = await chooseConfig();
  for (const file of files) await Deno.stat(new URL(file, ROOT));
  const failures = new Map<string, string[]>();
  await shareOut(files, Array.from({ length: atOnce }, () => config), async (file, config) => {
    const lines: string[] = [];
    for (let run = 0; run < times; run++) {
      const found = await runOnce(file, seed + run, config);
      lines.push(...found.map((one) => `--shuffle=${seed + run}  ${one}`));
    }
    if (lines.length > 0) failures.set(file, lines);
    console.log(lines.length > 0 ? `FAILED  ${file}\n${shown(lines)}` : `ok      ${file}`);
  });
  return failures;
}

async function main(args: readonly string[]): Promise<number> {
  const number = (name: string, otherwise: number) =>
    Number(args.find((arg) => arg.startsWith(`--${name}=`))?.slice(name.length + 3) ?? otherwise);
  const named = args.filter((arg) => !arg.startsWith("--"));
  const [times, seed] = [number("times", 10), number("seed", Math.floor(Math.random() * 1_000_000))];
  const files = named.length > 0 ? named : await testFiles();
  console.log(`--times=${times} --seed=${seed}`);
  using _busy = keepBusy(number("busy", 2 * navigator.hardwareConcurrency));
  const failures = await stress({ files, times, seed, atOnce: number("at-once", 1) });
  for (const [file, lines] of failures) console.log(`\n${file}\n${shown(lines)}`);
  console.log(`\n${failures.size} files failed at least once`);
  return failures.size > 0 ? 1 : 0;
}

if (import.meta.main) Deno.exit(await main(Deno.args));
