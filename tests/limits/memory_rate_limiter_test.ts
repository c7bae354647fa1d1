import { assert, assertEquals, assertRejects } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { ServiceError } from "../../src/errors.ts";
import { MemoryRateLimiter } from "../../src/limits/memory_rate_limiter.ts";
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
const refused = () => Promise.reject(new ServiceError(429, ""));

Deno.test("MemoryRateLimiter: many refusals leave one call at a time and a sixty-fourth of the limits", async () => {
  using time = new FakeTime();
  const rateLimiter = new MemoryRateLimiter({ concurrency: 4, requests: 20, windowMs: 1, recoverMs: DAY_MS });
  for (let round = 0; round < 12; round++) {
    await rateLimiter.schedule(call(), refused).catch(() => {});
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

Deno.test("MemoryRateLimiter: a call waits by its own timer, because workerd stops those of a request that has ended", async () => {
  using time = new FakeTime();
  const rateLimiter = new MemoryRateLimiter({ requests: 1, windowMs: 5000 });
  const works = [pending(), pending()];
  const calls = works.map(({ work }) => rateLimiter.schedule(call(), work));
  const { setTimeout } = globalThis;
  globalThis.setTimeout = Object.assign(() => 0, setTimeout);
  works.forEach(({ end }) => end());
  await calls[0];
  globalThis.setTimeout = setTimeout;
  await time.tickAsync(6000);
  await settle();
  assertEquals(works[1]!.isStarted(), true);
  assertEquals(await calls[1], "done");
});

Deno.test("MemoryRateLimiter starts a call as soon as the throttle has grown enough, before the window ends", async () => {
  using time = new FakeTime();
  const rateLimiter = new MemoryRateLimiter({ requests: 2, windowMs: 600_000, maxWaitMs: 600_000, recoverMs: 9000 });
  await rateLimiter.schedule(call(), refused).catch(() => {});
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

Deno.test("MemoryRateLimiter sets no timeout but that of maxWaitMs for a call that waits for the end of another", async () => {
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
