import { assertEquals, assertRejects, assertStrictEquals } from "@std/assert";
import { MemoryTokenStore } from "../../src/oauth/memory_token_store.ts";
import { toAtomicStore } from "../../src/oauth/store_adapter.ts";
import type { TokenStore } from "../../src/types/config.ts";
import { WatchedStore } from "../support/sessions/token_store.ts";

const PAIR = { accessToken: "a", refreshToken: "r" };

Deno.test("toAtomicStore() leaves a store alone that compares and swaps", () => {
  const store = new MemoryTokenStore();
  assertStrictEquals(toAtomicStore(store), store);
});

Deno.test("toAtomicStore(): a pair of unknown age has the number 0, and no pair is no record", async () => {
  assertEquals(await toAtomicStore(new WatchedStore("a", "r")).read(), { generation: 0, ...PAIR });
  assertEquals(await toAtomicStore(new WatchedStore("a")).read(), { generation: 0, accessToken: "a" });
  assertEquals(await toAtomicStore(new WatchedStore()).read(), undefined);
});

Deno.test("toAtomicStore() reads both tokens at once", async () => {
  const store = new WatchedStore("a", "r");
  const reading = toAtomicStore(store).read();
  assertEquals(store.log, ["getAccessToken", "getRefreshToken"]);
  await reading;
});

Deno.test("toAtomicStore() keeps the number of what it stored, and tells a sign-out from an empty store", async () => {
  const inner = new WatchedStore();
  const store = toAtomicStore(inner);
  assertEquals(await store.compareAndSwap(undefined, { generation: 7, ...PAIR }), true);
  assertEquals(await store.read(), { generation: 7, ...PAIR });
  assertEquals(await store.compareAndSwap({ generation: 7, ...PAIR }, { generation: 8 }), true);
  assertEquals(await store.read(), { generation: 8 });
  assertEquals(await store.compareAndSwap({ generation: 8 }, { generation: 9, accessToken: "b" }), true);
  inner.access = undefined;
  assertEquals(await store.read(), undefined, "another process has cleared it");
});

Deno.test("toAtomicStore() writes nothing over a pair that isn't the expected one", async () => {
  const inner = new WatchedStore("other", "s");
  const store = toAtomicStore(inner);
  assertEquals(await store.compareAndSwap(undefined, { generation: 7, ...PAIR }), false);
  assertEquals(await store.compareAndSwap({ generation: 0, ...PAIR }, { generation: 7, ...PAIR }), false);
  assertEquals({ access: inner.access, refresh: inner.refresh }, { access: "other", refresh: "s" });
});

Deno.test("toAtomicStore() lets one of two writes win that begin at the same time", async () => {
  const inner = new WatchedStore("a", "r");
  const store = toAtomicStore(inner);
  const before = { generation: 0, ...PAIR };
  const wins = await Promise.all(
    ["r1", "r2"].map((refreshToken) => store.compareAndSwap(before, { generation: 0, accessToken: "b", refreshToken })),
  );
  assertEquals({ wins, refresh: inner.refresh }, { wins: [true, false], refresh: "r1" });
});

Deno.test("toAtomicStore() goes on after a write that failed", async () => {
  const inner = new WatchedStore("a", "r");
  const store = toAtomicStore(inner);
  inner.failing.add("setTokens");
  const before = { generation: 0, ...PAIR };
  const write = () => store.compareAndSwap(before, { generation: 7, accessToken: "b", refreshToken: "r1" });
  await assertRejects(async () => await write(), Error, "setTokens failed");
  assertEquals(await store.read(), before);
  inner.failing.clear();
  assertEquals(await write(), true);
  assertEquals(inner.log.filter((line) => line.startsWith("setTokens")), ["setTokens b r1", "setTokens b r1"]);
});

Deno.test("toAtomicStore() clears a store where a session ends, and not for a pause alone", async () => {
  const inner = new WatchedStore();
  const store = toAtomicStore(inner);
  await store.compareAndSwap(undefined, { generation: 0, blockedUntil: 5 });
  assertEquals(inner.log.includes("clearTokens"), false, "the app's first token met a 429");
  await store.compareAndSwap({ generation: 0 }, { generation: 8 });
  assertEquals(inner.log.filter((line) => line === "clearTokens").length, 1, "signed out while nothing was stored");
  const signedIn = new WatchedStore("a");
  await toAtomicStore(signedIn).compareAndSwap({ generation: 0, accessToken: "a" }, { generation: 0 });
  assertEquals(signedIn.access, undefined);
});

Deno.test("toAtomicStore() keeps times before the refresh token where it's told to", async () => {
  const inner = new WatchedStore();
  const store = toAtomicStore(inner, { packTimes: true });
  await store.compareAndSwap(undefined, { generation: 0, ...PAIR, issuedAt: 5, expiresAt: 9 });
  assertEquals(inner.refresh, "5 9 r");
  assertEquals(await store.read(), { generation: 0, ...PAIR, issuedAt: 5, expiresAt: 9 });
  await store.compareAndSwap(await store.read(), { generation: 0, accessToken: "b" });
  assertEquals(inner.refresh, "0 Infinity ");
  const plain = new WatchedStore();
  await toAtomicStore(plain).compareAndSwap(undefined, { generation: 0, ...PAIR, issuedAt: 5, expiresAt: 9 });
  assertEquals(plain.refresh, "r");
});

Deno.test("toAtomicStore() rejects what isn't a token, and shows nothing of it", async () => {
  for (const store of [new WatchedStore("not a token"), new WatchedStore("a", "no token")]) {
    await assertRejects(
      async () => await toAtomicStore(store).read(),
      TypeError,
      "The token store returned an invalid token",
    );
  }
});

Deno.test("toAtomicStore() has the lock of its store, and none where that has none", async () => {
  const inner = new WatchedStore();
  assertEquals(toAtomicStore(inner).lock, undefined);
  const log: string[] = [];
  const locking: TokenStore = Object.assign(inner, {
    async lock<T>(this: unknown, work: () => Promise<T>): Promise<T> {
      log.push(`locked on its store: ${this === inner}`);
      return await work();
    },
  });
  assertEquals(await toAtomicStore(locking).lock?.((lease) => Promise.resolve(lease ?? 7)), 7);
  assertEquals(log, ["locked on its store: true"]);
});
