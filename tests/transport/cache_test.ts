import { assert, assertEquals, assertNotStrictEquals, assertRejects, assertStrictEquals } from "@std/assert";
import { cache, tokenHash } from "../../src/transport/cache.ts";
import type { Call, CallFlags } from "../../src/transport/call.ts";
import type { SoundCache } from "../../src/types/config.ts";
import { aCall, aReply, aStats, failure, type Outcome, sender, settle } from "../support/calls.ts";

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

Deno.test("cache(): keys consist of the method, the URL and a hash of the token", async () => {
  const store = new OpenCache();
  const { call } = cached(store, aReply(1));
  await call({ url: "https://api.example/tracks?q=a" });
  await call({ url: "https://api.example/tracks?q=a", token: "t1" });
  const keys = [...store.values.keys()];
  assertEquals(keys.length, 2);
  for (const key of keys) {
    assert(/^GET https:\/\/api\.example\/tracks\?q=a [0-9a-f]{32}$/.test(key), key);
    assert(!key.includes("t0") && !key.includes("t1"));
  }
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

Deno.test("cache(): stored and returned values are copies", async () => {
  const { call } = cached(new OpenCache(), aReply({ list: [1] }));
  for (const _ of [1, 2, 3]) {
    const body = await call() as { list: number[] };
    assertEquals(body, { list: [1] });
    body.list.push(2);
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

Deno.test("cache() treats null as a missing key", async () => {
  const store = { get: () => null, set() {}, delete() {} };
  assertEquals(await cached(store, aReply(1)).call(), 1);
});

const throwing: SoundCache = {
  get() {
    throw new Error("down");
  },
  set: () => Promise.reject(new Error("down")),
  delete: () => Promise.reject("down"),
};

Deno.test("cache() sends a request and reports the error when the cache fails", async () => {
  const { call, messages } = cached(throwing, aReply(1));
  assertEquals(await call(), 1);
  assertEquals(await call({ method: "DELETE" }), 1);
  await settle();
  assertEquals(messages, Array(3).fill("Cache failed: down"));
});

Deno.test("cache() sends a request when a stored value can't be copied", async () => {
  const { call, messages } = cached({ get: () => () => {}, set() {}, delete() {} }, aReply(1));
  assertEquals({ result: await call(), messages: messages.length }, { result: 1, messages: 1 });
});

Deno.test("cache() reports a cache that hangs, and sends a request after the time limit", async () => {
  const never = () => new Promise(() => {});
  const { call, messages } = cached({ get: never, set: never, delete: never }, aReply(1));
  assertEquals({ reply: await call(), messages }, { reply: 1, messages: ["Cache failed: No answer within 20 ms"] });
  // The time limit also applies to writes in the background.
  while (messages.length < 2) await settle();
});

Deno.test("cache(): an abort ends the wait for a hanging cache", async () => {
  const read = Promise.withResolvers<void>();
  const get = () => {
    read.resolve();
    return new Promise(() => {});
  };
  const { call, sent, messages } = cached({ get, set() {}, delete() {} }, aReply(1));
  const controller = new AbortController();
  const waiting = call({ signal: controller.signal });
  await read.promise;
  controller.abort();
  await assertRejects(() => waiting, DOMException);
  assertEquals(sent.length, 0);
  while (messages.length < 1) await settle();
});

for (
  const [written, dropped, stays] of [
    ["/tracks/1", ["/tracks/1", "/tracks", "/users/2/tracks", "/me"], ["/users/2", "/playlists/3"]],
    ["/likes/tracks/1", ["/tracks/1", "/me/likes/tracks", "/users/2/likes/tracks"], ["/users/2", "/playlists/3"]],
    ["/playlists/3", ["/playlists/3", "/users/2/playlists", "/me"], ["/users/2", "/tracks/1"]],
    ["/me/followings/2", ["/users/2", "/users/2/followers", "/me/followings"], ["/tracks/1", "/playlists/3"]],
    ["/something", ["/users/2", "/tracks/1", "/playlists/3"], []],
  ] as const
) {
  Deno.test(`cache(): a write to ${written} deletes only stale replies`, async () => {
    const { call, get, sent } = cached(new OpenCache(), aReply(1));
    for (const path of [...dropped, ...stays]) await get(path);
    await call({ method: "PUT", url: `https://api.example${written}` });
    sent.length = 0;
    for (const path of [...dropped, ...stays]) await get(path);
    assertEquals(sent.map(({ call }) => new URL(call.url).pathname), [...dropped]);
  });
}

Deno.test("cache(): a failed write also deletes stale replies, because it may have succeeded", async () => {
  const { call, sent } = cached(new OpenCache(), aReply(1), failure(504), aReply(2));
  await call();
  await assertRejects(() => call({ method: "PUT" }, { redirect: true }));
  assertEquals({ result: await call(), sent: sent.length }, { result: 2, sent: 3 });
});

Deno.test("cache(): signing in and refreshing delete nothing", async () => {
  const { call, sent } = cached(new OpenCache(), aReply(1));
  await call();
  await call({ method: "POST", url: "https://secure.example/oauth/token", isAnonymous: true });
  await call();
  assertEquals(sent.length, 2);
});

Deno.test("cache(): a reply that was requested before a write isn't stored", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const slow: Outcome = async () => {
    await promise;
    return aReply("old");
  };
  const { call, sent } = cached(new OpenCache(), slow, aReply("written"), aReply("new"));
  const reading = call();
  while (sent.length === 0) await settle();
  await call({ method: "PUT" });
  resolve();
  assertEquals(await reading, "old");
  assertEquals(await call(), "new");
  assertEquals(sent.length, 3);
});

Deno.test("cache() deletes the oldest entry beyond ten thousand", async () => {
  const store = new OpenCache();
  const { get } = cached(store, aReply(1));
  for (let i = 0; i <= 10_000; i++) await get(`/users/${i}`);
  const paths = [...store.values.keys()].map((key) => new URL(key.split(" ")[1] ?? "").pathname);
  assertEquals(paths.length, 10_000);
  assertEquals({ first: paths[0], last: paths.at(-1) }, { first: "/users/1", last: "/users/10000" });
});

Deno.test("cache() doesn't store a new token's reply under the old token", async () => {
  const store = new OpenCache();
  const replaced: Outcome = ({ stats }) => {
    stats.token = "another user's";
    return aReply("theirs");
  };
  const { call } = cached(store, replaced, aReply("mine"));
  assertEquals([await call(), await call()], ["theirs", "mine"]);
});

Deno.test("cache(): a cache that throws a value without a message fails no call", async () => {
  const store = new OpenCache();
  store.get = () => {
    throw Object.create(null);
  };
  const { call, messages } = cached(store, aReply(1));
  assertEquals({ result: await call(), messages }, { result: 1, messages: ["Cache failed: object"] });
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
