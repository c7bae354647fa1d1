// The installations of the command line: from source, from npm, and as a single file.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { chooseConfig, LAZY_IMPORTS } from "../../../deno.ts";
import { consumer, emptyProject, pack } from "../../../../tests/release/packed.ts";
import { ROOT, run as build } from "../../../../tests/release/toolbox.ts";

/** A command without its arguments. */
export type Program = readonly [string, ...string[]];

const WATCH_MS = 20;

/** From source, as `deno task tonearm` runs it. */
export async function fromSource(): Promise<Program> {
  const main = fileURLToPath(new URL("../../../../cli/main.ts", import.meta.url));
  const flags = ["-q", LAZY_IMPORTS, "--config", await chooseConfig(), "-P=cli"];
  return [Deno.execPath(), "run", ...flags, main];
}

/** From npm: packed and installed into a project, which is removed with it. */
export async function fromNpm(): Promise<{ readonly program: Program } & AsyncDisposable> {
  await using made = await emptyProject();
  const project = await consumer(await pack(made.folder));
  const folder = join(project.folder, "node_modules", "tonearm");
  const { bin } = JSON.parse(await readFile(join(folder, "package.json"), "utf8"));
  return {
    program: ["node", join(folder, bin.tonearm)],
    [Symbol.asyncDispose]: () => project[Symbol.asyncDispose](),
  };
}

/** As a single file, compiled for this machine. */
export async function asFile(): Promise<Program> {
  const system = Deno.build.os === "darwin" ? "macos" : Deno.build.os;
  const target = `${system}-${Deno.build.arch === "aarch64" ? "arm64" : "x64"}`;
  const args = [
    "run",
    "-q",
    "--config",
    await chooseConfig(),
    "-P=build",
    "scripts/build/compile.ts",
    "--target",
    target,
  ];
  await build([Deno.execPath(), ...args], ROOT);
  return [`${ROOT}dist/tonearm-${target}`];
}

/** Starts a command; `ended` waits for its end, which must be a success. */
function begin([command, ...words]: Program, env: Record<string, string>): { pid: number; ended(): Promise<void> } {
  const child = new Deno.Command(command, { args: words, env, stdout: "null", stderr: "inherit" }).spawn();
  return {
    pid: child.pid,
    async ended() {
      const { code } = await child.status;
      if (code !== 0) throw new Error(`${[command, ...words].join(" ")} ended with ${code}`);
    },
  };
}

/** Measures the time of a command, in milliseconds, without observing it. */
export async function timeOf(program: Program, env: Record<string, string> = {}): Promise<number> {
  const start = performance.now();
  await begin(program, env).ended();
  return performance.now() - start;
}

/** Measures the peak memory of a command, in MiB; 0 if it ended before the first measurement. */
export async function memoryOf(program: Program, env: Record<string, string> = {}): Promise<number> {
  const { pid, ended } = begin(program, env);
  let peak = 0;
  const watching = setInterval(() => peak = Math.max(peak, peakOf(pid)), WATCH_MS);
  await ended().finally(() => clearInterval(watching));
  return peak;
}

/** Returns the peak memory of a process so far, in MiB; 0 once it has ended. Deno itself may not read `/proc`. */
export function peakOf(pid: number): number {
  const { stdout } = new Deno.Command("cat", { args: [`/proc/${pid}/status`], stderr: "null" }).outputSync();
  const [, kib = "0"] = /VmHWM:\s+(\d+)/.exec(new TextDecoder().decode(stdout)) ?? [];
  return Number(kib) / 1024;
}
