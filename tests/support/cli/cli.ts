// Runs the program against its own service: in this process if that makes no difference, which takes milliseconds, or
// as a process from source. With `TONEARM_BIN`, all runs are processes of that executable.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createSandbox, type Sandbox } from "@tonearm/sandbox";
import { LAZY_IMPORTS } from "../../../scripts/deno.ts";
import { type Outcome, runInProcess } from "./test_host.ts";

/** The options of a run. */
export interface RunOptions {
  /** Additional environment variables; `undefined` removes one. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** The content of stdin. Default: empty. */
  readonly stdin?: string;
  /** Runs in a terminal with this number of columns; `stdout` then also contains stderr. */
  readonly columns?: number;
  /** Starts this module with the program's permissions instead of the program. */
  readonly main?: URL;
  /** Returns the shell command that wraps the program's command. */
  readonly around?: (command: string) => string;
}

/** Variables that the program inherits from the environment of the tests. */
const KEPT = "PATH HOME DENO_DIR DENO_TLS_CA_STORE XDG_CACHE_HOME JSR_URL DENO_COVERAGE_DIR LESSHISTFILE".split(" ");

/**
 * Returns the command that starts the program. Only `sandbox exec` needs access to the whole environment, to pass it
 * on.
 */
export function program(permissions: "cli" | "exec" = "cli", module?: URL): readonly [string, ...string[]] {
  const executable = Deno.env.get("TONEARM_BIN");
  if (executable && !module) return [executable];
  const root = new URL("../../../", import.meta.url);
  const config = Deno.env.get("TONEARM_DENO_CONFIG") ?? fileURLToPath(new URL("deno.json", root));
  const main = fileURLToPath(module ?? new URL("cli/main.ts", root));
  return [Deno.execPath(), "run", "-q", LAZY_IMPORTS, "--config", config, `-P=${permissions}`, main];
}

/** A running program. */
export interface Running {
  readonly pid: number;
  /** Resolves with the text so far once stdout matches. */
  printed(pattern: RegExp): Promise<string>;
  /** Resolves with the text so far once stderr matches. */
  printedError(pattern: RegExp): Promise<string>;
  /** Writes to stdin. */
  type(text: string): void;
  /** Closes stdin. */
  closeInput(): void;
  /** Closes stdout, as `| head` does. */
  closeOutput(): void;
  /** Closes stderr. */
  closeErrors(): void;
  signal(name: "SIGHUP" | "SIGINT" | "SIGTERM" | "SIGKILL"): void;
  /** Closes stdin, and kills the program if it is still running. */
  end(): void;
  /** Resolves with the exit code; child processes may still write to its stdout. */
  readonly ended: Promise<number>;
  /** Resolves with the outcome once its output streams are closed. */
  readonly outcome: Promise<Outcome>;
}

/** Starts a command with exactly these variables. */
export function start(command: readonly string[], env: Readonly<Record<string, string>>): Running {
  const [file = "", ...args] = command;
  const child = new Deno.Command(file, { args, env, clearEnv: true, stdin: "piped", stdout: "piped", stderr: "piped" })
    .spawn();
  const input = child.stdin.getWriter();
  const stdout = new Collector(child.stdout);
  const stderr = new Collector(child.stderr);
  // Kills a program that hangs, so that its test fails.
  const guard = setTimeout(() => child.kill("SIGKILL"), PROGRAM_TIMEOUT_MS);
  let hasEnded = false;
  const ended = child.status.then(({ code }) => {
    clearTimeout(guard);
    hasEnded = true;
    return code;
  });
  const outcome = Promise.all([ended, stdout.end, stderr.end]).then(async ([code]) => {
    await input.close().catch(() => {});
    return { code, stdout: stdout.text, stderr: stderr.text };
  });
  return {
    pid: child.pid,
    printed: (pattern) => stdout.until(pattern),
    printedError: (pattern) => stderr.until(pattern),
    type: (text) => void input.write(new TextEncoder().encode(text)).catch(() => {}),
    closeInput: () => void input.close().catch(() => {}),
    closeOutput: () => stdout.close(),
    closeErrors: () => stderr.close(),
    signal: (name) => child.kill(name),
    end() {
      // A command that the program has started may outlive it, and read.
      void input.close().catch(() => {});
      if (!hasEnded) child.kill("SIGTERM");
    },
    ended,
    outcome,
  };
}

/** The maximum run time of a program. */
const PROGRAM_TIMEOUT_MS = 120_000;

/** How long to wait for expected output. */
const OUTPUT_TIMEOUT_MS = 30_000;

/** Collects the output of a process. */
class Collector {
  text = "";
  readonly end: Promise<void>;
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  #changed = Promise.withResolvers<void>();
  #ended = false;

  constructor(stream: ReadableStream<Uint8Array>) {
    this.#reader = stream.getReader();
    this.end = this.#collect();
  }

  /** Resolves with the text once it matches. */
  async until(pattern: RegExp): Promise<string> {
    const deadline = Promise.withResolvers<void>();
    let isLate = false;
    const timer = setTimeout(() => deadline.resolve(void (isLate = true)), OUTPUT_TIMEOUT_MS);
    try {
      while (!pattern.test(this.text)) {
        if (this.#ended || isLate) throw new Error(`never printed ${pattern}: ${JSON.stringify(this.text)}`);
        await Promise.race([this.#changed.promise, deadline.promise]);
      }
    } finally {
      clearTimeout(timer);
    }
    return this.text;
  }

  /** Stops reading, so that the process finds its pipe closed. */
  close(): void {
    void this.#reader.cancel();
  }

  async #collect(): Promise<void> {
    const decoder = new TextDecoder();
    for (;;) {
      const { done, value } = await this.#reader.read();
      this.text += decoder.decode(value, { stream: !done });
      this.#ended = done;
      this.#changed.resolve();
      this.#changed = Promise.withResolvers();
      if (done) return;
    }
  }
}

/** The program with its own directories and environment. */
export class Home {
  /** The parent of its directories. */
  readonly directory: string;
  readonly #env: Readonly<Record<string, string>>;
  readonly #started: Running[] = [];

  constructor(directory: string, env: Readonly<Record<string, string>>) {
    this.directory = directory;
    this.#env = env;
  }

  /** The directory of the profiles. */
  get config(): string {
    return join(this.directory, "config");
  }

  /** The directory of the sandbox. */
  get data(): string {
    return join(this.directory, "data");
  }

  /** Returns the environment variables of a run. */
  env(more: RunOptions["env"] = {}): Record<string, string> {
    const kept = Object.fromEntries(KEPT.map((name) => [name, Deno.env.get(name)]));
    const own = {
      TONEARM_CONFIG_DIR: this.config,
      TONEARM_DATA_DIR: this.data,
      TONEARM_KEYCHAIN: "off",
      TONEARM_PAGER: "",
    };
    const all = { ...kept, ...own, ...this.#env, ...more };
    return Object.fromEntries(
      Object.entries(all).flatMap(([name, value]) => value === undefined ? [] : [[name, value]]),
    );
  }

  /** Starts the program. Disposing of the home kills it, so that a failing test doesn't affect the next ones. */
  start(args: readonly string[], options: Omit<RunOptions, "stdin"> = {}): Running {
    const running = this.#start(args, options);
    this.#started.push(running);
    return running;
  }

  #start(args: readonly string[], { env, columns, around, main }: Omit<RunOptions, "stdin">): Running {
    const command = [...program(args.includes("exec") ? "exec" : "cli", main), ...args];
    const quoted = command.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(" ");
    const line = around?.(quoted) ?? `exec ${quoted}`;
    if (columns === undefined) return start(around ? ["sh", "-c", line] : command, this.env(env));
    const inside = `stty cols ${columns} rows 24; ${line}`;
    return start(
      ["script", "-qefc", inside, "/dev/null"],
      this.env({ TERM: "xterm-256color", SHELL: "/bin/sh", ...env }),
    );
  }

  /** Runs the program to its end; in this process, unless an executable is tested. */
  async run(args: readonly string[], options: Omit<RunOptions, "around"> = {}): Promise<Outcome> {
    if (Deno.env.has("TONEARM_BIN")) return await this.spawn(args, options);
    const terminal = options.columns === undefined ? {} : { TERM: "xterm-256color", SHELL: "/bin/sh" };
    return await runInProcess(args, { ...options, env: this.env({ ...terminal, ...options.env }) });
  }

  /** Runs the program to its end, as a process. */
  async spawn(args: readonly string[], { stdin = "", ...options }: RunOptions = {}): Promise<Outcome> {
    const running = this.start(args, options);
    if (stdin !== "") running.type(stdin);
    if (options.columns === undefined) running.closeInput();
    return await running.outcome;
  }

  /** Measures the run time of a trivial command in milliseconds, which a busy machine adds to any time limit. */
  async idleTime(): Promise<number> {
    const started = performance.now();
    await this.spawn(["--version"]);
    return performance.now() - started;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const running of this.#started) running.end();
    await Promise.all(this.#started.map(({ outcome }) => outcome));
    await rm(this.directory, { recursive: true, force: true });
  }
}

/** Creates a home without credentials. */
export async function emptyHome(
  env: Readonly<Record<string, string>> = {},
  parent: string = tmpdir(),
): Promise<Home> {
  return new Home(await mkdtemp(join(parent, "tonearm-cli-")), env);
}

/** The program against a sandbox server, signed in through the environment. */
export interface World extends AsyncDisposable {
  readonly home: Home;
  readonly sandbox: Sandbox;
  readonly url: string;
  /** The variables that point to the sandbox, without credentials. */
  readonly address: Readonly<Record<string, string>>;
}

/** Serves a sandbox for the program, signed in as its first user. */
export async function serveWorld(sandbox: Sandbox = createSandbox()): Promise<World> {
  const server = await sandbox.serve();
  const address = { TONEARM_API_URL: server.url, TONEARM_AUTH_URL: server.url };
  const home = await emptyHome({ ...address, TONEARM_TOKEN: sandbox.issueTokens().access_token });
  return {
    home,
    sandbox,
    url: server.url,
    address,
    async [Symbol.asyncDispose]() {
      await server.close();
      sandbox.close();
      await home[Symbol.asyncDispose]();
    },
  };
}

/** A scripted server, for replies that a sandbox wouldn't send. */
export interface StubServer extends AsyncDisposable {
  readonly url: string;
  /** The requests so far: `GET /me`. */
  readonly requests: string[];
}

/** Serves a function. */
export function stubServer(answer: (request: Request) => Response | Promise<Response>): StubServer {
  const requests: string[] = [];
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, (request) => {
    requests.push(`${request.method} ${new URL(request.url).pathname}`);
    return answer(request);
  });
  return {
    url: `http://127.0.0.1:${server.addr.port}`,
    requests,
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}
