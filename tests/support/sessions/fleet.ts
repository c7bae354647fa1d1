import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { chooseConfig } from "../../../scripts/deno.ts";

/** The result of a member's call. */
export interface Report {
  /** The URN of the signed-in user, or the reason of the failure. */
  readonly outcome: string;
  /** How many times the member has refreshed so far. */
  readonly refreshes: number;
}

/** A process of the fleet. */
export interface Member {
  /** Calls the service. */
  call(): Promise<Report>;
  /** Kills the process. */
  kill(): Promise<void>;
}

/** A fleet of processes that are ready. */
export interface Fleet extends AsyncDisposable {
  readonly members: readonly Member[];
}

/** Starts processes that share a token, of a user or of the app, in the store `kind` at `place`. */
export async function startFleet(
  size: number,
  config: object,
  kind: string,
  place: string,
  whose: "user" | "app" = "user",
): Promise<Fleet> {
  const processes = await startWorkers(size, "fleet_worker.ts", [JSON.stringify(config), kind, place, whose]);
  const members = processes.map(({ send, kill }) => ({
    call: async () => JSON.parse(await send("call")),
    kill,
  }));
  return {
    members,
    [Symbol.asyncDispose]: async () => void await Promise.all(members.map((member) => member.kill())),
  };
}

/** A process that replies to each line with a line. */
export interface Worker {
  /** Sends a line and resolves with the reply. */
  send(line: string): Promise<string>;
  /** Kills the process. */
  kill(): Promise<void>;
}

/** Starts several processes of a script in this folder, and waits until each is ready. */
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
    send: async (line) => {
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
