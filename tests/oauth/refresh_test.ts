import { assertEquals, assertRejects, assertStrictEquals } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { ServiceError } from "../../src/errors.ts";
import { MemoryTokenStore } from "../../src/oauth/memory_token_store.ts";
import { refresher, type RefreshSettings } from "../../src/oauth/refresh.ts";
import { TokenManager } from "../../src/oauth/token_manager.ts";
import type { TokenProvider, TokenStore } from "../../src/types/config.ts";
import type { ServiceToken } from "../../src/types/token.ts";
import type { AtomicTokenStore, TokenRecord } from "../../src/types/token_record.ts";
import { ignoreRejection, settle } from "../support/calls.ts";
import { replaceRandom } from "../support/replaced.ts";
import { WatchedStore } from "../support/sessions/token_store.ts";

const RECORD: TokenRecord = { generation: 1, accessToken: "a0", refreshToken: "r0" };
const AFTER_NOW = 8_640_000_000_000;

function pair(number: number): ServiceToken {
  return { access_token: `a${number}`, refresh_token: `r${number}`, expires_in: 3600, scope: "", token_type: "bearer" };
}

interface SessionOptions extends Partial<RefreshSettings> {
  store?: AtomicTokenStore | TokenStore | undefined;
  provider?: TokenProvider | undefined;
}

/**
 * Returns a manager and its refresh function. `sent` records the refresh tokens; each refresh returns the next tokens.
 */
function session({ store, provider, ...changes }: SessionOptions = {}) {
  const sent: string[] = [];
  const messages: string[] = [];
  const onDebug = (message: string) => messages.push(message);
  const manager = new TokenManager({ store, provider, onDebug, limitMs: 0 });
  const refresh = refresher({
    manager,
    exchange: (token) => Promise.resolve(pair(sent.push(token))),
    isAutomatic: true,
    onDebug,
    limitMs: 0,
    timeoutMs: 0,
    maxRetries: 0,
    retryBaseDelay: 0,
    ...changes,
  });
  return { manager, refresh, sent, messages };
}

const limited = (seconds?: number) =>
  new ServiceError(429, "", undefined, { headers: new Headers(seconds ? { "Retry-After": `${seconds}` } : {}) });

Deno.test("refresher() waits for a sign-in that is being stored, and refreshes it", async () => {
  const store = new MemoryTokenStore({ ...RECORD, generation: AFTER_NOW });
  const { manager, refresh, sent } = session({ store });
  manager.set("mine", "r9");
  assertEquals(manager.access(), "mine");
  assertEquals(await refresh("mine", false), "a1");
  assertEquals(sent, ["r9"]);
  assertEquals((store.read()?.generation ?? 0) > AFTER_NOW, true);
});

Deno.test("refresher() gives nothing for a token that it doesn't know, and sends nothing", async () => {
  const { manager, refresh, sent } = session();
  manager.set("a0", "r0");
  manager.access();
  assertEquals([await refresh("unknown", false), await refresh(undefined, false)], [undefined, undefined]);
  assertEquals(sent, []);
});

Deno.test("refresher() gives a late caller the successor of its token, and nothing for the new one refused at once", async () => {
  const { manager, refresh, sent } = session();
  manager.set("a0", "r0");
  manager.access();
  assertEquals(await refresh("a0", false), "a1");
  assertEquals(await refresh("a0", false), "a1");
  assertEquals(await refresh("a1", true), undefined, "what a refresh has brought isn't refreshed at once");
  assertEquals(sent, ["r0"]);
  assertEquals(await refresh("a1", false), "a2");
  assertEquals(sent, ["r0", "r1"]);
});

Deno.test("refresher() sends nothing where the client doesn't refresh by itself", async () => {
  const { manager, refresh, sent } = session({ isAutomatic: false });
  manager.set("a0", "r0");
  manager.access();
  assertEquals({ token: await refresh("a0", false), sent }, { token: undefined, sent: [] });
});

Deno.test("refresher() lets a sign-in's refresh wait for that of the session before, which changes nothing", async () => {
  const first = Promise.withResolvers<ServiceToken>();
  const exchange = (token: string) => token === "r0" ? first.promise : Promise.resolve(pair(8));
  const { manager, refresh } = session({ exchange });
  manager.set("a0", "r0");
  manager.access();
  const old = refresh("a0", false);
  await settle();
  manager.set("b0", "s0");
  manager.access();
  let isOver = false;
  const next = refresh("b0", false).finally(() => isOver = true);
  await settle();
  assertEquals(isOver, false);
  first.resolve(pair(1));
  assertEquals({ old: await old, next: await next }, { old: undefined, next: "a8" });
  assertEquals(manager.access(), "a8");
});

Deno.test("refresher() undoes no sign-in that comes while it stores the one before", async () => {
  const [inner, gates] = [new MemoryTokenStore(), [Promise.withResolvers<void>(), Promise.withResolvers<void>()]];
  const [first, second] = gates;
  let isDown = true;
  const compareAndSwap: AtomicTokenStore["compareAndSwap"] = async (expected, next) => {
    if (isDown) throw new Error("down");
    await gates.shift()?.promise;
    return inner.compareAndSwap(expected, next);
  };
  const { manager, refresh, sent } = session({ store: { read: () => inner.read(), compareAndSwap } });
  manager.set("a0", "r0");
  manager.access();
  await settle();
  isDown = false;
  const old = refresh("a0", false);
  await settle();
  manager.set("b0", "s0");
  await settle();
  first!.resolve();
  assertEquals({ old: await old, sent, access: manager.access() }, { old: undefined, sent: ["r0"], access: "b0" });
  second!.resolve();
  await settle();
  assertEquals({ kept: inner.read()?.accessToken, access: manager.access() }, { kept: "b0", access: "b0" });
});

Deno.test("refresher() waits as long as a 429 asks, then asks again, and says so", async () => {
  using time = new FakeTime();
  const refusals = [limited(60), limited(1)];
  const times: number[] = [];
  const began = Date.now();
  const exchange = () => {
    times.push(Date.now() - began);
    const refusal = refusals.shift();
    return refusal ? Promise.reject(refusal) : Promise.resolve(pair(1));
  };
  const { manager, refresh, messages } = session({ exchange, maxRetries: 2 });
  manager.set("a0", "r0");
  manager.access();
  const refreshing = refresh("a0", false);
  for (let s = 0; s < 61; s++) {
    await time.tickAsync(1000);
    await time.runMicrotasks();
  }
  assertEquals(await refreshing, "a1");
  assertEquals(times, [0, 60_000, 61_000]);
  assertEquals(messages, [
    "Retry 1 of the refresh in 60000 ms: 429",
    "Retry 2 of the refresh in 1000 ms: 429",
  ]);
});

for (
  const [what, refusal, maxRetries] of [
    ["after as many tries as allowed", limited(1), 0],
    ["where maxRetries is no number", limited(1), NaN],
    ["where a 429 asks for more than a minute", limited(61), 5],
    ["where the service fails otherwise", new ServiceError(503, ""), 5],
    ["where the exchange is broken", new TypeError("bug"), 5],
  ] as const
) {
  Deno.test(`refresher() asks once and gives the failure ${what}`, async () => {
    let exchangeCount = 0;
    const exchange = () => (exchangeCount++, Promise.reject(refusal));
    const { manager, refresh } = session({ exchange, maxRetries });
    manager.set("a0", "r0");
    manager.access();
    assertStrictEquals(await assertRejects(() => refresh("a0", false)), refusal);
    assertEquals(exchangeCount, 1);
  });
}

for (const [isShared, delays] of [[false, [0, 250, 750]], [true, [0, 750, 1750]]] as const) {
  const where = isShared ? "with a store of several processes" : "alone";
  Deno.test(`refresher() ${where} pauses for longer each time where a 429 names no time`, async () => {
    using time = new FakeTime();
    using _random = replaceRandom(() => 0.5);
    const times: number[] = [];
    const began = Date.now();
    const exchange = () => {
      times.push(Date.now() - began);
      return times.length < 3 ? Promise.reject(limited()) : Promise.resolve(pair(1));
    };
    const store = isShared ? new MemoryTokenStore(RECORD) : undefined;
    const { manager, refresh } = session({ exchange, maxRetries: 2, retryBaseDelay: 500, store });
    if (!store) manager.set("a0", "r0");
    await manager.access();
    const refreshing = refresh("a0", false);
    for (let ms = 0; ms < 2000; ms += 50) {
      await time.tickAsync(50);
      await time.runMicrotasks();
    }
    assertEquals(await refreshing, "a1");
    assertEquals(times, [...delays]);
  });
}

Deno.test("refresher() of a store without intents waits two seconds for the pair of the one that was first", async () => {
  using time = new FakeTime();
  const refusal = new ServiceError(400, "", { error: "invalid_grant" });
  const exchange = () => Promise.reject(refusal);
  const { manager, refresh } = session({ exchange, store: new WatchedStore("a0", "r0") });
  const given = manager.access();
  await time.tickAsync(1);
  assertEquals(await given, "a0");
  let isOver = false;
  const refreshing = ignoreRejection(refresh("a0", false).finally(() => isOver = true));
  const pass = async (ms: number) => {
    for (let passed = 0; passed < ms; passed += 50) {
      await time.tickAsync(50);
      await time.runMicrotasks();
    }
  };
  await pass(1900);
  assertEquals(isOver, false);
  await pass(1500);
  assertEquals(isOver, true);
  assertStrictEquals(await assertRejects(() => refreshing), refusal);
  const alone = session({ exchange });
  alone.manager.set("a0", "r0");
  alone.manager.access();
  assertStrictEquals(await assertRejects(() => alone.refresh("a0", false)), refusal);
});

Deno.test("refresher() goes on once the provider has stored the new pair, and the hook has had it", async () => {
  const log: string[] = [];
  const later = async (what: string) => {
    await settle();
    log.push(what);
  };
  const provider: TokenProvider = {
    getAccessToken: () => undefined,
    setTokens: (access, refresh) => later(`provider: ${access} ${refresh}`),
    refreshIfNeeded: () => Promise.reject(new Error("asked")),
  };
  const hook = (tokens: ServiceToken) => later(`hook: ${tokens.access_token} ${tokens.refresh_token}`);
  const { manager, refresh } = session({ provider, hook });
  manager.set("a0", "r0");
  await manager.written();
  manager.access();
  log.length = 0;
  assertEquals(await refresh("a0", false), "a1");
  assertEquals(log, ["provider: a1 r1", "hook: a1 r1"]);
});

Deno.test("refresher() asks the provider once, and gives a late caller what it has brought since", async () => {
  let token = "stale";
  const asked: unknown[] = [];
  const provide = (refused: string | undefined) => {
    asked.push(refused);
    return token = "fresh";
  };
  const provider: TokenProvider = { getAccessToken: () => token, setTokens() {}, refreshIfNeeded: () => provide("") };
  const { refresh } = session({ provider, provide });
  assertEquals(await Promise.all([refresh("stale", false), refresh("stale", false)]), ["fresh", "fresh"]);
  assertEquals(await refresh("stale", false), "fresh");
  assertEquals(asked, ["stale"]);
});

Deno.test("refresher() with a hook's access token of its own keeps the refresh token, in the store too", async () => {
  const store = new MemoryTokenStore(RECORD);
  const { manager, refresh } = session({ store, hook: () => "mine" });
  await manager.access();
  assertEquals(await refresh("a0", false), "mine");
  const { sid, seq, accessToken, refreshToken } = store.read()!;
  const expected = { sid: "generation 1", seq: 2, accessToken: "mine", refreshToken: "r1" };
  assertEquals({ sid, seq, accessToken, refreshToken }, expected);
});

Deno.test("refresher() takes no nonsense from a hook", async () => {
  for (const offer of [undefined, 7, {}, "", "not a token", { access_token: "a1" }, { access_token: 7 }]) {
    const store = new MemoryTokenStore(RECORD);
    const { manager, refresh } = session({ store, hook: () => offer });
    await manager.access();
    assertEquals(await refresh("a0", false), "a1", JSON.stringify(offer));
    const { accessToken, refreshToken, expiresAt } = store.read() ?? {};
    assertEquals(accessToken, "a1");
    assertEquals(refreshToken, "r1");
    assertEquals(expiresAt !== undefined, true);
  }
});
