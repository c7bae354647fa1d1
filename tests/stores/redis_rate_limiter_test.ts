import { assert, assertEquals, assertRejects, assertThrows } from "@std/assert";
import { RedisRateLimiter, type RedisRateLimiterOptions } from "../../src/stores/redis.ts";
import type { RateLimiter } from "../../src/types/rate_limiter.ts";
import { begin, call, play, queued } from "../support/sessions/limited_calls.ts";
import { inRedis } from "../support/sessions/redis.ts";

Deno.test(inRedis("users take turns, whichever process their calls wait in", async (connected, _server, other) => {
  const { client } = connected;
  const [one, two] = [
    new RedisRateLimiter(client, "app", { concurrency: 1 }),
    new RedisRateLimiter(other.client, "app", { concurrency: 1 }),
  ];
  const first = begin(one);
  await first.started;
  const order: string[] = [];
  const wait = (rateLimiter: RedisRateLimiter, token: string) =>
    rateLimiter.schedule({ ...call, token }, () => Promise.resolve(void order.push(token)));
  const greedy = Array.from({ length: 6 }, () => wait(one, "greedy"));
  await queued(connected, 6);
  const modest = [wait(two, "modest"), wait(two, "modest")];
  await queued(connected, 8);
  first.end();
  await Promise.all([first.result, ...greedy, ...modest]);
  const places = order.flatMap((token, index) => token === "modest" ? [index] : []);
  assert(places.length === 2 && places[1]! < 4, `in turn: ${order}`);
}));

Deno.test(
  inRedis("the turn of a process that is gone ends by itself, and that of a long call doesn't", async (connected) => {
    const { client, command } = connected;
    const rateLimiter = new RedisRateLimiter(client, "app", { concurrency: 2, leaseMs: 3000 });
    const long = begin(rateLimiter);
    await long.started;
    const [turn = ""] = await command("ZRANGE", "tonearm:{app}:running", "0", "-1") as string[];
    const endsAt = async () => Number(await command("ZSCORE", "tonearm:{app}:running", turn));
    await command("ZADD", "tonearm:{app}:running", String(Date.now() + 300), "dead:1");
    await command("ZADD", "tonearm:{app}:waiting", "0", "dead:2");
    const next = begin(rateLimiter);
    await next.started;
    assertEquals(await command("ZSCORE", "tonearm:{app}:window", "dead:2"), null);
    for (const before = await endsAt(); await endsAt() <= before;) await rateLimiter.usage();
    assertEquals(await command("ZCARD", "tonearm:{app}:running"), 2);
    long.end();
    next.end();
    assertEquals(await Promise.all([long.result, next.result]), ["done", "done"]);
  }),
);

Deno.test(
  inRedis("calls that wait while Redis restarts empty wait on, and have their turn", async (connected, server) => {
    const { client } = connected;
    const rateLimiter = new RedisRateLimiter(client, "app", { concurrency: 1, onUnavailable: "reject", replyMs: 3000 });
    const first = begin(rateLimiter);
    await first.started;
    const waiting = [begin(rateLimiter), begin(rateLimiter)];
    await queued(connected, 2);
    await server.restart();
    first.end();
    waiting.forEach(({ end }) => end());
    const ends = await Promise.allSettled([first, ...waiting].map(({ result }) => result));
    const failures = ends.flatMap((end) => end.status === "rejected" ? [end.reason.code] : []);
    assert(failures.every((code) => code === "rate_limiter"), `failed otherwise: ${failures}`);
    while (await rateLimiter.usage().then(() => false, () => true));
    assertEquals(await begun(rateLimiter), "sent");
    await rateLimiter.usage();
  }, { restarts: true }),
);

/** Retries until a call succeeds again after an outage of Redis. */
async function begun(rateLimiter: RateLimiter): Promise<string> {
  for (;;) {
    const result = await rateLimiter.schedule(call, () => Promise.resolve("sent")).catch(() => undefined);
    if (result) return result;
  }
}

Deno.test(
  inRedis(
    "while Redis is unavailable, each process keeps to the limits alone",
    async ({ client }) => {
      const silent = { call: () => new Promise<never>(() => {}) };
      const reported: unknown[] = [];
      const options: RedisRateLimiterOptions = {
        concurrency: 1,
        replyMs: 50,
        onAway: (error) => reported.push(error),
      };
      const alone = new RedisRateLimiter(silent, "app", options);
      const jobs = [begin(alone), begin(alone)];
      await jobs[0]!.started;
      assertEquals(jobs.map(({ isStarted }) => isStarted()), [true, false]);
      jobs.forEach(({ end }) => end());
      assertEquals(await Promise.all(jobs.map(({ result }) => result)), ["done", "done"]);
      assertEquals(reported.map(String), ["Error: Redis didn't answer within 50 ms"]);
      assertEquals(
        await new RedisRateLimiter(client, "app", options).schedule(call, () => Promise.resolve("here")),
        "here",
      );
    },
  ),
);

Deno.test(
  inRedis("no token is in Redis, apps are kept apart, and no key stays for ever", async ({ client, command }) => {
    const rateLimiter = new RedisRateLimiter(client, "app", { prefix: "mine:", concurrency: 1 });
    const first = begin(rateLimiter);
    await first.started;
    const next = begin(rateLimiter, { url: play.url });
    while (await command("ZCARD", "mine:{app}:waiting") !== 1);
    assertEquals((await new RedisRateLimiter(client, "other", { prefix: "mine:" }).usage()).plays, 0);
    const keys = await command("KEYS", "*") as string[];
    assert(keys.every((key) => key.startsWith("mine:{")), keys.join(" "));
    assert((await Promise.all(keys.map((key) => command("PTTL", key)))).every((ms) => Number(ms) > 0));
    const users = await command("ZRANGE", "mine:{app}:turns", "0", "-1") as string[];
    assertEquals(users.map((user) => /^[0-9a-f]{32}$/.test(user)), [true]);
    const sets = ["waiting", "running", "window", "alive"].map((name) =>
      command("ZRANGE", `mine:{app}:${name}`, "0", "-1")
    );
    const state = await command("HGETALL", "mine:{app}:state");
    assert(!JSON.stringify([await Promise.all(sets), state]).includes(call.token!));
    [first, next].forEach(({ end }) => end());
    await Promise.all([first.result, next.result]);
  }),
);

Deno.test(inRedis("a call that is aborted while it waits leaves the queue at once", async (connected) => {
  const rateLimiter = new RedisRateLimiter(connected.client, "app", { concurrency: 1 });
  const first = begin(rateLimiter);
  await first.started;
  const gone = new AbortController();
  const { result } = begin(rateLimiter, { signal: gone.signal });
  await queued(connected, 1);
  gone.abort(new Error("enough"));
  await assertRejects(() => result, Error, "enough");
  await rateLimiter.usage();
  assertEquals(await connected.command("ZCARD", "tonearm:{app}:waiting"), 0);
  first.end();
  await first.result;
}));

Deno.test(inRedis("no rate limiter is made of nonsense", ({ client }) => {
  assertThrows(() => new RedisRateLimiter(client, ""), TypeError, "app is empty");
  assertThrows(() => new RedisRateLimiter({} as never, "app"), TypeError, "neither sendCommand nor call");
  assertThrows(() => new RedisRateLimiter(client, "app", { requests: 0 }), RangeError, "requests");
  assertThrows(() => new RedisRateLimiter(client, "app", { leaseMs: 0 }), RangeError, "leaseMs is 0");
  assertThrows(() => new RedisRateLimiter(client, "app", { leaseMs: Infinity }), RangeError, "leaseMs must be less");
  assertThrows(() => new RedisRateLimiter(client, "app", { replyMs: NaN }), RangeError, "replyMs is NaN");
  return Promise.resolve();
}));
