/** Packs the npm packages as a registry would serve them, and creates projects that install them. */
import { cp, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ROOT, run } from "./toolbox.ts";

/** A temporary folder. */
export interface Project extends AsyncDisposable {
  readonly folder: string;
}

/** Paths of tarballs by package name. */
export type Tarballs = Readonly<Record<"@tonearm/client" | "@tonearm/sandbox" | "tonearm", string>>;

/** Set to the process that has built the packages of this tree: its test modules share nothing else. */
const BUILT = "TONEARM_PACKAGES_BUILT_BY";

/** Builds the packages of a tree in its folder `npm/`, this one's only once. */
export async function buildPackages(root: string = ROOT, env: Record<string, string> = {}): Promise<void> {
  if (root === ROOT && Deno.env.get(BUILT) === `${Deno.pid}`) return;
  await run([Deno.execPath(), "task", "-q", "build", "npm"], root, env);
  if (root === ROOT) Deno.env.set(BUILT, `${Deno.pid}`);
}

/** Builds the packages of a tree, and packs them into a folder. */
export async function pack(folder: string, root: string = ROOT, env: Record<string, string> = {}): Promise<Tarballs> {
  await buildPackages(root, env);
  const packages = ["client", "sandbox", "tonearm"].map((name) => `./npm/${name}`);
  await run(["npm", "pack", "--silent", "--pack-destination", folder, ...packages], root, env);
  const names = await readdir(folder);
  const path = (pattern: RegExp) => join(folder, names.find((name) => pattern.test(name)) ?? "");
  return {
    "@tonearm/client": path(/^tonearm-client-.*\.tgz$/),
    "@tonearm/sandbox": path(/^tonearm-sandbox-.*\.tgz$/),
    tonearm: path(/^tonearm-\d.*\.tgz$/),
  };
}

/** Builds the client alone, and packs it into a folder; returns its tarball. */
export async function packClient(folder: string): Promise<string> {
  await run([Deno.execPath(), "task", "-q", "build", "npm", "client"], ROOT);
  const { stdout } = await run(["npm", "pack", "--silent", "--pack-destination", folder, "./npm/client"], ROOT);
  return join(folder, stdout.trim());
}

/** Creates an empty folder. */
export async function emptyProject(): Promise<Project> {
  const folder = await mkdtemp(join(tmpdir(), "tonearm-release-"));
  return { folder, [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }) };
}

/** Creates a project that has installed only the packages, or the named ones. */
export async function consumer(
  tarballs: Tarballs,
  names: readonly (keyof Tarballs)[] = ["@tonearm/client", "@tonearm/sandbox", "tonearm"],
): Promise<Project> {
  const project = await emptyProject();
  const dependencies = Object.fromEntries(names.map((name) => [name, `file:${tarballs[name]}`]));
  await writeFile(
    join(project.folder, "package.json"),
    JSON.stringify({ private: true, type: "module", dependencies }),
  );
  await run(["npm", "install", "--prefer-offline", "--no-audit", "--no-fund"], project.folder);
  return project;
}

/** Copies the contract suite into a project. */
export async function copyContract(project: Project): Promise<void> {
  await cp(`${ROOT}tests/contract`, join(project.folder, "contract"), { recursive: true });
}
