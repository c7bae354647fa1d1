/**
 * Runs the jobs of a workflow on this machine: each `run:` line as it stands, in a workspace of its own. Of the actions,
 * it knows those that move files; the others set up what is there.
 *
 * @module
 */
import { cp, mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { parse } from "yaml";

interface Step {
  readonly run?: string;
  readonly uses?: string;
  readonly with?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
}

interface Job {
  readonly needs?: string | readonly string[];
  readonly steps?: readonly Step[];
  readonly environment?: string;
}

/** A workflow. */
export interface Workflow {
  readonly jobs: Readonly<Record<string, Job>>;
}

/** Where the jobs run. */
export interface Place {
  /** The repository that a job checks out. */
  readonly origin: string;
  /** The tag that started the workflow. */
  readonly tag: string;
  /** A folder for what jobs work in, and what they hand on. */
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
}

/** How a job ended: with the line that failed, and what it printed. */
export interface Ended {
  readonly failed?: string;
  readonly output: string;
}

/** Reads a workflow. */
export async function readWorkflow(path: string): Promise<Workflow> {
  return parse(await readFile(path, "utf8"));
}

/** The jobs that a job waits for. */
export function needsOf({ jobs }: Workflow, name: string): readonly string[] {
  return [jobs[name]?.needs ?? []].flat();
}

async function sh(command: string, cwd: string, env: Readonly<Record<string, string>>): Promise<Ended> {
  // As GitHub starts a line.
  const args = ["--noprofile", "--norc", "-e", "-o", "pipefail", "-c", command];
  const { success, stdout, stderr } = await new Deno.Command("bash", { args, cwd, env, stdin: "null" }).output();
  const decoder = new TextDecoder();
  const output = decoder.decode(stdout) + decoder.decode(stderr);
  return success ? { output } : { failed: command, output };
}

/**
 * Runs a job.
 *
 * @param workflow Its workflow.
 * @param name Its name.
 * @param place Where it runs.
 * @param leaves Lines that aren't run here, and what stands in for one.
 */
export async function runJob(
  workflow: Workflow,
  name: string,
  place: Place,
  leaves: readonly RegExp[] = [],
  before: (workspace: string) => Promise<void> = () => Promise.resolve(),
): Promise<Ended> {
  const workspace = join(place.folder, `${name}-${crypto.randomUUID()}`);
  await mkdir(workspace, { recursive: true });
  let output = "";
  for (const step of workflow.jobs[name]?.steps ?? []) {
    if (step.uses) await act(step, workspace, place);
    if (step.uses?.startsWith("actions/checkout")) await before(workspace);
    if (!step.run || leaves.some((line) => line.test(step.run ?? ""))) continue;
    const ended = await sh(step.run, workspace, place.env);
    output += ended.output;
    if (ended.failed) return { failed: ended.failed, output };
  }
  return { output };
}

async function act({ uses = "", with: settings = {} }: Step, workspace: string, place: Place): Promise<void> {
  const artifact = join(place.folder, "artifacts", settings["name"] ?? "");
  if (uses.startsWith("actions/checkout")) {
    await must(`git clone -q "$0" . && git checkout -q "$1"`, workspace, place.origin, place.tag);
  } else if (uses.startsWith("actions/upload-artifact")) {
    await mkdir(artifact, { recursive: true });
    const globs = (settings["path"] ?? "").split("\n").join(" ");
    await must(`cp ${globs} "$0"`, workspace, artifact);
  } else if (uses.startsWith("actions/download-artifact")) {
    await cp(artifact, workspace, { recursive: true });
  }
}

async function must(script: string, cwd: string, ...args: string[]): Promise<void> {
  const { success, stderr } = await new Deno.Command("sh", { args: ["-c", script, ...args], cwd }).output();
  if (!success) throw new Error(new TextDecoder().decode(stderr));
}
