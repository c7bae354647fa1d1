import { assertEquals, assertRejects, assertStrictEquals } from "@std/assert";
import { pairStoreOf } from "../../src/oauth/store_adapter.ts";
import { packed, toTokenRecord } from "../../src/oauth/token_record.ts";
import { WatchedStore } from "../support/sessions/token_store.ts";

const PAIR = { accessToken: "a", refreshToken: "r" };

/** The pair of a record. */
async function pairIn(store: ReturnType<typeof pairStoreOf>): Promise<unknown[]> {
  const { accessToken, refreshToken } = await store.read() ?? {};
  return [accessToken, refreshToken];
}

Deno.test("pairStoreOf() reads both tokens at once, and no pair is no record", async () => {
  const store = new WatchedStore("a", "r");
  const reading = pairIn(pairStoreOf(store));
  await Promise.resolve();
  assertEquals(store.log, ["getAccessToken", "getRefreshToken"]);
  assertEquals(await reading, ["a", "r"]);
  assertEquals(await pairStoreOf(new WatchedStore()).read(), undefined);
});

Deno.test("pairStoreOf() keeps what it stored, and tells a sign-out from an empty store", async () => {
  const inner = new WatchedStore();
  const store = pairStoreOf(inner);
  const record = { generation: 7, mark: "m", sid: "s", ...PAIR };
  assertEquals(await store.compareAndSwap(undefined, record), true);
  assertEquals(await store.read(), record);
  const out = { generation: 8, mark: "n", sid: "t" };
  assertEquals(await store.compareAndSwap(record, out), true);
  assertEquals(await store.read(), out);
  assertEquals(await store.compareAndSwap(out, { generation: 9, mark: "o", accessToken: "b" }), true);
  inner.access = undefined;
  assertEquals(await store.read(), undefined, "another process has cleared it");
});

Deno.test("pairStoreOf(): clients of one process share the intents, which aren't written", async () => {
  const inner = new WatchedStore("a", "r");
  const [one, other] = [pairStoreOf(inner), pairStoreOf(inner)];
  const before = (await one.read())!;
  const intent = { id: "i", leaseMs: 5 };
  assertEquals(await one.compareAndSwap(before, { ...before, mark: "m", intent }), true);
  assertEquals((await other.read())?.intent, intent);
  assertEquals(await other.compareAndSwap(before, { ...before, mark: "n", intent }), false);
  assertEquals(inner.log.filter((line) => line.startsWith("set")), []);
});

Deno.test("pairStoreOf(): another process's pair is a refresh of the same sign-in", async () => {
  const inner = new WatchedStore();
  const store = pairStoreOf(inner);
  await store.compareAndSwap(undefined, { generation: 7, mark: "m", sid: "s", seq: 2, ...PAIR });
  [inner.access, inner.refresh] = ["b", "q"];
  assertEquals(await store.read(), { generation: 8, sid: "s", seq: 3, accessToken: "b", refreshToken: "q" });
});

Deno.test("pairStoreOf() writes nothing over a pair that isn't the expected one", async () => {
  const inner = new WatchedStore("other", "s");
  const store = pairStoreOf(inner);
  assertEquals(await store.compareAndSwap(undefined, { generation: 7, ...PAIR }), false);
  assertEquals(await store.compareAndSwap({ generation: 0, ...PAIR }, { generation: 7, ...PAIR }), false);
  assertEquals({ access: inner.access, refresh: inner.refresh }, { access: "other", refresh: "s" });
});

Deno.test("pairStoreOf() lets one of two writes win that begin at the same time, and goes on after a failure", async () => {
  const inner = new WatchedStore("a", "r");
  const store = pairStoreOf(inner);
  const before = (await store.read())!;
  const write = (refreshToken: string) =>
    store.compareAndSwap(before, { generation: 9, mark: refreshToken, accessToken: "b", refreshToken });
  inner.failing.add("setTokens");
  await assertRejects(async () => await write("r0"), Error, "setTokens failed");
  inner.failing.clear();
  assertEquals(await Promise.all([write("r1"), write("r2")]), [true, false]);
  assertEquals(inner.refresh, "r1");
});

Deno.test("pairStoreOf() reads only before or after a write, never in its middle", async () => {
  const inner = new WatchedStore("a", "r");
  const store = pairStoreOf(inner);
  const before = (await store.read())!;
  const next = { generation: 9, mark: "m", accessToken: "b", refreshToken: "s" };
  const [, after] = await Promise.all([store.compareAndSwap(before, next), store.read()]);
  assertEquals(after?.mark, "m");
});

Deno.test("pairStoreOf() clears a store where a session ends, and not for an app's first request", async () => {
  const inner = new WatchedStore();
  const store = pairStoreOf(inner);
  const asking = { generation: 0, mark: "m", sid: "s", intent: { id: "i", leaseMs: 1 } };
  await store.compareAndSwap(undefined, asking);
  await store.compareAndSwap(asking, { generation: 1, mark: "n", sid: "s", block: { id: "b", forMs: 1, until: 5 } });
  assertEquals(inner.log.includes("clearTokens"), false, "the app's first token met a 429");
  assertEquals((await store.read())?.block?.until, 5);
  await store.compareAndSwap(await store.read(), { generation: 8, mark: "o", sid: "t" });
  assertEquals(inner.log.filter((line) => line === "clearTokens").length, 1, "signed out while nothing was stored");
});

const WITH_TIMES = { read: toTokenRecord, write: packed };

Deno.test("pairStoreOf() keeps times before the refresh token where it's told to", async () => {
  const inner = new WatchedStore();
  const store = pairStoreOf(inner, WITH_TIMES);
  await store.compareAndSwap(undefined, { generation: 0, ...PAIR, issuedAt: 5, expiresAt: 9 });
  assertEquals(inner.refresh, "5 9 r");
  const restarted = await pairStoreOf(Object.assign(new WatchedStore("a", inner.refresh)), WITH_TIMES).read();
  assertEquals(restarted, { generation: 1, sid: "generation 0", seq: 1, ...PAIR, issuedAt: 5, expiresAt: 9 });
  await store.compareAndSwap(await store.read(), { generation: 0, mark: "m", accessToken: "b" });
  assertEquals(inner.refresh, "0 Infinity ");
  const plain = new WatchedStore();
  await pairStoreOf(plain).compareAndSwap(undefined, { generation: 0, ...PAIR, issuedAt: 5, expiresAt: 9 });
  assertEquals(plain.refresh, "r");
});

Deno.test("pairStoreOf() rejects what isn't a token, and shows nothing of it", async () => {
  for (const store of [new WatchedStore("not a token"), new WatchedStore("a", "no token")]) {
    const reading = async () => await pairStoreOf(store).read();
    await assertRejects(reading, TypeError, "The token store returned an invalid token");
  }
});

Deno.test("pairStoreOf() gives the same object for the same store", () => {
  const store = new WatchedStore();
  assertStrictEquals(pairStoreOf(store), pairStoreOf(store));
});
