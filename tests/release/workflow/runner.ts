/**
 * Runs the jobs of a workflow on this machine: each `run:` line as it stands, in a workspace of its own. Of the actions,
 * it knows those that move files and attest them; the others set up what is there.
 */
import { cp, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parse } from "yaml";

type Env = Readonly<Record<string, string>>;

interface Step {
  readonly id?: string;
  readonly if?: string;
  readonly run?: string;
  readonly uses?: string;
  readonly with?: Env;
  readonly env?: Env;
}

interface Job {
  readonly needs?: string | readonly string[];
  readonly steps?: readonly Step[];
  readonly environment?: string;
  readonly env?: Env;
  readonly strategy?: { readonly matrix: { readonly include?: readonly Env[] } | Readonly<Record<string, string[]>> };
  readonly defaults?: { readonly run: Readonly<Record<string, string>> };
}

/** A workflow. */
export interface Workflow {
  readonly jobs: Readonly<Record<string, Job>>;
  readonly env?: Env;
}

/** Where the jobs run. */
export interface Place {
  /** The repository that a job checks out. */
  readonly origin: string;
  /** The tag that started the workflow, or another name of a commit. */
  readonly tag: string;
  /** A folder for what jobs work in, and what they hand on. */
  readonly folder: string;
  /** What the machine sets, also against the workflow. */
  readonly env: Env;
  /** Lines that aren't run here. */
  readonly leaves: (line: string) => boolean;
  /** Does what stands in for them, after the checkout. */
  readonly before: (workspace: string) => Promise<void>;
}

/** How a job ended: with the line that failed, and what it printed. */
export interface Ended {
  readonly failed?: string;
  readonly output: string;
}

/** Every line that has run, as its workflow has it. */
export const RAN: Set<string> = new Set();

/** Reads a workflow. */
export async function readWorkflow(path: string): Promise<Workflow> {
  return parse(await readFile(path, "utf8"));
}

/** The jobs that a job waits for. */
export function needsOf({ jobs }: Workflow, name: string): readonly string[] {
  return [jobs[name]?.needs ?? []].flat();
}

/** The first combination of a job's matrix: the one for Linux, where there is a choice. */
function firstOf({ strategy }: Job): Env {
  const { include, ...lists } = (strategy?.matrix ?? {}) as { include?: Env[] } & Record<string, string[]>;
  return include?.[0] ?? Object.fromEntries(Object.entries(lists).map(([name, [first = ""]]) => [name, first]));
}

/** What expressions read. */
interface Context {
  readonly github: Env;
  readonly matrix: Env;
  readonly steps: Record<string, { readonly outputs: Env }>;
}

/** The value of an expression. Those of the workflows mean the same in JavaScript. */
function valueOf(expression: string, context: Context): unknown {
  return new Function(...Object.keys(context), `return ${expression}`)(...Object.values(context));
}

function filled(text: string, context: Context): string {
  return text.replaceAll(/\$\{\{(.+?)\}\}/g, (_, expression) => String(valueOf(expression, context)));
}

function filledAll(texts: Env = {}, context: Context): Record<string, string> {
  return Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, filled(`${text}`, context)]));
}

/** Runs a line as GitHub starts it. */
async function sh(command: string, cwd: string, env: Env): Promise<Ended> {
  const args = ["--noprofile", "--norc", "-e", "-o", "pipefail", "-c", command];
  const { success, stdout, stderr } = await new Deno.Command("bash", { args, cwd, env, stdin: "null" }).output();
  const decoder = new TextDecoder();
  const output = decoder.decode(stdout) + decoder.decode(stderr);
  return success ? { output } : { failed: command, output };
}

/** Runs a job. */
export async function runJob(workflow: Workflow, name: string, place: Place): Promise<Ended> {
  const job = workflow.jobs[name] ?? {};
  const workspace = join(place.folder, `${name}-${crypto.randomUUID()}`);
  await mkdir(workspace, { recursive: true });
  const github = { token: "t", workspace, event_name: "pull_request", ref_type: "branch" };
  const context: Context = { github, matrix: firstOf(job), steps: {} };
  const env = { ...filledAll({ ...workflow.env, ...job.env }, context), ...place.env };
  const folder = join(workspace, job.defaults?.run["working-directory"] ?? "");
  let output = "";
  for (const step of job.steps ?? []) {
    if (step.if && !valueOf(step.if, context)) continue;
    const settings = filledAll(step.with, context);
    if (step.uses) await act(step.uses, settings, workspace, place);
    if (step.uses?.startsWith("actions/checkout")) await place.before(join(workspace, settings["path"] ?? ""));
    if (!step.run || place.leaves(step.run)) continue;
    const said = join(workspace, ".said");
    await writeFile(said, "");
    const own = { ...env, ...filledAll(step.env, context), GITHUB_OUTPUT: said, GITHUB_STEP_SUMMARY: "/dev/null" };
    RAN.add(step.run);
    const ended = await sh(filled(step.run, context), folder, { ...own, ...place.env });
    output += ended.output;
    if (ended.failed) return { failed: ended.failed, output };
    const outputs = (await readFile(said, "utf8")).split("\n").filter(Boolean).map((line) => line.split("="));
    if (step.id) context.steps[step.id] = { outputs: Object.fromEntries(outputs) };
  }
  return { output };
}

async function act(uses: string, settings: Env, workspace: string, place: Place): Promise<void> {
  const artifact = join(place.folder, "artifacts", settings["name"] ?? "");
  const folder = join(workspace, settings["path"] ?? "");
  if (uses.startsWith("actions/checkout")) {
    await must('git clone -q "$0" "$2" && git -C "$2" checkout -q "$1"', workspace, place.origin, place.tag, folder);
  } else if (uses.startsWith("actions/upload-artifact")) {
    await mkdir(artifact, { recursive: true });
    await must(`cp ${(settings["path"] ?? "").replaceAll("\n", " ")} "$0"`, workspace, artifact);
  } else if (uses.startsWith("actions/download-artifact")) {
    await cp(artifact, folder, { recursive: true });
  } else if (uses.startsWith("actions/attest")) {
    const paths = (settings["subject-path"] ?? "").replaceAll("\n", " ");
    await must(`sha256sum ${paths} | cut -d " " -f 1 >> "$0"`, workspace, `${place.env["PAGE"]}/.attested`);
  }
}

async function must(script: string, cwd: string, ...args: string[]): Promise<void> {
  const { success, stderr } = await new Deno.Command("sh", { args: ["-c", script, ...args], cwd }).output();
  if (!success) throw new Error(new TextDecoder().decode(stderr));
}
