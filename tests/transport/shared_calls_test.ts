import { assert, assertEquals, assertRejects } from "@std/assert";
import { ServiceError } from "../../src/errors.ts";
import type { Call } from "../../src/transport/call.ts";
import type { Means } from "../../src/transport/perform.ts";
import { refreshing } from "../../src/transport/refresh_token.ts";
import { SharedCalls } from "../../src/transport/shared_calls.ts";
import { aCall, aStats, means, settle } from "../support/calls.ts";

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
function sharedCalls(send: typeof globalThis.fetch, changes: Partial<Means> = {}) {
  const calls = new SharedCalls(means(send, changes), true);
  return (call: Partial<Call> = {}, stats = aStats()) => calls.send(aCall(call), stats, true);
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

Deno.test("SharedCalls sends identical concurrent GETs once; calls that joined share one frozen result", async () => {
  const { send, signals, release } = heldService();
  const call = sharedCalls(send);
  const calls = Array.from({ length: 5 }, () => call());
  release();
  const [first, ...joined] = (await Promise.all(calls)).map(({ body }) => body as { list: number[] });
  assertEquals({ signalCount: signals.length, distinctJoined: new Set(joined).size }, {
    signalCount: 1,
    distinctJoined: 1,
  });
  first?.list.push(2);
  assertEquals(joined[0], { list: [1] });
  assert(Object.isFrozen(joined[0]) && Object.isFrozen(joined[0]?.list));
});

Deno.test("SharedCalls: the first caller can't change a result before another has its copy", async () => {
  const { send, release } = heldService();
  const call = sharedCalls(send);
  const { signal } = new AbortController();
  const first = call().then(({ body }) => (body as { list: number[] }).list.pop());
  const second = call({ signal });
  release();
  await first;
  assertEquals((await second).body, { list: [1] });
});

Deno.test("SharedCalls: calls with different URLs, tokens or token owners aren't joined; nor are writes, or calls that opt out", async () => {
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

Deno.test("SharedCalls sends sequential identical GETs each time, even after a failure", async () => {
  const replies = [new Response(null, { status: 500 }), Response.json(1), Response.json(1)];
  const { send, sent } = countingService(() => replies.shift()!);
  const call = sharedCalls(send);
  await assertRejects(() => call());
  await call();
  await call();
  assertEquals(sent.length, 3);
});

Deno.test("SharedCalls rejects every caller with the failure", async () => {
  const { send, release } = heldService(() => new Response(null, { status: 404 }));
  const call = sharedCalls(send);
  const calls = [1, 2, 3].map(() => call());
  release();
  const results = await Promise.allSettled(calls);
  assertEquals(results.map(({ status }) => status), Array(3).fill("rejected"));
});

Deno.test("SharedCalls: an abort of one caller, even the first, doesn't affect the others", async () => {
  for (const leaver of [0, 1]) {
    const { send, signals, release } = heldService();
    const call = sharedCalls(send);
    const controllers = [new AbortController(), new AbortController()];
    const calls = controllers.map(({ signal }) => call({ signal }));
    controllers[leaver]?.abort();
    assertEquals((await assertRejects(() => calls[leaver] ?? Promise.resolve(), DOMException)).name, "AbortError");
    assertEquals(signals.map((signal) => signal?.aborted), [false]);
    release();
    assertEquals((await calls[1 - leaver])?.body, { list: [1] });
  }
});

Deno.test("SharedCalls aborts the request when its last caller leaves, and the next call sends a new one", async () => {
  const [first, second] = [heldService(), heldService()];
  const services = [first, second];
  let sent = 0;
  const call = sharedCalls((url, init) => services[sent++]!.send(url, init));
  const controllers = [new AbortController(), new AbortController()];
  const calls = controllers.map(({ signal }) => call({ signal }));
  for (const controller of controllers) controller.abort();
  const next = [call(), call()];
  await Promise.allSettled(calls);
  assertEquals(first.signals[0]?.aborted, true);
  second.release();
  assertEquals((await Promise.all(next)).map(({ body }) => body), Array(2).fill({ list: [1] }));
  assertEquals(sent, 2);
});

Deno.test("SharedCalls continues a request whose first caller can't leave when the others leave", async () => {
  const { send, signals, release } = heldService();
  const call = sharedCalls(send);
  const controller = new AbortController();
  const first = call();
  const second = call({ signal: controller.signal });
  controller.abort();
  await assertRejects(() => second, DOMException);
  assertEquals(signals, [null]);
  release();
  assertEquals((await first).body, { list: [1] });
});

Deno.test("SharedCalls reports the retries and the token of the shared request to every caller", async () => {
  const replies = [new Response(null, { status: 503 }), new Response(null, { status: 401 }), Response.json(1)];
  const refresh = () => Promise.resolve("t1");
  const call = sharedCalls(() => Promise.resolve(replies.shift()!), {
    refresh: refreshing(refresh),
    retry: { maxRetries: 1, retryBaseDelay: 0 },
  });
  const stats = [aStats(), aStats(), aStats()];
  const { signal } = new AbortController();
  await Promise.all(stats.map((stats, i) => call(i === 1 ? { signal } : {}, stats)));
  assertEquals(stats, Array(3).fill({ retries: 1, token: "t1", isCached: false }));
});

Deno.test("SharedCalls: aborting a signal after its call has ended affects no other call", async () => {
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

Deno.test("SharedCalls leaves no listener on a signal after its calls have ended", async () => {
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

Deno.test("SharedCalls: a result that is nested too deeply to copy is an invalid_body error for callers that need a copy", async () => {
  const depth = 100_000;
  const { send, release } = heldService(() => new Response("[".repeat(depth) + "]".repeat(depth)));
  const call = sharedCalls(send);
  const [first, second] = [call(), call()];
  release();
  await first;
  const error = await assertRejects(() => second, ServiceError);
  assertEquals({ status: error.status, code: error.code }, { status: 200, code: "invalid_body" });
});

Deno.test("SharedCalls: 10,000 joined calls for a reply of 80 kB retain one more copy of it", async () => {
  const items = Array.from({ length: 200 }, (_, id) => ({ id, title: "x".repeat(380) }));
  const { send, release } = heldService(() => Response.json(items));
  const call = sharedCalls(send);
  const calls = Array.from({ length: 10_000 }, () => call());
  release();
  const bodies = (await Promise.all(calls)).map(({ body }) => body);
  assertEquals(new Set(bodies).size, 2);
});
