/**
 * A machine in memory for the program: streams that are texts, a terminal that is none.
 *
 * @module
 */
import { Context } from "../../cli/context.ts";
import type { GlobalValues } from "../../cli/globals.ts";
import type { Host, Input, Output } from "../../cli/host/host.ts";
import { run } from "../../cli/program.ts";

/** What came of a run. */
export interface Outcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** What the program finds on its machine. */
export interface MachineOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** What stdin holds; nothing when left out. */
  readonly stdin?: string;
  /** A terminal of so many columns stands behind all three streams: stdout and stderr are one then, and it is `stdout`. */
  readonly columns?: number | undefined;
  /** The network; that of the tests when left out. */
  readonly fetch?: typeof globalThis.fetch;
  /** Interrupts the program; nothing does when left out. */
  readonly signal?: AbortSignal;
  /** What time it is; the time of the tests when left out. */
  readonly now?: () => number;
}

/** A machine, and what was written to it. */
export interface Machine {
  readonly host: Host;
  /** What stdout holds so far. */
  readonly stdout: string;
  /** What stderr holds so far; empty where a terminal shows both. */
  readonly stderr: string;
}

/** Makes a machine. */
export function machine({ env = {}, stdin = "", columns, ...others }: MachineOptions = {}): Machine {
  const written = { stdout: "", stderr: "" };
  const isTTY = columns !== undefined;
  const output = (name: "stdout" | "stderr"): Output => ({
    isTTY,
    columns,
    write: (text) => Promise.resolve(void (written[name] += isTTY ? text.replaceAll("\n", "\r\n") : text)),
  });
  const host: Host = {
    stdout: output("stdout"),
    stderr: output(isTTY ? "stdout" : "stderr"),
    stdin: input(stdin, isTTY),
    env,
    fetch: others.fetch ?? globalThis.fetch,
    signal: others.signal ?? new AbortController().signal,
    now: others.now ?? Date.now,
    endsItself: () => {},
  };
  return {
    host,
    get stdout() {
      return written.stdout;
    },
    get stderr() {
      return written.stderr;
    },
  };
}

/** A terminal stays open after what was typed. */
function input(text: string, isTTY: boolean): Input {
  return {
    isTTY,
    async *[Symbol.asyncIterator]() {
      if (text !== "") yield new TextEncoder().encode(text);
      if (isTTY) await new Promise<never>(() => {});
    },
  };
}

/** Runs the program on a machine of its own, inside of this process: what starts and ends a process is left out. */
export async function runHere(argv: readonly string[], options: MachineOptions = {}): Promise<Outcome> {
  const on = machine(options);
  const code = await run(argv, on.host);
  return { code, stdout: on.stdout, stderr: on.stderr };
}

const NO_OPTIONS: GlobalValues = {
  ...{ timeout: 30, retries: 0, input: true, color: false, pager: true },
};

/** What a command gets to see of a machine, with the values of some global options. */
export function contextOn({ host }: Machine, options: Partial<GlobalValues> = {}): Context {
  return new Context(host, { ...NO_OPTIONS, ...options });
}
