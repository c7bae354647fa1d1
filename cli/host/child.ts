import { spawn } from "node:child_process";
import { constants } from "node:os";
import process from "node:process";
import { Failure, usage } from "../errors.ts";
import type { Environment, Host } from "./host.ts";

export function runChild(words: readonly string[], env: Environment, host: Host): Promise<number> {
  const [command, ...given] = words;
  if (command === undefined) throw usage("Missing <command...>");
  host.endsItself();
  const child = spawn(command, given, { stdio: "inherit", env: { ...env } });
  const forward = () => forwardSignal(host, child.pid);
  host.signal.addEventListener("abort", forward, { once: true });
  return new Promise<number>((resolve, reject) => {
    child.once("error", (cause: NodeJS.ErrnoException) => {
      const [kind, why] = cause.code === "ENOENT"
        ? ["no_command", "there is no such command"] as const
        : ["failed", cause.message] as const;
      reject(new Failure(kind, `Cannot run ${command}: ${why}`, { cause }));
    });
    child.once("exit", (code, killedBy) => resolve(code ?? 128 + (killedBy ? constants.signals[killedBy] : 0)));
  }).finally(() => host.signal.removeEventListener("abort", forward));
}

/** Forwards signals, except for Ctrl-C at a terminal, which the terminal sends to both processes. */
function forwardSignal({ signal, stdin }: Host, pid: number | undefined): void {
  if (pid === undefined) return;
  const interrupted = signal.reason instanceof Failure && signal.reason.kind === "interrupted";
  // The child's own `kill` would hide the exit code on Deno.
  if (!interrupted) process.kill(pid, "SIGTERM");
  else if (!stdin.isTTY) process.kill(pid, "SIGINT");
}
