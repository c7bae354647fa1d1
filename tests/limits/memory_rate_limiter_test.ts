import { assert, assertEquals, assertRejects, assertThrows } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { ServiceError } from "../../src/errors.ts";
import { MemoryRateLimiter } from "../../src/limits/memory_rate_limiter.ts";
import { limitsOf, type RateLimiterOptions } from "../../src/limits/options.ts";
import type { LimitedCall } from "../../src/types/rate_limiter.ts";
import { settle } from "../support/calls.ts";
import { pending } from "../support/sessions/limited_calls.ts";

const DAY_MS = 86_400_000;
const call = (changes: Partial<LimitedCall> = {}): LimitedCall => ({
  method: "GET",
  url: "https://api.example/tracks/1",
  token: "t0",
  ...changes,
});
const refused = (body?: unknown, status = 429) => () => Promise.reject(new ServiceError(status, "", body));

Deno.test("MemoryRateLimiter limits the calls in any window, counting each until a whole window after its end", async () => {
  using time = new FakeTime();
  const rateLimiter = new MemoryRateLimiter({ requests: 3, windowMs: 1000 });
  const begun: number[] = [];
  const start = Date.now();
  const calls = Array.from({ length: 7 }, () =>
    rateLimiter.schedule(call(), async () => {
      begun.push(Date.now() - start);
      await new Promise((resolve) => setTimeout(resolve, 200));
    }));
  for (let step = 0; step < 30; step++) await time.tickAsync(100);
  await Promise.all(calls);
  assertEquals(begun, [0, 0, 0, 1200, 1200, 1200, 2400]);
});

Deno.test("MemoryRateLimiter serves users in turn, however many calls one of them has waiting", async () => {
  const rateLimiter = new MemoryRateLimiter({ concurrency: 1 });
  const order: string[] = [];
  const one = (token: string, name: string) =>
    rateLimiter.schedule(call({ token }), () => Promise.resolve(void order.push(name)));
  await Promise.all([
    ...["a1", "a2", "a3", "a4"].map((name) => one("a", name)),
    ...["b1", "b2"].map((name) => one("b", name)),
    one("c", "c1"),
  ]);
  assertEquals(order, ["a1", "a2", "b1", "c1", "a3", "b2", "a4"]);
});

Deno.test("MemoryRateLimiter rejects a call that waits too long with an error that isn't retried", async () => {
  using time = new FakeTime();
  const rateLimiter = new MemoryRateLimiter({ concurrency: 1, maxWaitMs: 500 });
  const first = pending();
  const running = rateLimiter.schedule(call(), first.work);
  const waiting = assertRejects(() => rateLimiter.schedule(call(), pending().work), ServiceError);
  await time.tickAsync(500);
  const error = await waiting;
  assertEquals({ status: error.status, code: error.code }, { status: 0, code: "limit" });
  assertEquals(error.message, "Cannot GET /tracks/1: The limits allowed no call within 500 ms");
  first.end();
  await running;
});

Deno.test("MemoryRateLimiter halves the throttle once for concurrent refusals, and lets it grow back linearly", async () => {
  using time = new FakeTime();
  const rateLimiter = new MemoryRateLimiter({ concurrency: 8, recoverMs: 10_000 });
  const throttle = async () => (await rateLimiter.usage()).throttle;
  const fail = () => rateLimiter.schedule(call(), refused()).catch(() => {});
  await Promise.all([fail(), fail(), fail()]);
  assertEquals(await throttle(), 0.5);
  await time.tickAsync(2500);
  assertEquals(await throttle(), 0.75);
  await fail();
  assertEquals(await throttle(), 0.375);
  await time.tickAsync(6250);
  assertEquals(await throttle(), 1);
  await time.tickAsync(60_000);
  assertEquals(await throttle(), 1);
});

Deno.test("MemoryRateLimiter: at half the throttle half as many calls run, rounded down", async () => {
  const rateLimiter = new MemoryRateLimiter({ concurrency: 5, recoverMs: DAY_MS });
  await rateLimiter.schedule(call(), refused()).catch(() => {});
  const works = Array.from({ length: 5 }, pending);
  const calls = works.map(({ work }) => rateLimiter.schedule(call(), work));
  await settle();
  assertEquals(works.filter(({ isStarted }) => isStarted()).length, 2);
  works.forEach(({ end }) => end());
  await Promise.all(calls);
});

Deno.test("MemoryRateLimiter: many refusals leave one call at a time and a sixty-fourth of the limits", async () => {
  using time = new FakeTime();
  const rateLimiter = new MemoryRateLimiter({ concurrency: 4, requests: 20, windowMs: 1, recoverMs: DAY_MS });
  for (let round = 0; round < 12; round++) {
    await rateLimiter.schedule(call(), refused()).catch(() => {});
    await time.tickAsync(2);
  }
  const { throttle } = await rateLimiter.usage();
  assert(throttle >= 1 / 64 && throttle < 1 / 64 + 0.0001, `${throttle}`);
  const works = [pending(), pending()];
  const calls = works.map(({ work }) => rateLimiter.schedule(call(), work));
  await settle();
  assertEquals(works.map(({ isStarted }) => isStarted()), [true, false]);
  works.forEach(({ end }) => end());
  await time.tickAsync(2);
  assertEquals(await Promise.all(calls), ["done", "done"]);
});

Deno.test("MemoryRateLimiter starts a call as soon as the throttle has grown enough, before the window ends", async () => {
  using time = new FakeTime();
  const rateLimiter = new MemoryRateLimiter({ requests: 2, windowMs: 600_000, maxWaitMs: 600_000, recoverMs: 9000 });
  await rateLimiter.schedule(call(), refused()).catch(() => {});
  const next = pending();
  const waiting = rateLimiter.schedule(call(), next.work);
  await time.tickAsync(4000);
  assertEquals(next.isStarted(), false, "half of two calls is the one that was refused");
  await time.tickAsync(1000);
  await settle();
  assertEquals(next.isStarted(), true);
  next.end();
  await waiting;
});

Deno.test("MemoryRateLimiter: after a pause, no more calls start than may run concurrently, and none too early", async () => {
  using time = new FakeTime();
  const rateLimiter = new MemoryRateLimiter({ concurrency: 1 });
  const facts = { headers: new Headers({ "retry-after": "5" }) };
  await rateLimiter.schedule(call(), () => Promise.reject(new ServiceError(429, "", undefined, facts))).catch(() => {});
  const works = [pending(), pending()];
  const calls = [rateLimiter.schedule(call(), works[0]!.work)];
  await time.tickAsync(4999);
  calls.push(rateLimiter.schedule(call(), works[1]!.work));
  await settle();
  assertEquals(works.map(({ isStarted }) => isStarted()), [false, false], "a millisecond before");
  await time.tickAsync(1);
  await settle();
  assertEquals(works.map(({ isStarted }) => isStarted()), [true, false], "at its end");
  works.forEach(({ end }) => end());
  assertEquals(await Promise.all(calls), ["done", "done"]);
});

Deno.test("MemoryRateLimiter: a call that is aborted during a pause leaves no timer behind", async () => {
  const rateLimiter = new MemoryRateLimiter();
  const facts = { headers: new Headers({ "retry-after": "5" }) };
  await rateLimiter.schedule(call(), () => Promise.reject(new ServiceError(429, "", undefined, facts))).catch(() => {});
  const gone = new AbortController();
  const calls = [1, 2].map(() => rateLimiter.schedule(call({ signal: gone.signal }), pending().work));
  const ended = calls.map((each) => assertRejects(() => each, Error, "enough"));
  gone.abort(new Error("enough"));
  // A remaining timer fails this test, because Deno detects it.
  await Promise.all(ended);
});

Deno.test("MemoryRateLimiter removes its listener from the signal once a call gets its turn", async () => {
  const rateLimiter = new MemoryRateLimiter();
  const { signal } = new AbortController();
  let listeners = 0;
  const { addEventListener, removeEventListener } = signal;
  signal.addEventListener = (...given: Parameters<typeof addEventListener>) => {
    listeners++;
    addEventListener.apply(signal, given);
  };
  signal.removeEventListener = (...given: Parameters<typeof removeEventListener>) => {
    listeners--;
    removeEventListener.apply(signal, given);
  };
  let during = 0;
  await rateLimiter.schedule(call({ signal }), () => Promise.resolve(during = listeners));
  assertEquals({ during, after: listeners }, { during: 0, after: 0 });
});

Deno.test("MemoryRateLimiter rejects immediately when a pause is longer than maxWaitMs, with the end of the longest one", async () => {
  const rateLimiter = new MemoryRateLimiter({ maxWaitMs: 1000 });
  const refusals = ["1", "600", "2"].map((seconds) => {
    const facts = { headers: new Headers({ "retry-after": seconds }) };
    return rateLimiter.schedule(call(), () => Promise.reject(new ServiceError(429, "", undefined, facts)));
  });
  await Promise.allSettled(refusals);
  const error = await assertRejects(() => rateLimiter.schedule(call(), pending().work), ServiceError);
  assertEquals({ isRateLimited: error.isRateLimited, code: error.code }, { isRateLimited: true, code: "limit" });
  assertEquals(error.message, "Cannot GET /tracks/1: 429: SoundCloud asked for a pause");
  assert(error.retryAfterMs! > 590_000 && error.retryAfterMs! <= 600_000);
});

for (
  const [options, kind, message] of [
    [{ concurrency: 0 }, RangeError, "concurrency"],
    [{ requests: 1.5 }, RangeError, "requests"],
    [{ windowMs: NaN }, RangeError, "windowMs"],
    [{ recoverMs: "1" }, TypeError, "recoverMs"],
    [{ maxWaitMs: Infinity }, RangeError, "maxWaitMs"],
    [{ windowMs: 86_400_001 }, RangeError, "windowMs"],
    [{ plays: -1 }, RangeError, "plays"],
  ] as const
) {
  Deno.test(`MemoryRateLimiter rejects ${message} ${Object.values(options)[0]}`, () => {
    assertThrows(() => new MemoryRateLimiter(options as unknown as RateLimiterOptions), kind, message);
  });
}

Deno.test("MemoryRateLimiter: the default limits are those that the service is known to have", () => {
  assertEquals(limitsOf({}), {
    concurrency: 8,
    requests: 50,
    windowMs: 10_000,
    recoverMs: 60_000,
    maxWaitMs: 60_000,
    plays: 15_000,
    countStreams: false,
  });
});

Deno.test("MemoryRateLimiter rejects at once if a pause takes the whole maxWaitMs, and waits for a shorter one", async () => {
  using time = new FakeTime();
  const asksForPause = () =>
    Promise.reject(new ServiceError(429, "", undefined, { headers: new Headers({ "retry-after": "5" }) }));
  const strict = new MemoryRateLimiter({ maxWaitMs: 5000 });
  await strict.schedule(call(), asksForPause).catch(() => {});
  const error = await assertRejects(() => strict.schedule(call(), pending().work), ServiceError);
  assertEquals({ code: error.code, retryAfterMs: error.retryAfterMs }, { code: "limit", retryAfterMs: 5000 });
  const patient = new MemoryRateLimiter({ maxWaitMs: 5001 });
  await patient.schedule(call(), asksForPause).catch(() => {});
  const waiting = patient.schedule(call(), () => Promise.resolve("sent"));
  await time.tickAsync(5000);
  assertEquals(await waiting, "sent");
});

Deno.test("MemoryRateLimiter sets no timer but that of maxWaitMs for a call that waits for the end of another", async () => {
  const rateLimiter = new MemoryRateLimiter({ concurrency: 1 });
  const { setTimeout } = globalThis;
  const delays: (number | undefined)[] = [];
  const first = pending();
  const calls = [rateLimiter.schedule(call(), first.work)];
  globalThis.setTimeout = Object.assign((run: () => void, ms?: number) => {
    delays.push(ms);
    return setTimeout(run, ms);
  }, setTimeout);
  try {
    calls.push(rateLimiter.schedule(call(), () => Promise.resolve("sent")));
  } finally {
    globalThis.setTimeout = setTimeout;
  }
  assertEquals(delays, [60_000]);
  first.end();
  assertEquals(await Promise.all(calls), ["done", "sent"]);
});
