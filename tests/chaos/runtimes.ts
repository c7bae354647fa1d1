// The runtimes that the suite runs side by side, and the two programs that they run: a worker, and the command line.
//
// Node and Bun come from npm. Where it can't be reached, those that are installed are used and the others are left out.
import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { chooseConfig } from "../../scripts/deno.ts";
import { bundle } from "../../scripts/build/npm/bundle.ts";
import { findBun, install } from "../release/toolbox.ts";

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
const NODES: Readonly<Record<string, string>> = { node20: "npm:node@20", node24: "npm:node@24" };

/** Finds the runtimes. */
export async function findRuntimes(names: readonly string[]): Promise<{ runtimes: Runtime[]; missing: string[] }> {
  const missing: string[] = [];
  const installed = async (name: string) =>
    name === "bun" ? await findBun() : `${await install("chaos", NODES)}/node_modules/${name}/bin/node`;
  const all = names.map(async (name): Promise<Runtime[]> => {
    if (name === "deno") {
      return [{ name, command: [Deno.execPath(), "run", "-q", "-A", "--no-config", "--unstable-kv"] }];
    }
    const path = await installed(name).catch((error) => {
      missing.push(`npm: ${error.message}`);
      return name.replace(/\d+$/, "");
    });
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
