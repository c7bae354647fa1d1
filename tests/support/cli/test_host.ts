import "../required_modules.ts";
import type { Sandbox } from "@tonearm/sandbox";
import { setImmediate as later } from "node:timers/promises";
import { connect } from "../../../cli/connection.ts";
import { Context } from "../../../cli/context.ts";
import type { GlobalValues } from "../../../cli/globals.ts";
import type { Host, Input, Output } from "../../../cli/host/host.ts";
import { rootCommand, run } from "../../../cli/program.ts";
import type { AnyCommand } from "../../../cli/command.ts";
import { Failure } from "../../../cli/errors.ts";

/** The outcome of a run. */
export interface Outcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** The options of a test host. */
export interface TestHostOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** The content of stdin. Default: empty. */
  readonly stdin?: string;
  /** The columns of a terminal behind all three streams; `stdout` then also contains stderr. */
  readonly columns?: number | undefined;
  /** A stream that leads elsewhere than to that terminal. Default: none. */
  readonly apart?: string | undefined;
  /** The network. Default: that of the tests. */
  readonly fetch?: typeof globalThis.fetch;
  /** Interrupts the program. Default: never. */
  readonly signal?: AbortSignal;
  /** Returns the current time. Default: the time of the tests. */
  readonly now?: () => number;
  /** Whether a write takes a moment, as it does elsewhere, so that what isn't waited for is missing at the end. */
  readonly writesLater?: boolean;
}

/** A host and its output. */
export interface TestHost {
  readonly host: Host;
  /** The output on stdout so far. */
  readonly stdout: string;
  /** The output on stderr so far; empty if a terminal shows both. */
  readonly stderr: string;
}

/** A home in which nothing can be read or written, so that no test depends on its user's. */
const NO_HOME = "/dev/null";

/** Creates a host. */
export function testHost({ env, stdin = "", columns, apart, ...others }: TestHostOptions = {}): TestHost {
  const written = { stdout: "", stderr: "" };
  const isTerminal = (name: string) => columns !== undefined && name !== apart;
  const output = (name: "stdout" | "stderr"): Output => ({
    isTTY: isTerminal(name),
    columns: isTerminal(name) ? columns : undefined,
    write: async (text) => {
      if (others.writesLater) await later();
      if (isTerminal(name)) written[apart === "stdout" ? "stderr" : "stdout"] += text.replaceAll("\n", "\r\n");
      else written[name] += text;
    },
  });
  const host: Host = {
    stdout: output("stdout"),
    stderr: output("stderr"),
    stdin: input(stdin, isTerminal("stdin")),
    env: { HOME: NO_HOME, ...env },
    fetch: others.fetch ?? globalThis.fetch,
    signal: others.signal ?? new AbortController().signal,
    now: others.now ?? Date.now,
    executable: () => Promise.resolve("/nowhere/tonearm"),
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

/** A terminal stays open after the typed text. */
function input(text: string, isTTY: boolean): Input {
  return {
    isTTY,
    async *[Symbol.asyncIterator]() {
      if (text !== "") yield new TextEncoder().encode(text);
      if (isTTY) await new Promise<never>(() => {});
    },
  };
}

/** The variables of a program that a user of a sandbox is signed in to. */
export function envOf(
  sandbox: Sandbox,
  user?: Parameters<Sandbox["issueTokens"]>[0],
): Record<"TONEARM_API_URL" | "TONEARM_AUTH_URL" | "TONEARM_TOKEN", string> {
  const { baseUrl, authUrl } = sandbox.clientConfig;
  const { access_token } = sandbox.issueTokens(user);
  return { TONEARM_API_URL: baseUrl, TONEARM_AUTH_URL: authUrl, TONEARM_TOKEN: access_token };
}

/** Runs the program on a new test host in this process, without the start and exit of a process. */
export async function runInProcess(argv: readonly string[], options: TestHostOptions = {}): Promise<Outcome> {
  const on = testHost({ writesLater: true, ...options });
  const code = await run(argv, on.host);
  return { code, stdout: on.stdout, stderr: on.stderr };
}

const NO_OPTIONS: GlobalValues = {
  ...{ timeout: 30, retries: 0, input: true, color: false, pager: true },
};

/** Creates the context of a command on a test host, with the values of some global options. */
export function testContext({ host }: TestHost, options: Partial<GlobalValues> = {}): Context {
  return new Context(host, { ...NO_OPTIONS, ...options }, connect);
}

/** The facts of a failure. */
export function factsOf(failure: unknown): Pick<Failure, "kind" | "message" | "code" | "hint"> {
  if (!(failure instanceof Failure)) throw failure;
  const { kind, message, code, hint } = failure;
  return { kind, message, code, hint };
}

/** Loads and lists every command below one, by default below the root. */
export async function allCommands(
  command: AnyCommand = rootCommand({ host: testHost().host, exitCode: 0 }),
): Promise<AnyCommand[]> {
  await command.loadBaseCommands();
  const below: AnyCommand[][] = [];
  for (const one of command.getBaseCommands()) below.push([one, ...await allCommands(one)]);
  return below.flat();
}

const ESCAPE = "\x1b";
const STYLE = new RegExp(`${ESCAPE}\\[[0-9;]*m`, "g");
const ERASE = new RegExp(`${ESCAPE}\\[[0-9]*K`, "g");
const WRAPPING = new RegExp(`${ESCAPE}\\[\\?7[hl]`, "g");

/** Returns whether a text contains colours or styles. */
export function isStyled(text: string): boolean {
  return text.search(STYLE) >= 0;
}

/** Returns an output without what keeps frames from wrapping. */
export function unframed(output: string): string {
  return output.replace(WRAPPING, "");
}

/** Returns the lines of a screen, without styles and empty lines. */
export function screenLines(screen: string): string[] {
  const plain = unframed(screen).replace(STYLE, "").replace(ERASE, "").replaceAll("\r", "");
  return plain.split("\n").filter((line) => line.trim() !== "");
}

/** Returns the line that was redrawn last: the text after the last erasure that has text after it. */
export function lastLine(screen: string): string {
  const plain = unframed(screen).replace(STYLE, "");
  return plain.split(`\r${ESCAPE}[K`).findLast((line) => line !== "")?.replace(/\r$/, "") ?? "";
}
