// Measuring programs, in their own processes.
import { fileURLToPath } from "node:url";
import { chooseConfig } from "../../../deno.ts";

/** The runtimes of measuring programs. */
export const RUNTIMES = {
  "Node.js": ["node", "--expose-gc"],
  Deno: ["deno", "run", "-A", "-q", "--no-config", "--v8-flags=--expose-gc"],
} as const;

/** The name of a runtime. */
export type Runtime = keyof typeof RUNTIMES;

/** The names of all runtimes. */
export const RUNTIME_NAMES = Object.keys(RUNTIMES) as Runtime[];

/** Runs a bundled program to its end and returns the JSON that it printed. */
export async function measure<T>(runtime: Runtime, path: string, ...args: string[]): Promise<T> {
  return await printed([...RUNTIMES[runtime], path, ...args]);
}

/** Runs a module of this folder's parent from source, and returns the JSON that it printed. */
export async function measureSource<T>(path: string): Promise<T> {
  const program = fileURLToPath(new URL(`../${path}`, import.meta.url));
  return await printed([Deno.execPath(), "run", "-q", "--config", await chooseConfig(), "-P=test", program]);
}

async function printed<T>([command = "", ...args]: readonly string[]): Promise<T> {
  const { success, stdout } = await new Deno.Command(command, { args, stderr: "inherit" }).output();
  if (!success) throw new Error(`${command} ${args.join(" ")} failed`);
  return JSON.parse(new TextDecoder().decode(stdout));
}
