import { assertEquals, assertObjectMatch, assertRejects, assertStrictEquals } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { ServiceError } from "../../src/errors.ts";
import { guardStore, wrapStoreError } from "../../src/oauth/guarded_store.ts";
import type { TokenStore } from "../../src/types/config.ts";
import { ignoreRejection } from "../support/calls.ts";
import { WatchedStore } from "../support/sessions/token_store.ts";

const LIMIT_MS = 1000;

/** Creates a guarded store with this lock. */
function locking(lock: NonNullable<TokenStore["lock"]>, limitMs = LIMIT_MS) {
  return guardStore(Object.assign(new WatchedStore(), { lock }), limitMs);
}

/** Tracks the state of a promise. */
function trackState<T>(promise: Promise<T>): { state: string } {
  const seen = { state: "pending" };
  promise.then(() => seen.state = "resolved", () => seen.state = "rejected");
  return seen;
}

Deno.test("guardStore() stores only what the store confirms with true", async () => {
  for (const answer of [false, undefined, 1, "yes"]) {
    const store = guardStore({ read: () => undefined, compareAndSwap: () => answer as boolean }, 0);
    assertEquals(await store.compareAndSwap(undefined, { generation: 1 }), false, String(answer));
  }
});

Deno.test("wrapStoreError() makes a typed error of the store's, keeps one that is typed, and ends a silence", async () => {
  const cause = new Error("disk full");
  const error = await assertRejects(() => wrapStoreError(() => Promise.reject(cause), 0), ServiceError);
  assertObjectMatch(error, { code: "token_store", message: "The token store failed", cause });
  const typed = new ServiceError(0, "", undefined, { code: "lock" });
  assertStrictEquals(await assertRejects(() => wrapStoreError(() => Promise.reject(typed), 0)), typed);
  using time = new FakeTime();
  const silent = ignoreRejection(wrapStoreError(() => new Promise<never>(() => {}), LIMIT_MS));
  const seen = trackState(silent);
  await time.tickAsync(LIMIT_MS - 1);
  assertEquals(seen.state, "pending");
  await time.tickAsync(1);
  assertEquals((await assertRejects(() => silent, ServiceError)).code, "token_store");
});

Deno.test("guardStore(): what the work of a lock throws is its caller's, whatever the lock makes of it", async () => {
  const bug = new TypeError("bug");
  const swallowing = locking(async <T>(work: () => Promise<T>) => await work().catch(() => undefined as T));
  assertStrictEquals(await assertRejects(() => swallowing.lock(() => Promise.reject(bug))), bug);
});

Deno.test("guardStore(): a lock that fails after its work costs nothing", async () => {
  const failing = locking(async (work) => {
    await work();
    throw new Error("the unlock failed");
  });
  assertEquals(await failing.lock(() => Promise.resolve(7)), 7);
});

Deno.test("guardStore() tells of a lock that fails before its work, and of one that never calls it", async () => {
  const cause = new Error("no lock");
  const refusing = locking(() => Promise.reject(cause));
  const refused = await assertRejects(() => refusing.lock(() => Promise.resolve(7)), ServiceError);
  assertObjectMatch(refused, { code: "lock", message: "The token store's lock failed", cause });
  const empty = locking(() => Promise.resolve(undefined as never));
  const ended = await assertRejects(() => empty.lock(() => Promise.resolve(7)), ServiceError);
  assertEquals(ended.code, "lock");
  assertEquals((ended.cause as Error).message, "lock() returned before its callback finished");
});

Deno.test("guardStore() waits as long for a lock as for an answer, and begins no work after that", async () => {
  using time = new FakeTime();
  let isBegun = false;
  const granted = Promise.withResolvers<void>();
  const slow = locking(async (work) => {
    await granted.promise;
    return await work();
  });
  const waiting = ignoreRejection(slow.lock(() => Promise.resolve(isBegun = true)));
  const seen = trackState(waiting);
  await time.tickAsync(LIMIT_MS - 1);
  assertEquals(seen.state, "pending");
  await time.tickAsync(1);
  const error = await assertRejects(() => waiting, ServiceError);
  assertEquals({ code: error.code, cause: (error.cause as Error).name }, { code: "lock", cause: "TimeoutError" });
  granted.resolve();
  await time.tickAsync(1);
  assertEquals(isBegun, false);
});

Deno.test("guardStore() gives work under a lock all the time that it takes, and the lock's end a limit again", async () => {
  using time = new FakeTime();
  const worked = Promise.withResolvers<number>();
  const stuck = locking(async (work) => {
    await work();
    return await new Promise<never>(() => {});
  });
  const locked = stuck.lock(() => worked.promise);
  const seen = trackState(locked);
  await time.tickAsync(10 * LIMIT_MS);
  worked.resolve(7);
  await time.tickAsync(LIMIT_MS - 1);
  assertEquals(seen.state, "pending");
  await time.tickAsync(1);
  assertEquals(await locked, 7);
});

Deno.test("guardStore() without a limit waits for a lock however long", async () => {
  using time = new FakeTime();
  const granted = Promise.withResolvers<void>();
  const slow = locking(async (work) => {
    await granted.promise;
    return await work();
  }, 0);
  const locked = slow.lock(() => Promise.resolve(7));
  const seen = trackState(locked);
  await time.tickAsync(100 * LIMIT_MS);
  assertEquals(seen.state, "pending");
  granted.resolve();
  assertEquals(await locked, 7);
});
