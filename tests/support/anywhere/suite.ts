/**
 * Runs tests of the sandbox where there is no test runner and no machine: in a page, in workerd, in any runtime. A test
 * that asks for files or sockets is counted apart.
 */
import { createSandbox } from "@tonearm/sandbox";
import { REPEATABLE, replyLines } from "../sandbox/many_calls.ts";

/** What a place reports. */
export interface Report {
  readonly passed: number;
  /** The errors of tests that failed, by the tests' names. */
  readonly failures: Readonly<Record<string, string>>;
  /** Tests that need a machine. */
  readonly apart: number;
  /** The replies to the same requests. */
  readonly replies: readonly string[];
}

interface Case {
  readonly name: string;
  readonly fn: (context: Context) => unknown;
  readonly ignore?: boolean;
}

interface Context {
  step(name: string | Case, run?: (context: Context) => unknown): Promise<boolean>;
}

class NoMachine extends Error {}
const NO_MACHINE = /this runtime has no (?:sockets|files)/;
/** How long a test may take, in milliseconds. */
const LIMIT = 20_000;

const cases: Case[] = [];
const context: Context = {
  async step(name, run) {
    await (typeof name === "string" ? run : name.fn)?.(context);
    return true;
  },
};

function test(first: string | Case, second?: Case | Case["fn"], third?: Case["fn"]): void {
  const given = { ...typeof first === "string" ? { name: first } : first, ...typeof second === "object" && second };
  const fn = third ?? (typeof second === "function" ? second : undefined);
  cases.push({ ...given, ...fn && { fn } } as Case);
}

const noMachine = (_: unknown, name: string | symbol) => {
  throw new NoMachine(String(name));
};
const own = Object.assign(test, { beforeAll: noMachine, beforeEach: noMachine });
const missing = new Proxy({}, { get: noMachine });
/** What Deno's modules of Node use themselves, and what `@std/assert` looks for. */
const { env, exit } = (globalThis as { Deno?: Partial<typeof Deno> }).Deno ?? {};
const given = { test: own, noColor: true, inspect: undefined, ...env && { env }, ...exit && { exit } };
const properties = Object.fromEntries(Object.entries(given).map(([name, value]) => [name, { value }]));
Object.defineProperty(globalThis, "Deno", { value: Object.create(missing, properties) });

/** Adds what tests take for granted, and some runtimes lack. */
function complete(): void {
  const add = (to: object, name: string, value: unknown) => void (name in to || Object.assign(to, { [name]: value }));
  add(Array, "fromAsync", async (items: AsyncIterable<unknown>, change = (item: unknown) => item) => {
    const all = [];
    for await (const item of items) all.push(change(item));
    return all;
  });
  add(Promise, "withResolvers", () => {
    let settle = {};
    const promise = new Promise((resolve, reject) => settle = { resolve, reject });
    return { promise, ...settle };
  });
  add(ReadableStream, "from", (items: Iterable<unknown>) => {
    const iterator = items[Symbol.iterator]();
    return new ReadableStream({
      pull(controller) {
        const { done, value } = iterator.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
    });
  });
  add(Set.prototype, "symmetricDifference", function (this: Set<unknown>, other: Set<unknown>) {
    return new Set([...this, ...other].filter((one) => !this.has(one) || !other.has(one)));
  });
  add(Uint8Array.prototype, "toHex", function (this: Uint8Array) {
    return Array.from(this, (byte) => byte.toString(16).padStart(2, "0")).join("");
  });
  // Deno needs no `duplex` for a streamed body.
  const PlatformRequest = globalThis.Request;
  globalThis.Request = class extends PlatformRequest {
    constructor(input: RequestInfo | URL, init?: RequestInit) {
      super(input, init?.body instanceof ReadableStream ? { ...init, duplex: "half" } as RequestInit : init);
    }
  };
}
complete();

/** Tests may replace the clock. */
const { setTimeout: later, clearTimeout: forget } = globalThis;

/** Fails when a test doesn't end. */
async function within(running: unknown): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise((_, fail) => timer = later(() => fail(new Error("it doesn't end")), LIMIT));
  await Promise.race([running, late]).finally(() => forget(timer));
}

/** Runs the tests that were defined. */
export async function runSuite(): Promise<Report> {
  const failures: Record<string, string> = {};
  let [passed, apart] = [0, 0];
  for (const { name, fn, ignore } of cases) {
    if (ignore) continue;
    try {
      await within(fn(context));
      passed++;
    } catch (error) {
      if (error instanceof NoMachine || NO_MACHINE.test(String(error))) apart++;
      else failures[name] = `${error}\n${(error as Error).stack}`.slice(0, 1000);
    }
  }
  return { passed, failures, apart, replies: await replyLines(createSandbox(REPEATABLE)) };
}
Object.assign(globalThis, { runSuite });
