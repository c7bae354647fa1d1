/** What the places share: the packages as users install them, the runtimes, and a sandbox. */
import { mkdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { consumer, copyContract, emptyProject, pack, type Project } from "../packed.ts";
import { startService } from "../served.ts";
import { findBun, install, type Output, ROOT, run, toolbox } from "../toolbox.ts";
import { CHROMIUM, pathOf } from "../../support/programs.ts";
import { type Place, PLACES } from "./table.ts";

/** Starts a place; fails when the package doesn't run there. */
export type Start = (place: Place, project: Project) => Promise<void>;

/** Creates a project that has installed the packages, with the contract suite. */
export async function installPackages(): Promise<Project> {
  await using tarballs = await emptyProject();
  const project = await consumer(await pack(tarballs.folder));
  await copyContract(project);
  return project;
}

/** Every version of Node in the table, by the names of their packages. */
const NODES: Readonly<Record<string, string>> = Object.fromEntries(
  PLACES.filter(({ name }) => name === "Node").map(({ version }) => [`node-${version}`, `npm:node@${version}`]),
);

/** Returns the path of a version of Node that is in the table. */
export async function nodeOf(version: string): Promise<string> {
  return `${await install("nodes", NODES)}/node_modules/node-${version}/bin/node`;
}

/** Returns the command that runs a module in a runtime of the table, with the packages of npm. */
export async function runtimeOf({ name, version }: Place): Promise<readonly string[]> {
  if (name === "Bun") return [await findBun()];
  if (name === "Node") return [await nodeOf(version)];
  return [Deno.execPath(), "run", "-q", "--allow-all", "--no-config", "--node-modules-dir=manual"];
}

/** Runs a command; also returns the output of one that fails. */
export async function attempt(command: readonly string[], cwd: string): Promise<Output & { readonly code: number }> {
  const [file = "", ...args] = command;
  const child = await new Deno.Command(file, { args, cwd, env: { NO_COLOR: "1" } }).output();
  const decoder = new TextDecoder();
  return { code: child.code, stdout: decoder.decode(child.stdout), stderr: decoder.decode(child.stderr) };
}

/** Runs a command with the settings of a sandbox of its own; returns what it prints. */
export async function withSandbox(command: readonly string[], cwd: string): Promise<Output> {
  await using service = await startService();
  return await run(command, cwd, { TONEARM_CONTRACT: service.settings });
}

/** Runs a bundle in a page or in a service worker of Chromium, and returns what it prints. */
export async function inChromium(bundle: string, form: string): Promise<string> {
  const program = [`${ROOT}tests/contract/in_chromium.mjs`, bundle, pathOf(CHROMIUM) ?? CHROMIUM, form];
  return (await withSandbox(["node", ...program], await toolbox("playwright-core"))).stdout;
}

/** Creates a folder in an installation, where its programs and the packages of a project can be imported. */
export async function folderIn(installed: string, name: string, project: Project): Promise<string> {
  const folder = join(installed, name);
  await Deno.remove(folder, { recursive: true }).catch(() => {});
  await mkdir(join(folder, "node_modules"), { recursive: true });
  for (const name of ["@tonearm", "tonearm"]) {
    await symlink(join(project.folder, "node_modules", name), join(folder, "node_modules", name));
  }
  return folder;
}

/** Writes files into a folder. */
export async function writeFiles(folder: string, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(join(folder, path, ".."), { recursive: true });
    await writeFile(join(folder, path), text);
  }
}

/** Runs esbuild on a module, in a process of its own. */
export async function esbuild(folder: string, entry: string, ...options: readonly string[]): Promise<void> {
  const program = `${await install("esbuild", { esbuild: "0.28.2" })}/node_modules/.bin/esbuild`;
  await run([program, entry, "--format=esm", ...options], folder);
}

/** Bundles a module for a place that has no modules of npm, as wrangler does. */
export async function bundleFor(project: Pick<Project, "folder">, entry: string, conditions: string): Promise<string> {
  const out = join(project.folder, `${entry.replaceAll(/\W/g, "_")}_bundle.mjs`);
  await esbuild(project.folder, entry, "--bundle", `--conditions=${conditions}`, `--outfile=${out}`);
  return out;
}

export { ROOT };
