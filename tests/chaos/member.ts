import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import type { Answer, Command } from "./protocol.ts";

/** How long a process may take to answer before it counts as hanging, in milliseconds. */
const ANSWER_TIMEOUT_MS = 60_000;

/** A worker process. */
export class Member implements AsyncDisposable {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #waiting = new Map<number, (answer: Answer) => void>();
  #next = 1;
  #errors = "";

  private constructor(child: ChildProcessWithoutNullStreams) {
    this.#child = child;
    child.stderr.on("data", (text) => this.#errors += text);
    child.stdin.on("error", () => {});
    createInterface({ input: child.stdout }).on("line", (line) => this.#receive(line));
    child.once("close", () => {
      for (const [id, resolve] of this.#waiting) resolve({ id, ok: false, value: this.#errors, code: "dead" });
    });
  }

  /** Starts a worker and waits until it's ready. */
  static async start(
    command: readonly string[],
    settings: object,
    env: Readonly<Record<string, string>> = {},
  ): Promise<Member> {
    const [file = "", ...args] = command;
    const child = spawn(file, [...args, JSON.stringify(settings)], { env: { ...Deno.env.toObject(), ...env } });
    child.on("error", () => {});
    const member = new Member(child);
    const ready = await member.#answerTo(0);
    if (!ready.ok) throw new Error(`A worker didn't start: ${ready.value}`);
    return member;
  }

  /** Sends it a command. Never rejects. */
  async send(name: string, ...args: string[]): Promise<Answer> {
    const command: Command<string> = { id: this.#next++, do: name, args };
    const answer = this.#answerTo(command.id);
    this.#child.stdin.write(`${JSON.stringify(command)}\n`);
    return await answer;
  }

  /** Sends it a signal. */
  signal(name: "SIGSTOP" | "SIGCONT"): void {
    // Deno's `child.kill` sends nothing to a process that it has sent a signal before.
    Deno.kill(this.#child.pid!, name);
  }

  /** Kills it on the spot. */
  async kill(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const closed = once(this.#child, "close");
    this.#child.kill("SIGKILL");
    await closed;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.kill();
  }

  #answerTo(id: number): Promise<Answer> {
    const { promise, resolve } = Promise.withResolvers<Answer>();
    const timer = setTimeout(() => resolve({ id, ok: false, value: this.#errors, code: "hang" }), ANSWER_TIMEOUT_MS);
    this.#waiting.set(id, resolve);
    return promise.finally(() => {
      clearTimeout(timer);
      this.#waiting.delete(id);
    });
  }

  #receive(line: string): void {
    const answer: Answer = JSON.parse(line);
    this.#waiting.get(answer.id)?.(answer);
  }
}

/** What came of a program that ran to its end. */
export interface Run {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly isHanging: boolean;
}

/** Starts a program; gives it, and what will come of it. Its stdin ends after the input; with `null` it stays open. */
export function start(
  command: readonly string[],
  env: Readonly<Record<string, string>>,
  input: string | null = "",
): { child: ChildProcessWithoutNullStreams; done: Promise<Run> } {
  const [file = "", ...args] = command;
  const child = spawn(file, args, { env: { PATH: Deno.env.get("PATH") ?? "", ...env } });
  child.stdin.on("error", () => {});
  if (input !== null) child.stdin.end(input);
  let [stdout, stderr, isHanging] = ["", "", false];
  child.stdout.on("data", (text) => stdout += text);
  child.stderr.on("data", (text) => stderr += text);
  const timer = setTimeout(() => (isHanging = true, child.kill("SIGKILL")), ANSWER_TIMEOUT_MS);
  const done = once(child, "close").then(([code]) => {
    clearTimeout(timer);
    return { code, stdout, stderr, isHanging };
  });
  return { child, done };
}
