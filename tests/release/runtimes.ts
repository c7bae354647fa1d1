/**
 * Runs the contract suite on every available runtime, and lists the skipped ones with the reasons.
 *
 * `deno task release runtimes [deno node20 node22 node24 bun workerd chromium]`
 *
 * @module
 */
import { join } from "node:path";
import { type Case, writeReport } from "../../scripts/check/tests/junit.ts";
import { consumer, copyContract, emptyProject, pack, type Project } from "./packed.ts";
import { startService } from "./served.ts";
import { findBun, ROOT, run, type Tool, toolbox } from "./toolbox.ts";

/** What the suites share, created on first use. */
interface SharedBuilds {
  /** Returns a project with the npm package and the suite. */
  readonly project: () => Promise<Project>;
  /** Returns the portable cases, bundled in one file. */
  readonly bundle: () => Promise<string>;
}

/** A runtime: returns its command, or throws the reason why there is none. */
type Runtime = (builds: SharedBuilds) => Promise<{ command: readonly string[]; cwd: string }>;

const SUITE = "contract/client.contract.mjs";

/** Thrown to skip a runtime rather than fail. */
class SkipRuntime extends Error {}

const RUNTIMES: Record<string, Runtime> = {
  deno: () =>
    Promise.resolve({
      command: [Deno.execPath(), "test", "-q", "--config", config(), "-P=test", `tests/${SUITE}`],
      cwd: ROOT,
    }),
  node20: (builds) => onNode(builds, "node", "v20."),
  node22: (builds) => fromToolbox(builds, "node22"),
  node24: (builds) => fromToolbox(builds, "node24"),
  bun: async (builds) => {
    const bun = await findBun().catch((error) => {
      throw new SkipRuntime(`Bun is not installed, and npm can't bring it: ${error}`);
    });
    return { command: [bun, "test", `./${SUITE}`], cwd: (await builds.project()).folder };
  },
  workerd: async (builds) => {
    const cwd = await install("miniflare");
    return { command: ["node", `${ROOT}tests/contract/in_workerd.mjs`, await builds.bundle()], cwd };
  },
  chromium: async (builds) => {
    const chromium = await installed("chromium");
    const cwd = await install("playwright-core");
    return { command: ["node", `${ROOT}tests/contract/in_chromium.mjs`, await builds.bundle(), chromium], cwd };
  },
};

function config(): string {
  return Deno.env.get("TONEARM_DENO_CONFIG") ?? `${ROOT}deno.json`;
}

/** Returns the path of an installed program. */
async function installed(program: string): Promise<string> {
  try {
    return (await run(["which", program], ROOT)).stdout.trim();
  } catch {
    throw new SkipRuntime(`${program} is not installed`);
  }
}

async function install(name: Tool): Promise<string> {
  try {
    return await toolbox(name);
  } catch (error) {
    throw new SkipRuntime(`npm can't bring ${name}: ${String(error).split("\n").at(-2)}`);
  }
}

async function installedPath(name: Tool, path: string): Promise<string> {
  return join(await install(name), path);
}

async function onNode(builds: SharedBuilds, node: string, version: string) {
  const { stdout } = await run([await installed(node), "--version"], ROOT);
  if (!stdout.startsWith(version)) throw new SkipRuntime(`node is ${stdout.trim()}`);
  return { command: [node, "--test", SUITE], cwd: (await builds.project()).folder };
}

async function fromToolbox(builds: SharedBuilds, name: "node22" | "node24") {
  const node = await installedPath(name, `node_modules/${name}/bin/node`);
  return { command: [node, "--test", SUITE], cwd: (await builds.project()).folder };
}

/** Runs a suite against its own sandbox; returns the number of passed cases. */
async function attempt(runtime: Runtime, builds: SharedBuilds): Promise<number> {
  const { command, cwd } = await runtime(builds);
  await using service = await startService();
  const { stdout, stderr } = await run(command, cwd, { TONEARM_CONTRACT: service.settings });
  if (!stdout.startsWith("{")) {
    return Number(/(\d+) pass|pass (\d+)/.exec(stdout + stderr)?.slice(1).find(Boolean) ?? 0);
  }
  const { passed, failures }: { passed: number; failures: string[] } = JSON.parse(stdout);
  if (failures.length > 0) throw new Error(failures.join("\n"));
  return passed;
}

/** Runs a suite and prints its result; returns its cases: none if it was skipped, and one if it failed. */
async function report(name: string, runtime: Runtime, builds: SharedBuilds): Promise<Case[]> {
  try {
    const passed = await attempt(runtime, builds);
    if (passed === 0) throw new Error("no case ran");
    console.log(`ok       ${name.padEnd(9)} ${passed} cases passed`);
    return Array.from({ length: passed }, (_, index) => ({ name: `${name} ${index + 1}`, outcome: "passed" }));
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const isMissing = error instanceof SkipRuntime;
    console.log(`${isMissing ? "skipped " : "FAILED  "} ${name.padEnd(9)} ${message}`);
    return isMissing ? [] : [{ name, outcome: "failed", message }];
  }
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => made ??= make();
}

async function runAll(names: readonly string[], junit?: string): Promise<number> {
  await using scratch = await emptyProject();
  await using projects = new AsyncDisposableStack();
  const builds: SharedBuilds = {
    project: once(async () => {
      const project = projects.use(await consumer(await pack(scratch.folder), ["@tonearm/client"]));
      await copyContract(project);
      return project;
    }),
    bundle: once(async () => {
      const file = join(scratch.folder, "reduced.mjs");
      const args = ["--platform", "browser", "-o", file, "tests/contract/reduced.mjs"];
      await run([Deno.execPath(), "bundle", "-q", "--no-lock", "--config", config(), ...args], ROOT);
      return file;
    }),
  };
  const cases: Case[] = [];
  for (const name of names) {
    const runtime = RUNTIMES[name];
    if (!runtime) throw new Error(`there is no runtime ${name}; known are ${Object.keys(RUNTIMES).join(", ")}`);
    cases.push(...await report(name, runtime, builds));
  }
  if (junit) await Deno.writeTextFile(junit, writeReport("tests/release/runtimes.ts", cases));
  const failed = cases.filter(({ outcome }) => outcome === "failed").length;
  const passed = cases.length - failed;
  console.log(`\n${failed > 0 ? "FAILED" : "ok"} | ${passed} passed | ${failed} failed`);
  return failed;
}

if (import.meta.main) {
  const names = Deno.args.filter((arg) => !arg.startsWith("--"));
  const junit = Deno.args.find((arg) => arg.startsWith("--junit-path="))?.slice("--junit-path=".length);
  const failures = await runAll(names.length > 0 ? names : Object.keys(RUNTIMES), junit);
  Deno.exit(failures > 0 ? 1 : 0);
}
