// The runtimes that the suite runs side by side, and the two programs that they run: a worker, and the command line.
//
// Node and Bun come from npm, into a cache outside of the project. Where npm can't be reached, those that are installed
// are used and the others are left out.
import { execFile } from "node:child_process";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { chooseConfig } from "../../scripts/deno.ts";
import { bundle } from "../../scripts/build/npm/bundle.ts";

/** A runtime: its name, and how it runs a program. */
export interface Runtime {
  readonly name: string;
  readonly command: readonly string[];
}

/** The programs, as files that each runtime can run. */
export interface Programs {
  readonly worker: string;
  readonly cli: string;
}

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const execute = promisify(execFile);
const FROM_NPM: Readonly<Record<string, string>> = {
  node20: "npm:node@20",
  node24: "npm:node@24",
  bun: "npm:bun@^1.4.5",
};
const BINARIES: Readonly<Record<string, string>> = { node20: "bin/node", node24: "bin/node", bun: "bin/bun.exe" };

/** Finds the runtimes. */
export async function findRuntimes(names: readonly string[]): Promise<{ runtimes: Runtime[]; missing: string[] }> {
  const missing: string[] = [];
  const fromNpm = names.filter((name) => name in FROM_NPM);
  const folder = fromNpm.length > 0 ? await install().catch((error) => void missing.push(`npm: ${error.message}`)) : "";
  const all = names.map(async (name): Promise<Runtime[]> => {
    if (name === "deno") {
      return [{ name, command: [Deno.execPath(), "run", "-q", "-A", "--no-config", "--unstable-kv"] }];
    }
    const path = folder ? join(folder, "node_modules", name, BINARIES[name] ?? "") : name.replace(/\d+$/, "");
    const works = await execute(path, ["--version"]).then(({ stdout }) => matches(name, stdout), () => false);
    if (!works) missing.push(name);
    return works ? [{ name, command: [path] }] : [];
  });
  return { runtimes: (await Promise.all(all)).flat(), missing };
}

function matches(name: string, version: string): boolean {
  const major = /\d+$/.exec(name)?.[0];
  return major === undefined || version.startsWith(`v${major}.`);
}

/** Installs Node and Bun, once for each set of versions. */
async function install(): Promise<string> {
  const folder = join(Deno.env.get("XDG_CACHE_HOME") || join(homedir(), ".cache"), "tonearm-chaos");
  const manifest = JSON.stringify({ private: true, dependencies: FROM_NPM });
  const mark = join(folder, "installed.json");
  if (await readFile(mark, "utf8").catch(() => "") === manifest) return folder;
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "package.json"), manifest);
  await execute("npm", ["install", "--no-audit", "--no-fund", "--no-package-lock"], { cwd: folder, timeout: 300_000 });
  await writeFile(mark, manifest);
  return folder;
}

/** Bundles both programs. */
export async function bundlePrograms(folder: string): Promise<Programs> {
  const config = await chooseConfig();
  const worker = join(folder, "worker.mjs");
  await bundle(config, "--platform", "deno", "-o", worker, join(ROOT, "tests/chaos/worker.ts"));
  const options = ["--platform", "deno", "--code-splitting", "--external", "@tonearm/sandbox"];
  await bundle(config, ...options, "--outdir", join(folder, "cli"), join(ROOT, "tests/chaos/cli.ts"));
  await writeFile(join(folder, "package.json"), JSON.stringify({ type: "module" }));
  return { worker, cli: join(folder, "cli/cli.js") };
}
