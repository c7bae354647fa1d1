// A process that makes very many calls with fuzzed replies through one client with one signal, and prints what remains
// in memory. It needs `--v8-flags=--expose-gc`, and must exit by itself.
import { MemoryCache, ServiceClient } from "@tonearm/client";
import fc from "fast-check";
import { ADDRESSES, CALLS, RETRY } from "./fuzz_calls.ts";
import { answer, toResponse } from "./fuzz_replies.ts";

/** What remains after the calls. */
export interface Remains {
  /** Heap size in bytes after the first calls, and after the last. */
  readonly before: number;
  readonly after: number;
  /** The maximum number of listeners on the signal. */
  readonly mostListeners: number;
  /** The number of listeners on the signal at the end. */
  readonly listeners: number;
}

const [count = "1000"] = Deno.args;
const CALLS_AT_ONCE = 50;
const WARM_UP = 3000;
const answers = fc.sample(answer, { numRuns: 500, seed: 3 });
const names = Object.keys(CALLS);
Math.random = () => 0;

let requestCount = 0;
const send: typeof fetch = () =>
  new Promise((resolve) => resolve(toResponse(answers[requestCount++ % answers.length]!)));
const client = new ServiceClient({
  clientId: "app",
  clientSecret: "secret",
  redirectUri: "https://app.example/",
  ...ADDRESSES,
  ...RETRY,
  fetch: send,
  cache: new MemoryCache({ maxEntries: 10 }),
  onRequest() {},
});
const { signal } = new AbortController();
let [listeners, mostListeners] = [0, 0];
const listen = signal.addEventListener.bind(signal);
signal.addEventListener = (...args: Parameters<typeof listen>) => {
  mostListeners = Math.max(mostListeners, ++listeners);
  listen(...args);
};
const leave = signal.removeEventListener.bind(signal);
signal.removeEventListener = (...args: Parameters<typeof leave>) => {
  listeners--;
  leave(...args);
};

async function call(index: number): Promise<void> {
  client.setToken("access", "refresh");
  const name = names[index % names.length]!;
  // Another test checks the outcome.
  await CALLS[name]!({ client, send, argument: `${index % 50}`, signal }).catch(() => {});
}

async function calls(number: number): Promise<void> {
  for (let done = 0; done < number; done += CALLS_AT_ONCE) {
    await Promise.all(Array.from({ length: CALLS_AT_ONCE }, (_, at) => call(done + at)));
  }
}

async function heap(): Promise<number> {
  for (let turn = 0; turn < 3; turn++) {
    await new Promise((resolve) => setTimeout(resolve));
    (globalThis as unknown as { gc(): void }).gc();
  }
  return Deno.memoryUsage().heapUsed;
}

await calls(WARM_UP);
const before = await heap();
await calls(Number(count));
const remains: Remains = { before, after: await heap(), mostListeners, listeners };
console.log(JSON.stringify(remains));
