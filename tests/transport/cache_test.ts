import { assertEquals, assertNotStrictEquals, assertRejects, assertStrictEquals } from "@std/assert";
import { cache, tokenHash } from "../../src/transport/cache.ts";
import type { Call, CallFlags } from "../../src/transport/call.ts";
import type { SoundCache } from "../../src/types/config.ts";
import { aCall, aReply, aStats, failure, type Outcome, sender } from "../support/calls.ts";

/** A cache that exposes its entries and their lifetimes. */
class OpenCache implements SoundCache {
  readonly values = new Map<string, unknown>();
  readonly lives: number[] = [];
  get(key: string): unknown {
    return this.values.get(key);
  }
  set(key: string, value: unknown, { ttlMs }: { ttlMs: number }): void {
    this.lives.push(ttlMs);
    this.values.set(key, value);
  }
  delete(key: string): void {
    this.values.delete(key);
  }
}

function cached(store: SoundCache, ...outcomes: Outcome[]) {
  const { send, sent } = sender(...outcomes);
  const messages: string[] = [];
  const layered = cache({ store, ttlMs: 60_000, limitMs: 20, onDebug: (message) => messages.push(message) })(send);
  const call = async (changes: Partial<Call> = {}, flags: CallFlags = {}) =>
    (await layered(aCall({ ...changes, flags }), { ...aStats(), token: changes.token ?? "t0" })).body;
  const get = (path: string) => call({ url: `https://api.example${path}` });
  return { call, get, sent, messages };
}

Deno.test("cache() answers from the cache without a request", async () => {
  const store = new OpenCache();
  const { call, sent } = cached(store, aReply({ id: 1 }));
  assertEquals([await call(), await call()], [{ id: 1 }, { id: 1 }]);
  assertEquals({ sent: sent.length, lives: store.lives }, { sent: 1, lives: [60_000] });
});

Deno.test("cache() hashes a token once, and not at all if nothing is stored", async () => {
  const { digest } = crypto.subtle;
  let hashes = 0;
  crypto.subtle.digest = (...args) => {
    hashes++;
    return digest.apply(crypto.subtle, args);
  };
  try {
    const { call } = cached(new OpenCache(), aReply(1));
    for (const flags of [{ skipCache: true }, { redirect: true }]) await call({}, flags);
    await call({ isAnonymous: true });
    await call({ method: "POST" });
    assertEquals(hashes, 0);
    await Promise.all(["/1", "/2", "/3"].map((path) => call({ url: `https://api.example${path}` })));
    assertEquals(hashes, 1);
  } finally {
    crypto.subtle.digest = digest;
  }
});

for (
  const [name, changes, flags] of [
    ["a call that skips the cache", {}, { skipCache: true }],
    ["a call for a redirect", {}, { redirect: true }],
    ["a call to the OAuth host", { isAnonymous: true }, {}],
    ["a write", { method: "PUT" }, {}],
  ] as const
) {
  Deno.test(`cache(): ${name} is neither answered from the cache nor stored`, async () => {
    const store = new OpenCache();
    const { call, sent } = cached(store, aReply(1));
    await call(changes, flags);
    await call(changes, flags);
    assertEquals({ sent: sent.length, values: store.values.size }, { sent: 2, values: 0 });
  });
}

Deno.test("cache() doesn't store errors and empty replies", async () => {
  const store = new OpenCache();
  const { call, sent } = cached(store, failure(404), aReply(undefined));
  await assertRejects(() => call());
  assertEquals([await call(), await call()], [undefined, undefined]);
  assertEquals({ sent: sent.length, values: store.values.size }, { sent: 3, values: 0 });
});

Deno.test("cache() sends a request when a stored value can't be copied", async () => {
  const { call, messages } = cached({ get: () => () => {}, set() {}, delete() {} }, aReply(1));
  assertEquals({ result: await call(), messages: messages.length }, { result: 1, messages: 1 });
});

Deno.test("cache(): signing in and refreshing delete nothing", async () => {
  const { call, sent } = cached(new OpenCache(), aReply(1));
  await call();
  await call({ method: "POST", url: "https://secure.example/oauth/token", isAnonymous: true });
  await call();
  assertEquals(sent.length, 2);
});

Deno.test("cache() deletes the oldest entry beyond ten thousand", async () => {
  const store = new OpenCache();
  const { get } = cached(store, aReply(1));
  for (let i = 0; i <= 10_000; i++) await get(`/users/${i}`);
  const paths = [...store.values.keys()].map((key) => new URL(key.split(" ")[1] ?? "").pathname);
  assertEquals(paths.length, 10_000);
  assertEquals({ first: paths[0], last: paths.at(-1) }, { first: "/users/1", last: "/users/10000" });
});

Deno.test("tokenHash() remembers a thousand tokens, and then forgets them", async () => {
  const hash = tokenHash();
  const first = hash("t0");
  const others = Array.from({ length: 999 }, (_, index) => hash(`t${index + 1}`));
  assertStrictEquals(hash("t0"), first, "a thousand tokens are remembered");
  const next = hash("t1000");
  assertNotStrictEquals(hash("t0"), first, "the thousand and first has taken its place");
  assertStrictEquals(hash("t1000"), next, "what came since is remembered");
  assertEquals(await hash("t0"), await first, "the hash is the same");
  await Promise.all([...others, next]);
});
