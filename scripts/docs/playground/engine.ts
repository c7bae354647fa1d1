/// <reference lib="dom" />
/**
 * Runs programs of the documentation in the page, with the client and a sandbox in the page.
 *
 * @module
 */
import * as client from "@tonearm/client";
import * as insights from "@tonearm/client/insights";
import * as limits from "@tonearm/client/limits";
import * as contract from "@tonearm/client/store-contract";
import * as web from "@tonearm/sandbox/web";
import { transform } from "sucrase";
import type { LoggedRequest } from "../../../sandbox/base/request_log.ts";
import { setupSandbox, withSandbox } from "../../../sandbox/fixtures.ts";
import { connectSandbox } from "../../../sandbox/kit/connect.ts";
import type { Sandbox, SandboxOptions } from "../../../sandbox/sandbox.ts";
import { inspect } from "./inspect.ts";

/** What the page shows of a run. */
export interface Stage {
  /** A line of the console; for an error, the line of the program. */
  print(text: string, kind: "log" | "error", line?: number): void;
  /** Requests that a sandbox has answered. */
  asked(requests: readonly LoggedRequest[]): void;
  /** A new sandbox. */
  opened(sandbox: Sandbox): void;
}

/** A program that has run. */
export interface Run {
  /** Closes its sandboxes. Until then, what it has left behind is shown when it fails. */
  end(): void;
}

const ready = web.loadSandbox({ wasm: fetch(new URL("./sqlite3.wasm", import.meta.url)) });
const platformFetch = globalThis.fetch;
/** `new Function()` begins with two lines of its own. */
const FIRST_LINE = 3;
const NAME = "program.ts";

/** The constructor of asynchronous functions, which has no name of its own. */
const AsyncFunction = (async () => {}).constructor as FunctionConstructor;

/** Runs a program to its end, or to its error. */
export async function run(code: string, stage: Stage): Promise<Run> {
  const createSandbox = await ready;
  const watched: Watched[] = [];
  const fail = (error: unknown) => stage.print(textOf(error), "error", lineOf(error));
  const late = (event: PromiseRejectionEvent) => (event.preventDefault(), fail(event.reason));
  addEventListener("unhandledrejection", late);
  try {
    const { code: body } = transform(code, { transforms: ["typescript", "imports"], production: true, filePath: NAME });
    const program = new AsyncFunction("require", "exports", "console", `${body}\n//# sourceURL=${NAME}`);
    const follow = (sandbox: Sandbox) => {
      watched.push(new Watched(sandbox, stage));
      stage.opened(sandbox);
      return sandbox;
    };
    await program(modules(createSandbox as Create, follow), {}, consoleOf(stage));
  } catch (error) {
    fail(error);
  } finally {
    for (const each of watched) await each.read();
    globalThis.fetch = platformFetch;
  }
  return {
    end: () => {
      removeEventListener("unhandledrejection", late);
      for (const { sandbox } of watched) sandbox.close();
    },
  };
}

/** Reads the log of a sandbox after each of its requests. */
class Watched {
  readonly sandbox: Sandbox;
  readonly #stage: Stage;
  #last = 0;
  #reading: Promise<void> = Promise.resolve();

  constructor(sandbox: Sandbox, stage: Stage) {
    [this.sandbox, this.#stage] = [sandbox, stage];
    const { fetch, close } = sandbox;
    const change: Partial<Sandbox> = {
      fetch: async (...given) => {
        try {
          return await fetch(...given);
        } finally {
          void this.read();
        }
      },
      close: () => void this.read().finally(() => close.call(sandbox)),
    };
    Object.assign(sandbox, change);
  }

  read(): Promise<void> {
    return this.#reading = this.#reading.then(async () => {
      const requests = await this.sandbox.control.requests({ after: this.#last });
      this.#last = requests.at(-1)?.id ?? this.#last;
      if (requests.length > 0) this.#stage.asked(requests);
    }).catch(() => {});
  }
}

/** A sandbox from options, or later from the text of a seed file. */
type Create = (from?: SandboxOptions | string, source?: string) => Sandbox | Promise<Sandbox>;

/** Returns what a program imports. */
function modules(create: Create, follow: (one: Sandbox) => Sandbox) {
  const createSandbox = (...given: Parameters<typeof create>) => {
    const made = create(...given);
    return made instanceof Promise ? made.then(follow) : follow(made);
  };
  const loadSandbox = () => Promise.resolve(createSandbox);
  const known: Readonly<Record<string, unknown>> = {
    "@tonearm/client": client,
    "@tonearm/client/insights": insights,
    "@tonearm/client/limits": limits,
    "@tonearm/client/store-contract": contract,
    "@tonearm/sandbox": {
      createSandbox,
      loadSandbox,
      connectSandbox,
      withSandbox:
        ((test, options) =>
          withSandbox((sandbox, ...more) => test(follow(sandbox), ...more), options)) as typeof withSandbox,
      setupSandbox: ((before, after, options) => {
        const current = setupSandbox(before, after, options);
        const seen = new Set<Sandbox>();
        return () => seen.has(current()) ? current() : (seen.add(current()), follow(current()));
      }) as typeof setupSandbox,
    },
    "@tonearm/sandbox/web": { loadSandbox },
  };
  return (name: string) => {
    if (Object.hasOwn(known, name)) return known[name];
    throw new TypeError(`Cannot import ${name}: a page has @tonearm/client and @tonearm/sandbox`);
  };
}

function consoleOf(stage: Stage): Console {
  const to = (kind: "log" | "error") => (...values: unknown[]) =>
    stage.print(values.map((value) => typeof value === "string" ? value : inspect(value)).join(" "), kind);
  const own = { log: to("log"), info: to("log"), debug: to("log"), warn: to("error"), error: to("error") };
  return Object.assign(Object.create(console), own);
}

function textOf(error: unknown): string {
  if (!(error instanceof Error)) return `Uncaught ${inspect(error)}`;
  const { name, message } = error;
  return `${name}: ${message.replace(/^Error transforming program\.ts: /, "")}`;
}

/** Returns the line of the program in which an error arose; undefined if nothing tells it. */
function lineOf(error: unknown): number | undefined {
  if (!(error instanceof Error)) return undefined;
  const { loc } = error as { readonly loc?: { readonly line: number } };
  if (loc !== undefined) return loc.line;
  const found = /program\.ts:(\d+):\d+/.exec(error.stack ?? "")?.[1];
  return found === undefined ? undefined : Number(found) - FIRST_LINE + 1;
}
