/**
 * The npm package as a registry would hand it out, and projects that install it.
 *
 * @module
 */
import { cp, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ROOT, run } from "./toolbox.ts";

/** A folder of its own, removed at the end. */
export interface Project extends AsyncDisposable {
  readonly folder: string;
}

/** Builds the package and packs it into a folder; gives the tarball's path. */
export async function pack(folder: string): Promise<string> {
  const config = Deno.env.get("TONEARM_DENO_CONFIG") ?? `${ROOT}deno.json`;
  await run([Deno.execPath(), "run", "-q", "--config", config, "-P=build", `${ROOT}scripts/build_npm.ts`], ROOT);
  await run(["npm", "pack", "--silent", "--pack-destination", folder], `${ROOT}npm`);
  const [name] = (await readdir(folder)).filter((entry) => entry.endsWith(".tgz"));
  return join(folder, name ?? "");
}

/** Makes an empty folder. */
export async function emptyProject(): Promise<Project> {
  const folder = await mkdtemp(join(tmpdir(), "tonearm-release-"));
  return { folder, [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }) };
}

/**
 * Makes a project that has installed the tarball and nothing else.
 *
 * @param name What the package is called there.
 */
export async function consumer(tarball: string, name = "tonearm"): Promise<Project> {
  const project = await emptyProject();
  const manifest = { private: true, type: "module", dependencies: { [name]: `file:${tarball}` } };
  await writeFile(join(project.folder, "package.json"), JSON.stringify(manifest));
  await run(["npm", "install", "--offline", "--no-audit", "--no-fund"], project.folder);
  return project;
}

/** Copies the contract suite into a project. */
export async function bringContract(project: Project): Promise<void> {
  await cp(`${ROOT}tests/contract`, join(project.folder, "contract"), { recursive: true });
}
