/**
 * Runs the contract suite on every available runtime, and lists the skipped ones with the reasons.
 *
 * `deno task test:runtimes [deno node20 node22 node24 bun workerd chromium]`
 *
 * @module
 */
import { join } from "node:path";
import { type Case, writeReport } from "../../scripts/tests/junit.ts";
import { bringContract, consumer, emptyProject, pack, type Project } from "./packed.ts";
import { startService } from "./served.ts";
import { findBun, ROOT, run, type Tool, toolbox } from "./toolbox.ts";

/** What the suites share, created on first use. */
interface Stage {
  /** Returns a project with the npm package and the suite. */
  readonly project: () => Promise<Project>;
  /** Returns the portable cases, bundled in one file. */
  readonly bundle: () => Promise<string>;
}

/** A runtime: returns its command, or throws the reason why there is none. */
type Runtime = (stage: Stage) => Promise<{ command: readonly string[]; cwd: string }>;

const SUITE = "contract/client.contract.mjs";

/** Thrown to skip a runtime rather than fail. */
class Missing extends Error {}

const RUNTIMES: Record<string, Runtime> = {
  deno: () =>
    Promise.resolve({
      command: [Deno.execPath(), "test", "-q", "--config", config(), "-P=test", `tests/${SUITE}`],
      cwd: ROOT,
    }),
  node20: (stage) => onNode(stage, "node", "v20."),
  node22: (stage) => fromToolbox(stage, "node22"),
  node24: (stage) => fromToolbox(stage, "node24"),
  bun: async (stage) => {
    const bun = await findBun().catch((error) => {
      throw new Missing(`Bun is not installed, and npm can't bring it: ${error}`);
    });
    return { command: [bun, "test", `./${SUITE}`], cwd: (await stage.project()).folder };
  },
  workerd: async (stage) => {
    const cwd = await box("miniflare");
    return { command: ["node", `${ROOT}tests/contract/in_workerd.mjs`, await stage.bundle()], cwd };
  },
  chromium: async (stage) => {
    const chromium = await installed("chromium");
    const cwd = await box("playwright-core");
    return { command: ["node", `${ROOT}tests/contract/in_chromium.mjs`, await stage.bundle(), chromium], cwd };
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
    throw new Missing(`${program} is not installed`);
  }
}

async function box(name: Tool): Promise<string> {
  try {
    return await toolbox(name);
  } catch (error) {
    throw new Missing(`npm can't bring ${name}: ${String(error).split("\n").at(-2)}`);
  }
}

async function tool(name: Tool, path: string): Promise<string> {
  return join(await box(name), path);
}

async function onNode(stage: Stage, node: string, version: string) {
  const { stdout } = await run([await installed(node), "--version"], ROOT);
  if (!stdout.startsWith(version)) throw new Missing(`node is ${stdout.trim()}`);
  return { command: [node, "--test", SUITE], cwd: (await stage.project()).folder };
}

async function fromToolbox(stage: Stage, name: "node22" | "node24") {
  const node = await tool(name, `node_modules/${name}/bin/node`);
  return { command: [node, "--test", SUITE], cwd: (await stage.project()).folder };
}

/** Runs a suite against its own sandbox; returns the number of passed cases. */
async function attempt(runtime: Runtime, stage: Stage): Promise<number> {
  const { command, cwd } = await runtime(stage);
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
async function report(name: string, runtime: Runtime, stage: Stage): Promise<Case[]> {
  try {
    const passed = await attempt(runtime, stage);
    if (passed === 0) throw new Error("no case ran");
    console.log(`ok       ${name.padEnd(9)} ${passed} cases passed`);
    return Array.from({ length: passed }, (_, index) => ({ name: `${name} ${index + 1}`, outcome: "passed" }));
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const isMissing = error instanceof Missing;
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
  const stage: Stage = {
    project: once(async () => {
      const project = projects.use(await consumer(await pack(scratch.folder), ["@tonearm/client"]));
      await bringContract(project);
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
    cases.push(...await report(name, runtime, stage));
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
