import { spawn } from "node:child_process";
import process from "node:process";
import { setTimeout as wait } from "node:timers/promises";
import type { Context } from "../context.ts";
import { Failure } from "../errors.ts";
import { usersOwn } from "../host/child_env.ts";
import { counted, line } from "../output/text.ts";
import type { Followed } from "./options.ts";

const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 60_000;
/** How a shell says that it found a file but can't run it. */
const NOT_EXECUTABLE = 126;

/** Why a delivery failed, and what the user can do. */
export interface Problem {
  readonly why: string;
  readonly advice?: string;
}

export interface Delivery {
  /** What delivers, at the beginning of a message. */
  readonly name: string;
  readonly code: string;
  /** Tries once, and resolves with the problem, if any. */
  attempt(): Promise<Problem | undefined>;
}

/** Runs a command for an event until it succeeds; throws a failure after too many attempts. */
export async function runHook(context: Context, command: string, event: Followed, retries: number): Promise<void> {
  const attempt = () => runOnce(context, command, event);
  await deliver(context, { name: "The command", code: "exec", attempt }, event, retries);
}

/** Delivers an event, with growing pauses between the attempts; throws a failure after too many. */
export async function deliver(context: Context, way: Delivery, event: Followed, retries: number): Promise<void> {
  const { signal } = context.host;
  for (let failures = 0;;) {
    const problem = await way.attempt();
    signal.throwIfAborted();
    if (problem === undefined) return;
    if (++failures > retries) throw refusal(way, event, problem, failures);
    const pauseMs = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (failures - 1));
    await context.say(line`${way.name} ${problem.why} on ${event.id}; retrying in ${String(pauseMs / 1000)} s`);
    await wait(pauseMs, undefined, { signal }).catch(() => signal.throwIfAborted());
  }
}

/** Returns the problem, if any. The output goes to stderr, because stdout contains the events. */
function runOnce({ host }: Context, command: string, event: Followed): Promise<Problem | undefined> {
  const child = spawn(command, { shell: true, env: usersOwn(host.env), stdio: ["pipe", process.stderr.fd, "inherit"] });
  const end = () => child.pid === undefined ? undefined : process.kill(child.pid, "SIGTERM");
  host.signal.addEventListener("abort", end, { once: true });
  // The command may exit without reading its stdin.
  child.stdin?.on("error", () => child.stdin?.destroy());
  child.stdin?.end(`${JSON.stringify(event)}\n`);
  return new Promise<Problem | undefined>((resolve) => {
    child.once("error", ({ message }) => resolve({ why: `cannot be run (${message})` }));
    child.once("close", (code, by) => resolve(code === 0 ? undefined : problemOf(code, by)));
  }).finally(() => host.signal.removeEventListener("abort", end));
}

function problemOf(code: number | null, by: string | null): Problem {
  if (code === null) return { why: `was stopped by ${by}` };
  return { why: `failed with exit code ${code}`, advice: code === NOT_EXECUTABLE ? "Try chmod +x. " : "" };
}

function refusal({ name, code }: Delivery, { id }: Followed, problem: Problem, failures: number): Failure {
  return new Failure("failed", `${name} ${problem.why} on ${id}, ${counted(failures, "time")} in all`, {
    code,
    hint: `${problem.advice ?? ""}With --state, the next run begins with this event.`,
  });
}
