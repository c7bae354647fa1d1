import { assertEquals, assertRejects } from "@std/assert";
import type { Call, Layer } from "../../src/transport/call.ts";
import { type Means, perform } from "../../src/transport/perform.ts";
import { dedupe } from "../../src/transport/dedupe.ts";
import { aCall, aStats, means, renewing, settle } from "../support/calls.ts";

/** Returns a service that replies on request. */
function heldService(reply: () => Response | Error = () => Response.json({ list: [1] })) {
  const { promise, resolve, reject } = Promise.withResolvers<Response>();
  const signals: (AbortSignal | null | undefined)[] = [];
  const send = (_: unknown, init?: RequestInit) => {
    signals.push(init?.signal);
    init?.signal?.addEventListener("abort", () => reject(init.signal?.reason));
    return promise.then((response) => response.clone());
  };
  const release = () => {
    const answer = reply();
    if (answer instanceof Error) reject(answer);
    else resolve(answer);
  };
  return { send, signals, release };
}

/** Runs calls that share requests. */
function sharedCalls(send: typeof globalThis.fetch, changes: Partial<Means> = {}, layer: Layer = (next) => next) {
  const used = means(send, changes);
  const joining = dedupe(layer((call, stats) => perform(used, call, stats)));
  return (call: Partial<Call> = {}, stats = aStats()) => joining(aCall(call), stats);
}

/** Returns a service that replies immediately and counts requests. */
function countingService(replies: () => Response = () => Response.json(1)) {
  const sent: string[] = [];
  const send = (url: string | URL | Request) => {
    sent.push(`${url}`);
    return Promise.resolve(replies());
  };
  return { send, sent };
}

Deno.test("dedupe() sends identical concurrent GETs once, and every caller has the same result", async () => {
  const { send, signals, release } = heldService();
  const call = sharedCalls(send);
  const { signal } = new AbortController();
  const calls = [call(), call(), call({ signal }), call()];
  release();
  const bodies = (await Promise.all(calls)).map(({ body }) => body);
  assertEquals(bodies, Array(4).fill({ list: [1] }));
  assertEquals(new Set(bodies).size, 1);
  assertEquals(signals.length, 1);
});

Deno.test("dedupe(): calls with different URLs, tokens or token owners aren't joined; nor are writes, or calls that opt out", async () => {
  const { send, sent } = countingService();
  const call = sharedCalls(send);
  await Promise.all([
    call(),
    call({ url: "https://api.example/tracks/1?a=b" }),
    call({ token: "t1" }),
    call({ isOwnToken: true }),
    call({ isOwnToken: true, token: "t1" }),
    ...[1, 2].map(() => call({ method: "PUT" })),
    ...[1, 2].map(() => call({ flags: { skipDedupe: true } })),
  ]);
  assertEquals(sent.length, 9);
});

Deno.test("dedupe() sends sequential identical GETs each time, even after a failure", async () => {
  const replies = [new Response(null, { status: 500 }), Response.json(1), Response.json(1)];
  const { send, sent } = countingService(() => replies.shift()!);
  const call = sharedCalls(send);
  await assertRejects(() => call());
  await call();
  await call();
  assertEquals(sent.length, 3);
});

Deno.test("dedupe() rejects every caller with the failure", async () => {
  const { send, release } = heldService(() => new Response(null, { status: 404 }));
  const call = sharedCalls(send);
  const calls = [1, 2, 3].map(() => call());
  release();
  const results = await Promise.allSettled(calls);
  assertEquals(results.map(({ status }) => status), Array(3).fill("rejected"));
});

Deno.test("dedupe() aborts the request when its last caller leaves, and the next call sends a new one", async () => {
  const [first, second] = [heldService(), heldService()];
  const services = [first, second];
  let sent = 0;
  const call = sharedCalls((url, init) => services[sent++]!.send(url, init));
  const controllers = [new AbortController(), new AbortController()];
  const calls = controllers.map(({ signal }) => call({ signal }));
  for (const controller of controllers) controller.abort();
  await Promise.allSettled(calls);
  const next = [call(), call()];
  assertEquals(first.signals[0]?.aborted, true);
  second.release();
  assertEquals((await Promise.all(next)).map(({ body }) => body), Array(2).fill({ list: [1] }));
  assertEquals(sent, 2);
});

Deno.test("dedupe() reports the retries and the token of the shared request to every caller", async () => {
  const replies = [new Response(null, { status: 503 }), new Response(null, { status: 401 }), Response.json(1)];
  const refresh = () => Promise.resolve("t1");
  const retry = { maxRetries: 1, retryBaseDelay: 0 };
  const call = sharedCalls(() => Promise.resolve(replies.shift()!), retry, renewing(refresh));
  const stats = [aStats(), aStats(), aStats()];
  const { signal } = new AbortController();
  await Promise.all(stats.map((stats, i) => call(i === 1 ? { signal } : {}, stats)));
  assertEquals(stats, Array(3).fill({ retries: 1, token: "t1", isCached: false, isLost: false }));
});

Deno.test("dedupe(): aborting a signal after its call has ended affects no other call", async () => {
  const controller = new AbortController();
  const { send, signals, release } = heldService();
  const at = sharedCalls(countingService().send);
  await at({ signal: controller.signal });
  const call = sharedCalls(send);
  const next = call({ signal: new AbortController().signal });
  controller.abort();
  await settle();
  assertEquals(signals.map((signal) => signal?.aborted), [false]);
  release();
  assertEquals((await next).body, { list: [1] });
});

Deno.test("dedupe() leaves no listener on a signal after its calls have ended", async () => {
  const { signal } = new AbortController();
  let listeners = 0;
  const [add, remove] = [signal.addEventListener, signal.removeEventListener];
  signal.addEventListener = (...args: Parameters<typeof add>) => (listeners++, add.apply(signal, args));
  signal.removeEventListener = (...args: Parameters<typeof remove>) => (listeners--, remove.apply(signal, args));
  const { send, release } = heldService();
  const call = sharedCalls(send);
  const results = [call({ signal }), call({ signal }), call()];
  assertEquals(listeners > 0, true);
  release();
  await Promise.all(results);
  await settle();
  assertEquals(listeners, 0);
});

Deno.test("dedupe() joins no call of another incoming request where the platform forbids to wait for its work", async () => {
  const { send, signals, release } = heldService();
  const call = sharedCalls(send);
  const first = call();
  const { prototype } = AbortSignal;
  const real = Object.getOwnPropertyDescriptor(prototype, "aborted")!;
  const forbid = () => {
    throw new Error("Cannot perform I/O on behalf of a different request");
  };
  Object.defineProperty(prototype, "aborted", { get: forbid, configurable: true });
  const second = call();
  Object.defineProperty(prototype, "aborted", real);
  const third = call();
  assertEquals(signals.length, 2);
  release();
  assertEquals((await Promise.all([first, second, third])).length, 3);
});
