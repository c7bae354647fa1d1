/**
 * Puts small faults into a copy of the packages, one at a time, and sees whether a test turns red.
 *
 * `deno task mutate` tries all of them, `deno task mutate retry` those of the files whose path holds the word.
 *
 * @module
 */
import { chooseConfig } from "./deno.ts";
import { type Mutation, MUTATIONS } from "./mutations.ts";

const ROOT = new URL("../", import.meta.url);
/** A fault that makes the tests hang is found too. */
const LIMIT_MS = 60_000;
/** What all the tests in question may take together without a fault. */
const LIMIT_WITHOUT_MS = 600_000;

/** How a fault ended: tests failed, tests hung, none noticed it, or it doesn't fit the source any more. */
type Verdict = "red" | "hangs" | "MISSED" | "STALE";

async function output(command: string, args: string[], cwd: URL | string): Promise<string> {
  const { stdout } = await new Deno.Command(command, { args, cwd, stdout: "piped", stderr: "inherit" }).output();
  return new TextDecoder().decode(stdout);
}

/** Copies what git knows and what is new into a folder of its own. */
async function copyTo(folder: string): Promise<void> {
  const listed = await output("git", ["ls-files", "--cached", "--others", "--exclude-standard"], ROOT);
  const config = await chooseConfig();
  for (const path of [...listed.split("\n").filter(Boolean), config.slice(config.lastIndexOf("/") + 1)]) {
    const target = `${folder}/${path}`;
    await Deno.mkdir(target.slice(0, target.lastIndexOf("/")), { recursive: true });
    await Deno.copyFile(new URL(path, ROOT), target).catch((error) => {
      if (!(error instanceof Deno.errors.NotFound)) throw error;
    });
  }
}

async function runTests(folder: string, tests: readonly string[], limitMs: number): Promise<"green" | Verdict> {
  const config = (await chooseConfig()).replace(/^.*\//, `${folder}/`);
  const signal = AbortSignal.timeout(limitMs);
  const files = tests.map((test) => `tests/${test}`);
  const args = ["test", "-q", "--no-check", "--no-lock", "--fail-fast", "-P=test", "--config", config, ...files];
  const child = new Deno.Command(Deno.execPath(), { args, cwd: folder, stdout: "null", stderr: "piped", signal });
  const { success, stderr } = await child.output();
  if (success) return "green";
  if (signal.aborted) return "hangs";
  return new TextDecoder().decode(stderr).includes("could not be parsed") ? "STALE" : "red";
}

async function attempt(folder: string, { file, from, to, tests }: Mutation): Promise<Verdict> {
  const path = `${folder}/${file}`;
  const source = await Deno.readTextFile(path);
  if (source.split(from).length !== 2) return "STALE";
  await Deno.writeTextFile(path, source.replace(from, () => to));
  const outcome = await runTests(folder, tests, LIMIT_MS);
  await Deno.writeTextFile(path, source);
  return outcome === "green" ? "MISSED" : outcome;
}

/** Tries the faults, prints a line for each, and tells how many went unnoticed. */
async function mutate(folder: string, mutations: readonly Mutation[]): Promise<number> {
  const tests = [...new Set(mutations.flatMap((mutation) => mutation.tests))];
  if (await runTests(folder, tests, LIMIT_WITHOUT_MS) !== "green") {
    throw new Error("Cannot try faults: the tests fail without one");
  }
  let unnoticed = 0;
  for (const mutation of mutations) {
    const start = performance.now();
    const verdict = await attempt(folder, mutation);
    const seconds = ((performance.now() - start) / 1000).toFixed(1).padStart(5);
    console.log(`${verdict.padEnd(6)} ${seconds} s  ${mutation.file.padEnd(30)} ${mutation.fault}`);
    if (verdict === "MISSED" || verdict === "STALE") unnoticed++;
  }
  console.log(`\n${mutations.length} faults, ${mutations.length - unnoticed} noticed, ${unnoticed} not`);
  return unnoticed;
}

if (import.meta.main) {
  const [word = ""] = Deno.args;
  const folder = await Deno.makeTempDir({ prefix: "mutate-" });
  try {
    await copyTo(folder);
    Deno.exitCode = await mutate(folder, MUTATIONS.filter(({ file }) => file.includes(word))) ? 1 : 0;
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}
