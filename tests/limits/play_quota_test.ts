import { assertEquals, assertObjectMatch, assertRejects } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { ServiceError } from "../../src/errors.ts";
import { MemoryRateLimiter } from "../../src/limits/memory_rate_limiter.ts";
import type { LimitedCall } from "../../src/types/rate_limiter.ts";
import { call as aCall } from "../support/sessions/limited_calls.ts";

const DAY_MS = 86_400_000;
const call = (changes: Partial<LimitedCall> = {}): LimitedCall => ({ ...aCall, ...changes });
const play = call({ url: "https://api.example/tracks/1/preview?secret_token=s" });
const refused = (body?: unknown, status = 429) => () => Promise.reject(new ServiceError(status, "", body));
const never = () => new Promise<string>(() => {});
const playsUsedUp = (resetMs: number) => ({
  errors: [{ meta: { rate_limit: { name: "plays" }, reset_time: new Date(Date.now() + resetMs).toISOString() } }],
});

Deno.test("MemoryRateLimiter counts plays, rejects them when none is left, and resets them a day after the first", async () => {
  using time = new FakeTime();
  const rateLimiter = new MemoryRateLimiter({ plays: 2 });
  let sent = 0;
  const listen = () => rateLimiter.schedule(play, () => Promise.resolve(++sent));
  await listen();
  await time.tickAsync(1000);
  await listen();
  const error = await assertRejects(listen, ServiceError);
  assertEquals({ status: error.status, code: error.code, sent }, { status: 429, code: "limit", sent: 2 });
  assertEquals(error.message, "Cannot GET /tracks/1/preview: 429: The app's play limit is reached");
  assertObjectMatch(error.rateLimit ?? {}, { name: "plays", limit: 2, remaining: 0 });
  assertEquals(error.retryAfterMs, DAY_MS - 1000);
  await rateLimiter.schedule(call(), () => Promise.resolve("other calls go on"));
  await time.tickAsync(DAY_MS - 1000);
  assertEquals(await listen(), 3);
  assertEquals((await rateLimiter.usage()).plays, 1);
});

for (
  const [path, isCounted] of [
    ["/tracks/1/streams/uuid/hls", true],
    ["/tracks/soundcloud:tracks:1/preview", true],
    ["/tracks/1/stream?secret_token=s", true],
    ["/tracks/1/streams?secret_token=s", false],
    ["/tracks/1/download", false],
    ["/users/1/tracks", false],
    ["/resolve?url=https://x/tracks/1/preview", false],
  ] as const
) {
  Deno.test(`GET ${path} ${isCounted ? "counts" : "doesn't count"} as a play`, async () => {
    const rateLimiter = new MemoryRateLimiter();
    await rateLimiter.schedule(call({ url: `https://api.example${path}` }), () => Promise.resolve());
    assertEquals((await rateLimiter.usage()).plays, isCounted ? 1 : 0);
  });
}

Deno.test("MemoryRateLimiter counts the list of streams as a play with countStreams", async () => {
  const rateLimiter = new MemoryRateLimiter({ countStreams: true });
  await rateLimiter.schedule(call({ url: "https://api.example/tracks/1/streams" }), () => Promise.resolve());
  assertEquals((await rateLimiter.usage()).plays, 1);
});

Deno.test("MemoryRateLimiter: a refused play of an earlier window doesn't change the count of the next one", async () => {
  using time = new FakeTime();
  const rateLimiter = new MemoryRateLimiter({ plays: 2 });
  const fails = Promise.withResolvers<never>();
  const old = assertRejects(() => rateLimiter.schedule(play, () => fails.promise), ServiceError);
  await time.tickAsync(DAY_MS);
  await rateLimiter.schedule(play, () => Promise.resolve());
  fails.reject(new ServiceError(404, ""));
  await old;
  assertEquals((await rateLimiter.usage()).plays, 1);
});

Deno.test("MemoryRateLimiter: when the service says that plays are used up, none is sent before the reset", async () => {
  using time = new FakeTime();
  const rateLimiter = new MemoryRateLimiter();
  await rateLimiter.schedule(play, refused(playsUsedUp(3_600_000))).catch(() => {});
  const error = await assertRejects(() => rateLimiter.schedule(play, never), ServiceError);
  assertEquals({ code: error.code, retryAfterMs: error.retryAfterMs }, { code: "limit", retryAfterMs: 3_600_000 });
  await time.tickAsync(3_600_000);
  assertEquals(await rateLimiter.schedule(play, () => Promise.resolve("again")), "again");
});

Deno.test("MemoryRateLimiter without any plays rejects each, and lets other calls through", async () => {
  using _time = new FakeTime();
  const rateLimiter = new MemoryRateLimiter({ plays: 0 });
  const error = await assertRejects(() => rateLimiter.schedule(play, never), ServiceError);
  assertEquals({ code: error.code, retryAfterMs: error.retryAfterMs }, { code: "limit", retryAfterMs: DAY_MS });
  assertEquals(await rateLimiter.schedule(call(), () => Promise.resolve("sent")), "sent");
});
