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

const WORKER = fileURLToPath(new URL("fleet_worker.ts", import.meta.url));

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
  const options = ["run", "-q", "--no-check", "--no-lock", "--config", await chooseConfig(), "-P=test", WORKER];
  const members = await Promise.all(
    Array.from({ length: size }, () => startMember([...options, JSON.stringify(config), kind, place, whose])),
  );
  return {
    members,
    [Symbol.asyncDispose]: async () => void await Promise.all(members.map((member) => member.kill())),
  };
}

async function startMember(args: string[]): Promise<Member> {
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
  const ask = async (line: string) => {
    child.stdin.write(`${line}\n`);
    return await next();
  };
  return {
    call: async () => JSON.parse(await ask("call")),
    hold: async () => void await ask("hold"),
    kill: () => kill(child),
  };
}

async function kill(child: ChildProcessWithoutNullStreams): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const closed = once(child, "close");
  child.kill("SIGKILL");
  await closed;
}
