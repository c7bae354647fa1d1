/**
 * Measuring programs, in their own processes.
 *
 * @module
 */

/** The runtimes of measuring programs. */
export const RUNTIMES = {
  "Node.js": ["node", "--expose-gc"],
  Deno: ["deno", "run", "-A", "-q", "--no-config", "--v8-flags=--expose-gc"],
} as const;

/** The name of a runtime. */
export type Runtime = keyof typeof RUNTIMES;

/** The names of all runtimes. */
export const RUNTIME_NAMES = Object.keys(RUNTIMES) as Runtime[];

/** Runs a program to its end and returns the JSON that it printed. */
export async function measure<T>(runtime: Runtime, path: string, ...args: string[]): Promise<T> {
  const [command, ...flags] = RUNTIMES[runtime];
  const { success, stdout } = await new Deno.Command(command, { args: [...flags, path, ...args], stderr: "inherit" })
    .output();
  if (!success) throw new Error(`${path} failed on ${runtime}`);
  return JSON.parse(new TextDecoder().decode(stdout));
}
