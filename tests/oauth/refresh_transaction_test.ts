import { assertEquals, assertRejects, assertStrictEquals } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { ServiceError } from "../../src/errors.ts";
import { guardStore } from "../../src/oauth/guarded_store.ts";
import { MemoryTokenStore } from "../../src/oauth/memory_token_store.ts";
import { type RefreshPolicy, refreshRecord } from "../../src/oauth/refresh_transaction.ts";
import type { ServiceToken } from "../../src/types/token.ts";
import type { AtomicTokenStore, TokenRecord } from "../../src/types/token_record.ts";
import { ignoreRejection } from "../support/promises.ts";

const NOW = 1_700_000_000_000;
const DAY_MS = 86_400_000;
const BEFORE: TokenRecord = { generation: 3, accessToken: "a0", refreshToken: "r0" };
const REPLY: ServiceToken = {
  access_token: "a1",
  refresh_token: "r1",
  expires_in: 3600,
  scope: "",
  token_type: "bearer",
};
const AFTER: TokenRecord = {
  generation: 3,
  accessToken: "a1",
  refreshToken: "r1",
  issuedAt: NOW,
  expiresAt: NOW + 3_600_000,
};

/** Returns an in-memory store with the given changes. */
function storeOf(inner: MemoryTokenStore, changes: Partial<AtomicTokenStore> = {}): AtomicTokenStore {
  return {
    read: () => inner.read(),
    compareAndSwap: (expected, next) => inner.compareAndSwap(expected, next),
    ...changes,
  };
}

function policy(store: AtomicTokenStore, changes: Partial<RefreshPolicy> = {}): RefreshPolicy {
  return {
    store: guardStore(store, 0),
    isCurrent: () => false,
    async request(_, beforeSend) {
      await beforeSend();
      return REPLY;
    },
    blockMs: 0,
    isReplaceable: false,
    settleMs: 0,
    ...changes,
  };
}

const refusing = (error: unknown) => ({ request: () => Promise.reject(error) });
const invalidGrant = () => new ServiceError(400, "", { error: "invalid_grant" });

Deno.test("refreshRecord() stores the pair of the reply with the session's number and its times", async () => {
  using _time = new FakeTime(NOW);
  for (const [record, generation] of [[BEFORE, 3], [undefined, 0]] as const) {
    const store = new MemoryTokenStore(record);
    const outcome = await refreshRecord(policy(storeOf(store), { isReplaceable: true }));
    assertEquals(outcome, { record: { ...AFTER, generation }, reply: REPLY });
    assertEquals(store.read(), { ...AFTER, generation });
  }
});

Deno.test("refreshRecord() sends nothing for a record that is good, nor while refreshes are blocked", async () => {
  const request = () => Promise.reject(new Error("sent"));
  const good = policy(new MemoryTokenStore(BEFORE), { isCurrent: () => true, request });
  assertEquals(await refreshRecord(good), { record: BEFORE });
});

for (
  const [what, waitMs, seconds] of [
    ["a moment ago", 0, undefined],
    ["for a millisecond more", 1, "1"],
    ["for a second and a bit", 1001, "2"],
    ["for a day", DAY_MS, "86400"],
    ["for longer than any limit lasts, by a clock that was wrong", DAY_MS + 1, undefined],
  ] as const
) {
  Deno.test(`refreshRecord() with a record that was blocked ${what} ${seconds ? "waits" : "is sent"}`, async () => {
    using _time = new FakeTime(NOW);
    const store = new MemoryTokenStore({ ...BEFORE, blockedUntil: NOW + waitMs });
    if (!seconds) return assertEquals((await refreshRecord(policy(store))).record, AFTER);
    const error = await assertRejects(() => refreshRecord(policy(store)), ServiceError);
    assertEquals({ status: error.status, retryAfterMs: error.retryAfterMs, record: store.read() }, {
      status: 429,
      retryAfterMs: Number(seconds) * 1000,
      record: { ...BEFORE, blockedUntil: NOW + waitMs },
    });
    assertEquals(error.message, "429: Token refreshes are still blocked");
  });
}

Deno.test("refreshRecord() extends its lease before it sends, and sends nothing once the lease is lost", async () => {
  const log: string[] = [];
  let held = [false, false, true];
  const inner = new MemoryTokenStore(BEFORE);
  const store = storeOf(inner, {
    lock: (work) => {
      const isHeld = held.shift() ?? false;
      const extend = async () => {
        await Promise.resolve();
        log.push("extended");
      };
      return work({ isHeld: () => (log.push(`held: ${isHeld}`), isHeld), extend });
    },
  });
  const request: RefreshPolicy["request"] = async (_, beforeSend) => {
    await beforeSend();
    log.push("sent");
    return REPLY;
  };
  await refreshRecord(policy(store, { request }));
  const lost = ["extended", "held: false"];
  assertEquals(log, [...lost, ...lost, "extended", "held: true", "sent"]);
  held = [];
  log.length = 0;
  const error = await assertRejects(() => refreshRecord(policy(store, { request })), ServiceError);
  assertEquals({ code: error.code, message: error.message, log }, {
    code: "lock",
    message: "The token store's lock was lost",
    log: [...lost, ...lost, ...lost],
  });
});

Deno.test("refreshRecord() stores for how long a 429 blocks, a day at most", async () => {
  using _time = new FakeTime(NOW);
  for (
    const [header, blockMs, waitMs] of [["7", 500, 7000], [undefined, 500, 500], ["999999", 500, DAY_MS]] as const
  ) {
    const headers = new Headers(header ? { "Retry-After": header } : {});
    const limited = new ServiceError(429, "", undefined, { headers });
    const store = new MemoryTokenStore(BEFORE);
    const refused = await assertRejects(() => refreshRecord(policy(store, { ...refusing(limited), blockMs })));
    assertStrictEquals(refused, limited);
    assertEquals(store.read(), { ...BEFORE, blockedUntil: NOW + waitMs });
  }
});

Deno.test("refreshRecord() blocks also where nothing is stored yet, and nothing where no pause is known", async () => {
  using _time = new FakeTime(NOW);
  const limited = new ServiceError(429, "");
  const empty = new MemoryTokenStore();
  await assertRejects(() => refreshRecord(policy(empty, { ...refusing(limited), blockMs: 500 })));
  assertEquals(empty.read(), { generation: 0, blockedUntil: NOW + 500 });
  const store = new MemoryTokenStore(BEFORE);
  await assertRejects(() => refreshRecord(policy(store, refusing(limited))));
  assertEquals(store.read(), BEFORE);
});

Deno.test("refreshRecord() gives the 429, also where the store can't keep it, and not before it has tried", async () => {
  const limited = new ServiceError(429, "");
  const tried = Promise.withResolvers<boolean>();
  let isOver = false;
  const store = storeOf(new MemoryTokenStore(BEFORE), { compareAndSwap: () => tried.promise });
  const refreshing = ignoreRejection(
    refreshRecord(policy(store, { ...refusing(limited), blockMs: 500 })).finally(() => isOver = true),
  );
  await new Promise((resolve) => setTimeout(resolve));
  assertEquals(isOver, false);
  tried.reject(new Error("disk full"));
  assertStrictEquals(await assertRejects(() => refreshing), limited);
});

Deno.test("refreshRecord() passes on what isn't an answer of the service, at once", async () => {
  for (const error of [new TypeError("bug"), new ServiceError(503, "", { error: "unavailable" })]) {
    let reads = 0;
    const inner = new MemoryTokenStore(BEFORE);
    const store = storeOf(inner, { read: () => (reads++, inner.read()) });
    const failing = policy(store, { ...refusing(error), settleMs: 2000 });
    assertStrictEquals(await assertRejects(() => refreshRecord(failing)), error);
    assertEquals(reads, 1);
  }
});

Deno.test("refreshRecord() looks each tenth of a second for the pair of the process that was first", async () => {
  using time = new FakeTime(NOW);
  const inner = new MemoryTokenStore(BEFORE);
  let reads = 0;
  const store = storeOf(inner, { read: () => (reads++, inner.read()) });
  const begin = () => ignoreRejection(refreshRecord(policy(store, { ...refusing(invalidGrant()), settleMs: 300 })));
  const adopting = begin();
  for (let ms = 0; ms < 250; ms += 50) await time.tickAsync(50);
  inner.compareAndSwap(BEFORE, AFTER);
  await time.tickAsync(49);
  assertEquals(reads, 4, "before the lookup, and at 0, 100 and 200 ms");
  await time.tickAsync(1);
  assertEquals(await adopting, { record: AFTER });
  reads = 0;
  const refused = begin();
  for (let ms = 0; ms < 250; ms += 50) await time.tickAsync(50);
  await time.tickAsync(49);
  assertEquals(reads, 4);
  await time.tickAsync(1);
  assertEquals((await assertRejects(() => refused, ServiceError)).errorCode, "invalid_grant");
  assertEquals(reads, 5, "once more at its end");
});

Deno.test("refreshRecord() looks once where no other process may have been first", async () => {
  let reads = 0;
  const inner = new MemoryTokenStore(BEFORE);
  const store = storeOf(inner, { read: () => (reads++, inner.read()) });
  await assertRejects(() => refreshRecord(policy(store, refusing(invalidGrant()))), ServiceError, "invalid_grant");
  assertEquals(reads, 2);
});

Deno.test("refreshRecord() writes a pair again after 20, 100 and 400 ms, and then gives it without", async () => {
  using time = new FakeTime(NOW);
  const cause = new Error("disk full");
  const times: number[] = [];
  const store = storeOf(new MemoryTokenStore(BEFORE), {
    compareAndSwap: () => {
      times.push(Date.now() - NOW);
      return Promise.reject(cause);
    },
  });
  const refreshing = refreshRecord(policy(store));
  for (let ms = 0; ms < 600; ms += 10) await time.tickAsync(10);
  const { unsaved, ...rest } = await refreshing;
  assertEquals(times, [0, 20, 120, 520]);
  assertEquals(rest, { record: AFTER, reply: REPLY });
  assertEquals({ expected: unsaved?.expected, cause: (unsaved?.cause as Error).cause }, { expected: BEFORE, cause });
});

Deno.test("refreshRecord() gives the pair of the process that was quicker", async () => {
  const other: TokenRecord = { generation: 4, accessToken: "b", refreshToken: "s" };
  const inner = new MemoryTokenStore(BEFORE);
  const request = () => (inner.compareAndSwap(BEFORE, other), Promise.resolve(REPLY));
  assertEquals(await refreshRecord(policy(storeOf(inner), { request })), { record: other });
  assertEquals(inner.read(), other);
});

Deno.test("refreshRecord() recognises its own record where a write wasn't acknowledged", async () => {
  using _time = new FakeTime(NOW);
  const inner = new MemoryTokenStore(BEFORE);
  const compareAndSwap = (expected: TokenRecord | undefined, next: TokenRecord) =>
    inner.compareAndSwap(expected, next) && false;
  assertEquals(await refreshRecord(policy(storeOf(inner, { compareAndSwap }))), { record: AFTER, reply: REPLY });
});

Deno.test("refreshRecord() retries a write that was refused though nothing had changed", async () => {
  using time = new FakeTime(NOW);
  const inner = new MemoryTokenStore(BEFORE);
  let refusals = 1;
  const store = storeOf(inner, {
    compareAndSwap: (expected, next) => refusals-- > 0 ? false : inner.compareAndSwap(expected, next),
  });
  const refreshing = refreshRecord(policy(store));
  await time.tickAsync(20);
  assertEquals((await refreshing).record, AFTER);
  assertEquals(inner.read(), AFTER);
});

Deno.test("refreshRecord() tells of a session that is lost meanwhile; an app's token takes its place", async () => {
  using time = new FakeTime(NOW);
  for (const isReplaceable of [false, true]) {
    let stored: TokenRecord | undefined = BEFORE;
    const expectations: (TokenRecord | undefined)[] = [];
    const store: AtomicTokenStore = {
      read: () => stored,
      compareAndSwap(expected, next) {
        expectations.push(expected);
        if (expected !== stored) return false;
        stored = next;
        return true;
      },
    };
    const request = () => (stored = undefined, Promise.resolve(REPLY));
    const refreshing = ignoreRejection(refreshRecord(policy(store, { request, isReplaceable })));
    await time.tickAsync(0);
    await time.tickAsync(20);
    if (!isReplaceable) {
      const error = await assertRejects(() => refreshing, ServiceError);
      assertEquals({ code: error.code, message: error.message }, {
        code: "session_lost",
        message: "The token store has lost the session: sign in again",
      });
      assertEquals(expectations, [BEFORE]);
    } else {
      assertEquals((await refreshing).record?.accessToken, "a1");
      assertEquals(expectations, [BEFORE, undefined]);
    }
  }
});
