/** A sandbox in a separate process, for suites in other runtimes. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { ROOT } from "./toolbox.ts";

/** A running sandbox. */
export interface Service extends AsyncDisposable {
  /** The settings of its clients, as JSON. */
  readonly settings: string;
}

/** Starts a sandbox and waits until it listens. */
export async function startService(): Promise<Service> {
  const config = Deno.env.get("TONEARM_DENO_CONFIG") ?? `${ROOT}deno.json`;
  const args = ["run", "-q", "--config", config, "-P=sandbox", `${ROOT}tests/contract/serve.ts`];
  const child = spawn(Deno.execPath(), args, { stdio: ["pipe", "pipe", "inherit"] });
  const exited = once(child, "exit");
  const lines = createInterface({ input: child.stdout });
  const first = await Promise.race([once(lines, "line"), exited.then(() => [""])]);
  const settings = String(first[0]);
  if (settings === "") throw new Error("the sandbox ended before it listened");
  return {
    settings,
    async [Symbol.asyncDispose]() {
      child.stdin.end();
      await exited;
      lines.close();
    },
  };
}
