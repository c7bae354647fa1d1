/**
 * Other programs, run in the foreground.
 *
 * @module
 */

import { spawn } from "node:child_process";
import { constants } from "node:os";
import { Failure, usage } from "./errors.ts";
import type { Environment } from "./host.ts";

/** Runs a program with this one's streams; ends it when the signal aborts. Resolves to its exit code. */
export function runChild(words: readonly string[], env: Environment, signal: AbortSignal): Promise<number> {
  const [command, ...given] = words;
  if (command === undefined) throw usage("Missing <command...>");
  return new Promise((resolve, reject) => {
    const child = spawn(command, given, { stdio: "inherit", env: { ...env } });
    const stop = () => child.kill("SIGTERM");
    signal.addEventListener("abort", stop, { once: true });
    child.once("error", (cause) => reject(new Failure("failed", `Cannot run ${command}`, { cause })));
    child.once("exit", (code, killedBy) => {
      signal.removeEventListener("abort", stop);
      resolve(code ?? 128 + (killedBy ? constants.signals[killedBy] : 0));
    });
  });
}
