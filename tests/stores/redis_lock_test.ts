import { assertEquals, assertMatch, assertRejects } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { type RedisLockOptions, withRedisLock } from "../../src/stores/redis_lock.ts";
import { settle } from "../support/calls.ts";
import { stopClock } from "../support/clock.ts";
import { ignoreRejection } from "../support/promises.ts";
import { replaceRandom } from "../support/random.ts";

const TTL_MS = 3000;
const TAKEN = [1, "", 1];

/** A scripted Redis that records its commands. */
class ScriptedRedis {
  /** The value of the lock that another owner holds; empty for a free lock. */
  held = "";
  /** Whether the owner's second key exists. */
  isAlive = 1;
  /** The reply to an extension. */
  isOwner: number | Error = 1;
  release: () => Promise<unknown> = () => Promise.resolve(1);
  readonly takes: { expected: string; text: string; ms: string }[] = [];
  readonly extensions: { owner: string; text: string; ms: string }[] = [];
  readonly released: string[] = [];
  readonly keys = new Set<string>();

  readonly command = (_: string, script = "", _count = "", key = "", alive = "", ...args: string[]) => {
    this.keys.add(`${key} ${alive}`);
    const [first = "", text = "", ms = ""] = args;
    if (script.includes("EXISTS")) {
      this.takes.push({ expected: first, text, ms });
      const isFree = !this.held || first === this.held;
      return Promise.resolve(isFree ? TAKEN : [0, this.held, this.isAlive]);
    }
    if (script.includes("DEL")) {
      this.released.push(first);
      return this.release();
    }
    this.extensions.push({ owner: first, text, ms });
    return this.isOwner instanceof Error ? Promise.reject(this.isOwner) : Promise.resolve(this.isOwner);
  };

  lock<T>(work: Parameters<typeof withRedisLock<T>>[2], options: RedisLockOptions = {}): Promise<T> {
    return withRedisLock(this.command, "k", work, { ttlMs: TTL_MS, ...options });
  }
}

/** Advances time and settles the effects. */
async function advanceTime(time: FakeTime, ms: number): Promise<void> {
  await time.tickAsync(ms);
  await settle();
}

const done = () => Promise.resolve("done");

Deno.test("withRedisLock() takes a lock with its owner, its life, the time between beats and a count", async () => {
  const redis = new ScriptedRedis();
  assertEquals(await redis.lock(done), "done");
  const [{ expected, text, ms } = { expected: "", text: "", ms: "" }] = redis.takes;
  assertEquals({ expected, ms, takes: redis.takes.length }, { expected: "", ms: "3000", takes: 1 });
  assertMatch(text, /^[0-9a-f-]{36} 3000 1500 0$/);
  assertEquals(redis.released, [text.slice(0, 36)]);
  assertEquals([...redis.keys], ["k k:alive"]);
});

Deno.test("withRedisLock() waits for its release, and leaves one that fails to the lock's end", async () => {
  const redis = new ScriptedRedis();
  const releasing = Promise.withResolvers<unknown>();
  redis.release = () => releasing.promise;
  let isOver = false;
  const locked = redis.lock(done).finally(() => isOver = true);
  while (redis.released.length === 0) await settle();
  await settle();
  assertEquals(isOver, false);
  releasing.reject(new Error("away"));
  assertEquals(await locked, "done");
});

Deno.test("withRedisLock() lives 5 seconds by default, and waits for 10", async () => {
  using _random = replaceRandom(() => 0);
  using time = new FakeTime();
  using clock = stopClock();
  const redis = new ScriptedRedis();
  redis.held = "other 60000 60000 1";
  const waiting = ignoreRejection(redis.lock(done, { ttlMs: undefined }));
  let isOver = false;
  waiting.catch(() => isOver = true);
  clock.now = 10_000;
  await advanceTime(time, 10);
  assertEquals({ isOver, ms: redis.takes.at(-1)?.ms }, { isOver: false, ms: "5000" });
  clock.now = 10_001;
  await advanceTime(time, 10);
  await assertRejects(() => waiting, Error, "Cannot get the lock k: another process holds it");
});

for (const [random, pauseMs] of [[0, 10], [1, 50]] as const) {
  Deno.test(`withRedisLock() tries again after ${pauseMs} ms ${random ? "at most" : "at least"}, and counts its tries`, async () => {
    using _random = replaceRandom(() => random);
    using time = new FakeTime();
    const redis = new ScriptedRedis();
    redis.held = "other 60000 60000 1";
    const waiting = redis.lock(done);
    await advanceTime(time, 0);
    await advanceTime(time, pauseMs - 1);
    assertEquals(redis.takes.length, 1);
    redis.held = "";
    await advanceTime(time, 1);
    assertEquals(await waiting, "done");
    assertEquals(redis.takes.map(({ text }) => text.split(" ")[3]), ["0", "1"]);
  });
}

for (
  const [what, held, isAlive, stillMs] of [
    ["whose second key has expired, once it stands still for longer than a beat", "other 5000 100 7", 0, 100],
    ["whose second key is there, once it stands still for longer than its life", "other 5000 100 7", 1, 5000],
    ["of an older version whose key has expired, after half of its own time", "other", 0, TTL_MS / 2],
    ["of an older version, after its own time", "other", 1, TTL_MS],
  ] as const
) {
  Deno.test(`withRedisLock() takes a lock over ${what}`, async () => {
    using _random = replaceRandom(() => 0);
    using time = new FakeTime();
    using clock = stopClock();
    const redis = new ScriptedRedis();
    [redis.held, redis.isAlive] = [held, isAlive];
    clock.now = 50_000;
    const waiting = redis.lock(done, { maxWaitMs: 60_000 });
    await advanceTime(time, 0);
    clock.now += stillMs;
    await advanceTime(time, 10);
    assertEquals(redis.takes.map(({ expected }) => expected), ["", ""], "not yet");
    clock.now += 1;
    await advanceTime(time, 10);
    assertEquals(await waiting, "done");
    assertEquals(redis.takes.map(({ expected }) => expected), ["", "", "", held], "at once");
  });
}

Deno.test("withRedisLock() leaves a lock alone that moves, however long", async () => {
  using _random = replaceRandom(() => 0);
  using time = new FakeTime();
  using clock = stopClock();
  const redis = new ScriptedRedis();
  redis.isAlive = 0;
  redis.held = "other 5000 100 0";
  const waiting = redis.lock(done, { maxWaitMs: 60_000 });
  for (let count = 1; count < 20; count++) {
    await advanceTime(time, 10);
    clock.now += 1000;
    redis.held = `other 5000 100 ${count}`;
  }
  assertEquals(redis.takes.every(({ expected }) => expected === ""), true);
  redis.held = "";
  await advanceTime(time, 10);
  assertEquals(await waiting, "done");
});

Deno.test("withRedisLock() is held until its time is over, counted from before the request", async () => {
  using clock = stopClock();
  await new ScriptedRedis().lock((lease) => {
    clock.now = TTL_MS - 1;
    assertEquals(lease.isHeld(), true);
    clock.now = TTL_MS;
    assertEquals(lease.isHeld(), false);
    return done();
  });
});

Deno.test("withRedisLock() beats three times in its time, and each beat extends it", async () => {
  using time = new FakeTime();
  using clock = stopClock();
  const redis = new ScriptedRedis();
  await redis.lock(async (lease) => {
    await advanceTime(time, 999);
    assertEquals(redis.extensions.length, 0);
    clock.now = 1000;
    await advanceTime(time, 1);
    const [{ owner, text, ms } = { owner: "", text: "", ms: "" }] = redis.extensions;
    assertEquals({ text, ms }, { text: `${owner} 3000 1500 1`, ms: "3000" });
    clock.now = 1000 + TTL_MS - 1;
    assertEquals(lease.isHeld(), true);
    clock.now = 1000 + TTL_MS;
    assertEquals(lease.isHeld(), false);
  });
  await advanceTime(time, 10_000);
  assertEquals(redis.extensions.length, 1, "none after the work");
});

Deno.test("withRedisLock() has four times its time for a request, which the beats leave", async () => {
  using time = new FakeTime();
  using clock = stopClock();
  const redis = new ScriptedRedis();
  await redis.lock(async (lease) => {
    await lease.extend?.();
    clock.now = 1000.5;
    await advanceTime(time, 1000);
    assertEquals(redis.extensions.map(({ ms }) => ms), ["12000", "11000"]);
    clock.now = 4 * TTL_MS;
    assertEquals(lease.isHeld(), true, "rounded up to a whole millisecond");
    clock.now = 4 * TTL_MS + 1;
    assertEquals(lease.isHeld(), false);
  });
});

Deno.test("withRedisLock() tells that it's lost, and a beat that fails changes nothing", async () => {
  using time = new FakeTime();
  using _clock = stopClock();
  const redis = new ScriptedRedis();
  await redis.lock(async (lease) => {
    redis.isOwner = new Error("away");
    await advanceTime(time, 1000);
    assertEquals({ isHeld: lease.isHeld(), beats: redis.extensions.length }, { isHeld: true, beats: 1 });
    redis.isOwner = 0;
    await lease.extend?.();
    assertEquals(lease.isHeld(), false);
  });
});
