// Checks everything that is not a test: format, lint, types, documentation, generated files, style, packages.
import { chooseConfig } from "../deno.ts";
import { ran } from "../ran.ts";

const ROOT = new URL("../../", import.meta.url);

interface Step {
  readonly name: string;
  /** Arguments of `deno`, without the configuration. */
  readonly args: readonly string[];
}

interface Outcome {
  readonly ok: boolean;
  readonly seconds: string;
  readonly text: string;
}

/** The modules that the three packages export. */
async function entryPoints(): Promise<string[]> {
  const found = [];
  for (const folder of ["./", "./cli/", "./sandbox/"]) {
    const { exports } = JSON.parse(await Deno.readTextFile(new URL(`${folder}deno.json`, ROOT)));
    found.push(...Object.values<string>(exports).map((path) => `${folder}${path.slice(2)}`));
  }
  return found;
}

async function steps(): Promise<Step[]> {
  const script = (name: string, ...rest: string[]) => ["run", "-q", "-P=check", `scripts/${name}.ts`, ...rest];
  return [
    { name: "format", args: ["fmt", "--check", "-q"] },
    { name: "lint", args: ["lint", "-q"] },
    { name: "types", args: ["check", "-q", "--doc", "."] },
    { name: "documentation", args: ["doc", "-q", "--lint", ...await entryPoints()] },
    { name: "generated groups", args: script("build/generate_namespaces", "--check") },
    { name: "generated types", args: script("build/generate_endpoints", "--check") },
    { name: "style", args: script("check/check_style") },
    { name: "words", args: script("check/check_words") },
    { name: "licences", args: script("build/notices", "--check") },
    { name: "packages", args: script("check/check_packages") },
  ];
}

async function run({ args }: Step, config: string): Promise<Outcome> {
  const [command = "", ...rest] = args;
  const start = performance.now();
  const words = [command, "--config", config, ...rest];
  const { success, stdout, stderr } = await ran(Deno.execPath(), words, { cwd: ROOT });
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  return { ok: success, seconds, text: stderr + (success ? "" : stdout) };
}

/** Runs all steps, as many concurrently as there are cores, and returns their outcomes in order. */
function start(steps: readonly Step[], config: string): readonly Promise<Outcome>[] {
  const started: Promise<Outcome>[] = [];
  for (const [index, step] of steps.entries()) {
    const before = Promise.all(started.slice(0, Math.max(0, index - navigator.hardwareConcurrency + 1)));
    started.push(before.then(() => run(step, config)));
  }
  return started;
}

/** Runs every step, even after a failure, and returns the number of failures. */
async function check(): Promise<number> {
  const all = await steps();
  const outcomes = start(all, await chooseConfig());
  let failures = 0;
  for (const [index, step] of all.entries()) {
    const { ok, seconds, text } = await outcomes[index]!;
    console.log(`${ok ? "ok    " : "FAILED"}  ${step.name} (${seconds} s)`);
    if (!ok) console.log(text);
    failures += ok ? 0 : 1;
  }
  return failures;
}

if (import.meta.main) {
  const failures = await check();
  if (failures > 0) console.error(`${failures} of the checks failed.`);
  Deno.exit(failures > 0 ? 1 : 0);
}
