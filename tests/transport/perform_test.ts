import { assert, assertEquals, assertObjectMatch, assertRejects, assertStrictEquals } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { ServiceClient } from "../../src/session/client.ts";
import { ServiceError } from "../../src/errors.ts";
import type { Call } from "../../src/transport/call.ts";
import { MemoryCache } from "../../src/transport/memory_cache.ts";
import { perform } from "../../src/transport/perform.ts";
import { aCall, aStats, ignoreRejection, means, settle } from "../support/calls.ts";
import type { RequestTelemetry } from "../../src/types/config.ts";

/** Waits until its signal aborts, like `fetch`. */
function abortable(signal: AbortSignal): Promise<Response> {
  return new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
}

function neverSettles(): Promise<Response> {
  return new Promise(() => {});
}

type Attempt = (signal: AbortSignal) => Promise<Response>;

/** Runs calls with deadlines. */
function limits() {
  const signals: AbortSignal[] = [];
  let latest: Attempt = neverSettles;
  const fetch = (_: unknown, init?: RequestInit) => {
    signals.push(init?.signal as AbortSignal);
    return latest(init?.signal as AbortSignal);
  };
  const run = (attempt: Attempt, changes: Partial<Call> = {}) => {
    latest = attempt;
    return perform(means(fetch), aCall({ timeoutMs: 30_000, ...changes }), aStats());
  };
  return { run, signals };
}

const succeeds = () => Promise.resolve(Response.json("fine"));

for (const [name, attempt] of [["obeys", abortable], ["ignores", neverSettles]] as const) {
  Deno.test(`timeoutMs: an attempt ends when its time is up if the fetch ${name} its signal`, async () => {
    using time = new FakeTime();
    const call = ignoreRejection(limits().run(attempt));
    let isOver = false;
    call.catch(() => isOver = true);
    await time.tickAsync(29_999);
    await settle();
    assertEquals(isOver, false);
    await time.tickAsync(1);
    const error = await assertRejects(() => call, ServiceError);
    assertObjectMatch(error, { status: 0, code: "timeout", method: "GET" });
    assertEquals(error.message, "Cannot GET /tracks/1: timeout");
  });

  Deno.test(`timeoutMs: an abort ends an attempt immediately if the fetch ${name} its signal`, async () => {
    for (const timeoutMs of [0, 30_000]) {
      const controller = new AbortController();
      const call = ignoreRejection(limits().run(attempt, { timeoutMs, signal: controller.signal }));
      const reason = new Error("enough");
      controller.abort(reason);
      assertStrictEquals(await assertRejects(() => call), reason);
    }
  });
}

Deno.test("timeoutMs: nothing is sent with an aborted signal", async () => {
  const { run, signals } = limits();
  await assertRejects(() => run(neverSettles, { signal: AbortSignal.abort() }), DOMException);
  assertEquals(signals, []);
});

Deno.test("timeoutMs: a successful attempt leaves no timer, and isn't affected by a later abort", async () => {
  using time = new FakeTime();
  const controller = new AbortController();
  for (const signal of [undefined, controller.signal]) {
    const { run, signals } = limits();
    assertEquals((await run(succeeds, { signal })).body, "fine");
    await assertRejects(
      () => run(() => Promise.resolve(new Response(null, { status: 404 })), { signal }),
      ServiceError,
    );
    await settle();
    assertEquals(time.next(), false);
    if (signal) controller.abort();
    assertEquals(signals[0]?.aborted, false);
  }
});

/** Sets the clock without running the timers that are due, until the fake time ends. */
function stopClock(): { now: number } {
  const clock = { now: 0 };
  globalThis.Date = class extends Date {
    static override now = () => clock.now;
  } as DateConstructor;
  return clock;
}

for (const [lateMs, moreMs] of [[25_000, 1000], [1000, 1000], [3, 60]] as const) {
  Deno.test(`timeoutMs: a process that was stopped for ${lateMs} ms has ${moreMs} ms to read a reply that waits`, async () => {
    using time = new FakeTime();
    const clock = stopClock();
    for (const isThere of [true, false]) {
      clock.now = 0;
      const { promise, resolve } = Promise.withResolvers<Response>();
      const call = ignoreRejection(limits().run(() => promise, { timeoutMs: 10_000 }));
      let isOver = false;
      call.catch(() => isOver = true);
      clock.now = 10_000 + lateMs;
      await time.tickAsync(10_000);
      await time.tickAsync(moreMs - 1);
      await settle();
      assertEquals(isOver, false);
      if (isThere) resolve(Response.json("in time"));
      await settle();
      await time.tickAsync(1);
      if (isThere) assertEquals((await call).body, "in time");
      else assertEquals((await assertRejects(() => call, ServiceError)).code, "timeout");
      assertEquals(time.next(), false);
    }
  });
}

Deno.test("timeoutMs: each attempt has its own limit", async () => {
  using time = new FakeTime();
  const begun: number[] = [];
  const fetch = (_: unknown, init?: RequestInit) => {
    if (begun.push(Date.now()) === 3) return Promise.resolve(Response.json({ id: 1 }));
    return abortable(init?.signal as AbortSignal) as Promise<never>;
  };
  const used = means(fetch, { maxRetries: 2, retryBaseDelay: 0 });
  const stats = aStats();
  const call = ignoreRejection(perform(used, aCall({ timeoutMs: 300 }), stats));
  for (let ms = 0; ms < 700; ms += 10) await time.tickAsync(10);
  assertEquals(begun.length, 3);
  const lengths = begun.slice(1).map((moment, index) => moment - begun[index]!);
  // A delay of 0 takes a tick.
  for (const length of lengths) assert(length >= 300 && length <= 310, `${lengths}`);
  assertEquals((await call).body, { id: 1 });
  assertEquals(stats.retries, 2);
});

Deno.test("timeoutMs: the limit covers the body too", async () => {
  using time = new FakeTime();
  const endless = new ReadableStream({ start: (controller) => controller.enqueue(new TextEncoder().encode("[")) });
  const used = means(() => Promise.resolve(new Response(endless)));
  const call = ignoreRejection(perform(used, aCall({ timeoutMs: 300 }), aStats()));
  await settle();
  await time.tickAsync(300);
  assertEquals((await assertRejects(() => call, ServiceError)).code, "timeout");
});

Deno.test("timeoutMs: an answer that comes after the timeout is neither cached nor reported", async () => {
  using time = new FakeTime();
  const late = Promise.withResolvers<Response>();
  const answers = [late.promise, Promise.resolve(Response.json({ id: 2 }))];
  const events: RequestTelemetry[] = [];
  const client = new ServiceClient({
    clientId: "id",
    clientSecret: "secret",
    fetch: () => answers.shift()!,
    timeoutMs: 300,
    maxRetries: 0,
    cache: new MemoryCache(),
    onRequest: (event) => events.push(event),
  });
  client.setToken("t");
  const call = ignoreRejection(client.users.getUser(1));
  while (answers.length === 2) await settle();
  await time.tickAsync(300);
  assertEquals((await assertRejects(() => call, ServiceError)).code, "timeout");
  late.resolve(Response.json({ id: 1 }));
  await settle();
  assertEquals(events.map(({ error }) => error), ["Cannot GET /users/1: timeout"]);
  assertEquals((await client.users.getUser(1)).id, 2);
});

Deno.test("timeoutMs: each attempt has its own signal, and a call after another has its full time", async () => {
  using time = new FakeTime();
  const { run, signals } = limits();
  await run(succeeds);
  await time.tickAsync(20_000);
  const late = run(abortable).catch((error) => error.code);
  assertEquals(new Set(signals).size, 2);
  let isOver = false;
  late.then(() => isOver = true);
  await time.tickAsync(29_999);
  assertEquals(isOver, false);
  await time.tickAsync(1);
  assertEquals(await late, "timeout");
});

Deno.test("ServiceClient: its constructor makes no signal and no timer, which Cloudflare Workers forbid outside a request", () => {
  using time = new FakeTime();
  const { AbortController } = globalThis;
  globalThis.AbortController = class extends AbortController {
    constructor() {
      super();
      throw new Error("Disallowed operation called within global scope");
    }
  };
  try {
    new ServiceClient({ clientId: "id", cache: new MemoryCache() });
  } finally {
    globalThis.AbortController = AbortController;
  }
  assertEquals(time.next(), false);
});

Deno.test("getTrack() with a signal and a time limit combines no signals: Bun leaks memory with each AbortSignal.any()", async () => {
  const { any } = AbortSignal;
  AbortSignal.any = () => {
    throw new Error("AbortSignal.any() was called");
  };
  try {
    const client = new ServiceClient({ clientId: "id", fetch: () => Promise.resolve(Response.json({ id: 1 })) });
    client.setToken("t");
    const { signal } = new AbortController();
    const equal = [client.tracks.getTrack(1, { signal, timeoutMs: 50 }), client.tracks.getTrack(1, { signal })];
    assertEquals((await Promise.all(equal)).map(({ id }) => id), [1, 1]);
  } finally {
    AbortSignal.any = any;
  }
});
