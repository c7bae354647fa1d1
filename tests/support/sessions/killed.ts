/**
 * Kills a process during its work.
 *
 * @module
 */
import { fileURLToPath } from "node:url";
import { chooseConfig } from "../../../scripts/deno.ts";
import type { Step } from "./stopped_refresh.ts";

const WORKER = fileURLToPath(new URL("stopped_refresh.ts", import.meta.url));

/** Starts a process that refreshes a session, and kills it at a step. Resolves with the process id. */
export async function killAt(step: Step, config: string, kind: string, place: string): Promise<number> {
  const options = ["run", "-q", "--no-check", "--no-lock", "--config", await chooseConfig(), "-P=test", WORKER];
  const child = new Deno.Command(Deno.execPath(), {
    args: [...options, config, kind, place, step],
    stdout: "piped",
    stderr: "null",
  }).spawn();
  const reader = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  const { value } = await reader.read();
  child.kill("SIGKILL");
  const { signal } = await child.status;
  await reader.cancel();
  // The process may print its step more than once before it is killed.
  const [reached] = value?.split("\n") ?? [];
  if (reached !== step || signal !== "SIGKILL") throw new Error(`It stopped at ${value}, with ${signal}`);
  return child.pid;
}
