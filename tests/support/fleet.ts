/**
 * Processes that share a user's tokens.
 *
 * @module
 */
import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { chooseConfig } from "../../scripts/deno.ts";

/** What a member answers to one call. */
export interface Report {
  /** URN of the signed-in user, or why the call failed. */
  readonly outcome: string;
  /** How often the member has refreshed so far. */
  readonly refreshes: number;
}

/** One process. */
export interface Member {
  /** Makes it call the service. */
  call(): Promise<Report>;
  /** Makes it take the lock and keep it. */
  hold(): Promise<void>;
  /** Kills it on the spot. */
  kill(): Promise<void>;
}

/** Processes, all of them ready. */
export interface Fleet extends AsyncDisposable {
  readonly members: readonly Member[];
}

/** Starts processes that share the token, a user's or the app's own, that `kind` keeps at `place`. */
export async function startFleet(
  size: number,
  config: object,
  kind: string,
  place: string,
  whose: "user" | "app" = "user",
): Promise<Fleet> {
  const processes = await startWorkers(size, "fleet_worker.ts", [JSON.stringify(config), kind, place, whose]);
  const members = processes.map(({ ask, kill }) => ({
    call: async () => JSON.parse(await ask("call")),
    hold: async () => void await ask("hold"),
    kill,
  }));
  return {
    members,
    [Symbol.asyncDispose]: async () => void await Promise.all(members.map((member) => member.kill())),
  };
}

/** A process that answers each line with a line. */
export interface Worker {
  /** Sends it a line. */
  ask(line: string): Promise<string>;
  /** Kills it on the spot. */
  kill(): Promise<void>;
}

/** Starts processes of a script beside this one, and waits until each has said that it's ready. */
export async function startWorkers(size: number, script: string, args: readonly string[]): Promise<Worker[]> {
  const path = fileURLToPath(new URL(script, import.meta.url));
  const options = ["run", "-q", "--no-check", "--no-lock", "--config", await chooseConfig(), "-P=test", path, ...args];
  return await Promise.all(Array.from({ length: size }, () => startWorker(options)));
}

async function startWorker(args: string[]): Promise<Worker> {
  const child = spawn(Deno.execPath(), args, { stdio: ["pipe", "pipe", "pipe"] });
  let complaints = "";
  child.stderr.on("data", (text) => complaints += text);
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const next = async () => {
    const { value, done } = await lines.next();
    if (done) throw new Error(`The process has ended: ${complaints}`);
    return value as string;
  };
  await next();
  return {
    ask: async (line) => {
      child.stdin.write(`${line}\n`);
      return await next();
    },
    kill: () => kill(child),
  };
}

async function kill(child: ChildProcessWithoutNullStreams): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const closed = once(child, "close");
  child.kill("SIGKILL");
  await closed;
}
