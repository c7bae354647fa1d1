import { assertEquals, assertNotEquals, assertRejects } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { ServiceError } from "../../src/errors.ts";
import { guardStore } from "../../src/oauth/guarded_store.ts";
import { MemoryTokenStore } from "../../src/oauth/memory_token_store.ts";
import { type RefreshPolicy, TokenEngine } from "../../src/oauth/token_engine.ts";
import { stopClock } from "../support/replaced.ts";

const REPLY = { access_token: "a1", refresh_token: "r1", token_type: "bearer", expires_in: 3600, scope: "" };

/** A refresh whose request does some work after it has claimed its turn. */
function policy(request: RefreshPolicy["request"] = () => Promise.resolve(REPLY)): RefreshPolicy {
  return { isCurrent: () => false, request, blockMs: 0, isReplaceable: false };
}

/** An engine with a store that refuses its writes after a number of them, and the times of the refused ones. */
function refusing(taken: number) {
  const store = new MemoryTokenStore({ generation: 1, accessToken: "a0", refreshToken: "r0" });
  const [began, times]: [number, number[]] = [Date.now(), []];
  const engine = new TokenEngine(guardStore(
    {
      read: () => store.read(),
      compareAndSwap(expected, next) {
        if (taken-- > 0) return store.compareAndSwap(expected, next);
        times.push(Date.now() - began);
        throw new Error("read-only");
      },
    },
    0,
  ));
  return { engine, store, times };
}

/** Lets time pass in small steps, so that what one timer begins may set the next. */
async function pass(time: FakeTime, ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 20) await time.tickAsync(20);
}

Deno.test("TokenEngine.refresh() tries to write its intent three times, half a second apart, and sends nothing", async () => {
  using time = new FakeTime();
  const { engine, times } = refusing(0);
  const failing = assertRejects(() => engine.refresh(policy(() => Promise.reject(new Error("sent")))), Error, "store");
  await pass(time, 1000);
  await failing;
  assertEquals(times, [0, 500, 1000]);
});

Deno.test("TokenEngine.refresh() returns a pair that can't be stored after half a second, and never gives it up", async () => {
  using time = new FakeTime();
  const { engine, times } = refusing(1);
  const outcome = engine.refresh(policy());
  await pass(time, 520);
  assertEquals((await outcome).record?.refreshToken, "r1");
  await pass(time, 8000);
  assertEquals(times, [0, 20, 120, 520, 1020, 1520, 2020, 2520, 3020, 3520, 5520, 7520]);
});

Deno.test("TokenEngine.refresh() blocks for a day at most, and then sends the refresh token again", async () => {
  using time = new FakeTime();
  using clock = stopClock();
  const { engine, store } = refusing(Infinity);
  const headers = new Headers({ "Retry-After": `${40 * 3600}` });
  const limited = policy(() => Promise.reject(new ServiceError(429, "", undefined, { headers })));
  await assertRejects(() => engine.refresh(limited), ServiceError);
  assertEquals(store.read()?.block?.forMs, 24 * 3_600_000);
  const refresh = () => engine.refresh(policy()).then(({ record }) => record?.accessToken, ({ status }) => status);
  [time.now, clock.now] = [time.now + 86_399_000, clock.now + 86_399_000];
  assertEquals(await refresh(), 429);
  [time.now, clock.now] = [time.now + 1000, clock.now + 1000];
  assertEquals(await refresh(), "a1");
});

Deno.test("TokenEngine.refresh() keeps no time of the token before for one that doesn't expire", async () => {
  const store = new MemoryTokenStore({ generation: 1, accessToken: "a0", expiresAt: 1 });
  const reply = { access_token: "a1" } as typeof REPLY;
  const { record } = await new TokenEngine(guardStore(store, 0)).refresh(policy(() => Promise.resolve(reply)));
  assertEquals({ token: record?.accessToken, at: record?.expiresAt }, { token: "a1", at: undefined });
});

for (const which of ["monotonic clock", "time of day"]) {
  Deno.test(`TokenEngine.refresh() claims its turn again where by the ${which} three seconds have passed`, async () => {
    using time = new FakeTime();
    using clock = stopClock();
    const { engine, store } = refusing(Infinity);
    const skip = (ms: number) => void (which === "time of day" ? time.now += ms : clock.now += ms);
    const { record } = await engine.refresh(policy(async (_, beforeSend) => {
      const first = store.read()?.intent?.id;
      skip(2999);
      await beforeSend();
      assertEquals(store.read()?.intent?.id, first);
      skip(1);
      await beforeSend();
      assertNotEquals(store.read()?.intent?.id, first);
      return REPLY;
    }));
    assertEquals(store.read(), record);
  });
}

for (
  const [status, isSpent] of [[400, false], [429, false], [500, false], [408, true], [499, true], [504, true]] as const
) {
  Deno.test(`TokenEngine.refresh() takes its token for ${isSpent ? "spent" : "unspent"} after a ${status}`, async () => {
    const { engine, store } = refusing(Infinity);
    await assertRejects(() => engine.refresh(policy(() => Promise.reject(new ServiceError(status, "")))), ServiceError);
    assertEquals(store.read()?.intent !== undefined, isSpent);
  });
}
