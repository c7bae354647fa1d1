import { assert, assertEquals, assertNotEquals, assertRejects, assertThrows } from "@std/assert";
import { ServiceError } from "../../src/errors.ts";
import { MemoryTokenStore } from "../../src/oauth/memory_token_store.ts";
import { TokenManager } from "../../src/oauth/token_manager.ts";
import type { TokenProvider, TokenStore } from "../../src/types/config.ts";
import type { AtomicTokenStore, TokenRecord } from "../../src/types/token_record.ts";
import { settle } from "../support/calls.ts";
import { WatchedStore } from "../support/sessions/token_store.ts";

function createManager(store?: TokenStore | AtomicTokenStore, provider?: TokenProvider) {
  const messages: string[] = [];
  const onDebug = (message: string) => messages.push(message);
  return { manager: new TokenManager({ store, provider, onDebug, limitMs: 0 }), messages };
}

/** Returns a provider that records its calls. */
function recordingProvider(access?: string) {
  const stored: (string | undefined)[][] = [];
  const provider: TokenProvider = {
    getAccessToken: () => access,
    setTokens: (...pair) => stored.push(pair),
    refreshIfNeeded: () => "",
  };
  return { provider, stored };
}

const pairOf = (record: TokenRecord | undefined) => [record?.accessToken, record?.refreshToken];

Deno.test("TokenManager returns a set token immediately; setting only an access token removes the refresh token", () => {
  const { manager } = createManager();
  assertEquals({ access: manager.access(), current: manager.current }, { access: undefined, current: undefined });
  manager.set("a", "r");
  assertEquals({ access: manager.access(), pairOf: pairOf(manager.current) }, { access: "a", pairOf: ["a", "r"] });
  manager.set("b");
  assertEquals(pairOf(manager.current), ["b", undefined]);
  manager.clear();
  assertEquals(manager.access(), undefined);
});

for (const [access, refresh] of [[""], ["a b"], ["a\n"], [1], [undefined], ["a", ""], ["a", "r r"]] as unknown[][]) {
  Deno.test(`TokenManager rejects invalid tokens without revealing them: ${JSON.stringify([access, refresh])}`, () => {
    const { manager } = createManager();
    manager.set("old", "older");
    const error = assertThrows(
      () => manager.set(access as string, refresh as string),
      TypeError,
      "Cannot use the token",
    );
    assert(!error.message.includes("a b") && !error.message.includes("r r"));
    assertEquals(pairOf(manager.current), ["old", "older"]);
  });
}

Deno.test("TokenManager draws no random value until a token is used: Cloudflare Workers have none at module scope", async () => {
  const { randomUUID } = crypto;
  crypto.randomUUID = () => {
    throw new Error("Disallowed operation called within global scope");
  };
  const { manager } = createManager();
  try {
    manager.set("a", "r");
    manager.clear();
    manager.set("b", "s");
    await manager.written();
  } finally {
    crypto.randomUUID = randomUUID;
  }
  assertEquals(manager.access(), "b");
  const sid = manager.sidOf("b");
  assertEquals(manager.current?.sid, sid);
  await manager.settle();
  assertEquals({ sid: manager.current?.sid, after: manager.current?.after }, { sid, after: [] });
});

Deno.test("TokenManager names an earlier sign-in whose id was drawn, and no other", () => {
  const { manager } = createManager();
  manager.set("a", "r");
  manager.access();
  const sid = manager.sidOf("a");
  for (let n = 0; n < 20_000; n++) manager.set(`b${n}`, `s${n}`);
  assertEquals(manager.current?.after?.join(), sid);
});

Deno.test("TokenManager increases the generation for each sign-in and sign-out, but not for the same pair", async () => {
  const { manager } = createManager();
  const generations = [];
  for (const act of [() => manager.set("a", "r"), () => manager.clear(), () => manager.set("b")]) {
    act();
    generations.push(manager.current?.generation ?? 0);
  }
  assertEquals(generations, generations.toSorted((a, b) => a - b));
  assertEquals(new Set(generations).size, 3);
  await manager.settle();
  const { current } = manager;
  manager.set("b");
  assertEquals(manager.current, current);
});

Deno.test("TokenManager writes sign-ins and sign-outs to the store in order", async () => {
  const store = new WatchedStore("s", "sr");
  const { manager } = createManager(store);
  assertEquals(await manager.access(), "s");
  manager.set("a", "r");
  manager.clear();
  manager.set("b", "t");
  assertEquals(manager.access(), "b");
  await manager.settle();
  assertEquals({ access: store.access, refresh: store.refresh }, { access: "b", refresh: "t" });
});

Deno.test("TokenManager doesn't use the store's old token after a sign-out, even before the write ends", async () => {
  const store = new WatchedStore("s", "sr");
  const { manager } = createManager(store);
  manager.clear();
  assertEquals(await manager.access(), undefined);
  await manager.settle();
  assertEquals(store.access, undefined);
  assertEquals(await manager.access(), undefined);
});

Deno.test("TokenManager throws when the store can't clear its tokens, and doesn't use them any more", async () => {
  const store = new WatchedStore("s", "sr");
  store.failing.add("clearTokens");
  const { manager, messages } = createManager(store);
  manager.clear();
  await manager.written();
  assertEquals(await manager.access(), undefined);
  assertEquals(messages, ["The token store failed"]);
  await manager.written();
  await assertRejects(() => manager.settle(), ServiceError, "The token store failed");
});

Deno.test("TokenManager keeps a sign-in that couldn't be stored, and stores it later", async () => {
  const store = new WatchedStore("old", "spent");
  store.failing.add("setTokens");
  const { manager, messages } = createManager(store);
  manager.set("a", "r");
  await manager.written();
  assertEquals({ access: manager.access(), messages }, { access: "a", messages: ["The token store failed"] });
  await manager.written();
  await assertRejects(() => manager.settle(), ServiceError);
  store.failing.clear();
  await manager.settle();
  assertEquals({ access: store.access, refresh: store.refresh }, { access: "a", refresh: "r" });
});

Deno.test("TokenManager leaves a tombstone that no earlier refresh can replace", async () => {
  const store = new MemoryTokenStore();
  const { manager } = createManager(store);
  manager.set("a", "r");
  await manager.settle();
  const before = store.read()!;
  await manager.forget();
  const { generation, after } = store.read()!;
  assert(generation > before.generation);
  const isStored = store.compareAndSwap(before, { ...before, accessToken: "late" });
  assertEquals(pairOf(store.read()), [undefined, undefined]);
  assertEquals<unknown>(after, [before.sid]);
  assertEquals(isStored, false);
});

Deno.test("TokenManager lets a sign-in replace the record of another process", async () => {
  const store = new MemoryTokenStore({ generation: 9e15, accessToken: "theirs", refreshToken: "t" });
  const { manager } = createManager(store);
  manager.set("mine", "m");
  await manager.settle();
  assertEquals(pairOf(store.read()), ["mine", "m"]);
  assertEquals(manager.current?.generation, 9e15 + 1);
  assertEquals(manager.access(), "mine");
  assertEquals(manager.sidOf("mine"), store.read()?.sid);
});

Deno.test("TokenManager continues the session when the result of its own refresh token is set", async () => {
  const store = new MemoryTokenStore();
  const { manager } = createManager(store);
  manager.set("a0", "r0");
  await manager.settle();
  const { sid: first } = store.read()!;
  await manager.spent.spend(
    "r0",
    () =>
      Promise.resolve({ access_token: "a1", refresh_token: "r1", expires_in: 3599, scope: "", token_type: "bearer" }),
  );
  manager.set("a1", "r1");
  await manager.settle();
  const { sid, seq, accessToken, refreshToken } = store.read()!;
  assertEquals({ sid, seq, accessToken, refreshToken }, { sid: first, seq: 1, accessToken: "a1", refreshToken: "r1" });
});

Deno.test("TokenManager keeps a later sign-in when the pair of an earlier refresh is stored at last", async () => {
  for (const isLater of [false, true]) {
    const { manager } = createManager(new WatchedStore());
    const stored = Promise.withResolvers<TokenRecord>();
    const unsaved = { record: stored.promise, soon: Promise.resolve(false), cause: undefined };
    manager.adopt({ record: { generation: 2, accessToken: "a1" }, unsaved }, manager.changes);
    if (isLater) manager.set("mine");
    await manager.written();
    stored.resolve({ generation: 3, accessToken: "a2" });
    await settle();
    assertEquals(manager.current?.accessToken, isLater ? "mine" : "a2");
  }
});

Deno.test("TokenManager throws when the store has lost the session, and never restores it", async () => {
  let record: TokenRecord | undefined = { generation: 1, accessToken: "a", refreshToken: "r" };
  const store: AtomicTokenStore = { read: () => record, compareAndSwap: () => false };
  const { manager } = createManager(store);
  assertEquals(await manager.access(), "a");
  record = undefined;
  assertEquals((await assertRejects(async () => await manager.access(), ServiceError)).code, "session_lost");
});

for (const method of ["getAccessToken", "getRefreshToken"] as const) {
  Deno.test(`TokenManager throws a ServiceError with the cause when ${method} of the store fails`, async () => {
    const store = new WatchedStore("a", "r");
    store.failing.add(method);
    const read = async () => await createManager(store).manager.access();
    const error = await assertRejects(read, ServiceError, "The token store failed");
    assertEquals(error.status, 0);
    assertEquals(error.code, "token_store");
    assertEquals((error.cause as Error).message, `${method} failed`);
    await settle();
  });
}

Deno.test("TokenManager handles a store that throws synchronously like one that rejects", async () => {
  const throwing = () => {
    throw new Error("no");
  };
  const methods = { getAccessToken: throwing, getRefreshToken: throwing, setTokens: throwing, clearTokens: throwing };
  await assertRejects(
    async () => await createManager(methods).manager.access(),
    ServiceError,
    "The token store failed",
  );
});

Deno.test("TokenManager gets each call's token from a provider, and passes it tokens that are set", async () => {
  const { provider, stored } = recordingProvider("p");
  const store = new WatchedStore("s");
  const { manager } = createManager(store, provider);
  assertEquals(await manager.access(), "p");
  assertEquals(store.log, []);
  assertEquals(manager.usesProvider, true);
  manager.set("a", "r");
  await manager.settle();
  assertEquals({ access: manager.access(), usesProvider: manager.usesProvider, stored, log: store.log }, {
    access: "a",
    usesProvider: false,
    stored: [["a", "r"]],
    log: [],
  });
  manager.clear();
  await manager.settle();
  assertEquals(await manager.access(), "p");
});

Deno.test("TokenManager forgets old access tokens and their sign-ins", async () => {
  const { manager } = createManager();
  for (let number = 0; number < 48; number++) {
    for (const name of ["used", `a${number}`]) {
      manager.set(name, `refresh-${name}`);
      manager.access();
    }
  }
  await manager.settle();
  assertEquals([manager.sidOf("a0"), manager.sidOf(undefined)], [undefined, undefined]);
  assertEquals(manager.sidOf("a47"), manager.current?.sid);
  assertNotEquals(manager.sidOf("used"), undefined);
});
