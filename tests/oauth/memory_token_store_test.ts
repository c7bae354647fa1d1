import { assert, assertEquals, assertObjectMatch, assertRejects } from "@std/assert";
import {
  type AtomicTokenStore,
  MemoryTokenStore,
  ServiceClient,
  ServiceError,
  type TokenRecord,
} from "@tonearm/client";
import { settle } from "../support/calls.ts";
import { WatchedStore } from "../support/sessions/token_store.ts";
import { expired, RECORD, TokenService, tokensOf } from "../support/sessions/services.ts";
import { respond } from "../support/wire_server.ts";

Deno.test("ServiceClient replaces the spent pair in the store by the new one with its times", async () => {
  await using service = await TokenService.start();
  const store = new MemoryTokenStore(RECORD);
  const before = Date.now();
  assertEquals((await expired(service, store).users.getUser(1)).username, "a1");
  const { issuedAt = 0, expiresAt = 0, sid, seq, intent } = store.read()!;
  assertEquals(tokensOf(store.read()), ["a1", "r1"]);
  assertEquals({ sid, seq, intent }, { sid: "generation 1", seq: 1, intent: undefined });
  assert(issuedAt >= before && expiresAt === issuedAt + 3_599_000);
});

Deno.test("ServiceClient never repeats a request with another user's token", async () => {
  for (const tokenStore of [undefined, new MemoryTokenStore()]) {
    await using service = await TokenService.start();
    const client: ServiceClient = new ServiceClient({
      ...service.config,
      ...(tokenStore && { tokenStore }),
      fetch: async (input, init) => {
        const response = await fetch(input, init);
        if (response.status === 401) client.setToken("a0", "r0");
        return response;
      },
    });
    client.setToken("other", "r9");
    await assertRejects(() => client.tracks.delete(5), ServiceError, "401");
    assertEquals([...service.used, service.refreshes, client.accessToken], ["other", 0, "a0"]);
    assertEquals((await client.users.getUser(1)).username, "a0");
  }
});

Deno.test("ServiceClient doesn't repeat a request after another process has signed in, but adopts its tokens", async () => {
  await using service = await TokenService.start();
  const store = new MemoryTokenStore({ generation: 1, accessToken: "old", refreshToken: "r9" });
  const client = new ServiceClient({ ...service.config, tokenStore: store });
  client.setToken("old", "r9");
  await settle();
  const signedIn = store.read();
  store.compareAndSwap(signedIn, { ...RECORD, generation: (signedIn?.generation ?? 0) + 1 });
  await assertRejects(() => client.tracks.delete(5), ServiceError, "401");
  assertEquals(service.used, ["old"]);
  assertEquals((await client.users.getUser(1)).username, "a0");
});

Deno.test("ServiceClient throws when the store has lost the session, and writes nothing back", async () => {
  for (const when of ["before the refresh", "during the refresh"]) {
    await using service = await TokenService.start();
    let record: TokenRecord | undefined = RECORD;
    const store: AtomicTokenStore = {
      read: () => record,
      compareAndSwap: (expected, next) => {
        if (record?.refreshToken !== expected?.refreshToken) return false;
        record = next;
        return true;
      },
    };
    const client = expired(service, store);
    if (when === "before the refresh") {
      client.setToken("a0", "r0");
      await settle();
      record = undefined;
    } else {
      service.onRefresh = (response) => {
        record = undefined;
        respond(response, { body: service.rotate() });
      };
    }
    const error = await assertRejects(() => client.users.getUser(1), ServiceError);
    assertEquals({ code: error.code, record, refreshes: service.refreshes }, {
      code: "session_lost",
      record: undefined,
      refreshes: when[0] === "b" ? 0 : 1,
    }, when);
  }
});

Deno.test("ServiceClient refreshes a pair of another process that has expired too", async () => {
  await using service = await TokenService.start();
  const store = new MemoryTokenStore(RECORD);
  // The client has read older tokens than the stored ones, and both have expired.
  service.rotate();
  store.compareAndSwap(RECORD, { generation: 1, accessToken: "a1", refreshToken: "r1" });
  const stale = { ...RECORD, accessToken: "stale" };
  let reads = 0;
  const tokenStore: AtomicTokenStore = {
    read: () => reads++ === 0 ? stale : store.read(),
    compareAndSwap: (before, next) => store.compareAndSwap(before, next),
  };
  const behind = new ServiceClient({ ...service.config, tokenStore });
  service.expire();
  assertEquals((await behind.users.getUser(1)).username, "a2");
  assertEquals(service.refreshes, 1);
  assertEquals(tokensOf(store.read()), ["a2", "r2"]);
});

Deno.test("ServiceClient spends nothing while the store takes no writes", async () => {
  await using service = await TokenService.start();
  const store = new MemoryTokenStore(RECORD);
  let isReadonly = true;
  const standby: AtomicTokenStore = {
    read: () => store.read(),
    compareAndSwap(expected, next) {
      if (isReadonly) throw new Error("cannot execute UPDATE in a read-only transaction");
      return store.compareAndSwap(expected, next);
    },
  };
  const client = expired(service, standby);
  const error = await assertRejects(() => client.users.getUser(1), ServiceError);
  assertEquals({ code: error.code, refreshes: service.refreshes }, { code: "token_store", refreshes: 0 });
  isReadonly = false;
  assertEquals((await client.users.getUser(1)).username, "a1");
});

Deno.test("ServiceClient throws when a store, a lock or a provider never answers", async () => {
  await using service = await TokenService.start();
  const never = () => new Promise<never>(() => {});
  const store = { read: () => RECORD, compareAndSwap: () => true };
  const app = { ...service.config, callbackTimeoutMs: 40 };
  service.expire();
  for (
    const [config, code] of [
      [{ tokenStore: { ...store, read: never } }, "token_store"],
      [{ tokenStore: { ...store, compareAndSwap: never } }, "token_store"],
      [{ tokenStore: Object.assign(new WatchedStore("a0", "r0"), { lock: never }) }, "lock"],
      [{ tokenProvider: { getAccessToken: never, setTokens() {}, refreshIfNeeded: never } }, "token_store"],
      [{ tokenProvider: { getAccessToken: () => "a", setTokens() {}, refreshIfNeeded: never } }, "token_store"],
      [{ tokenProvider: { getAccessToken: () => "a", setTokens: never, refreshIfNeeded: () => "b" } }, "token_store"],
    ] as const
  ) {
    const client = new ServiceClient({ ...app, ...config });
    const error = await assertRejects(() => client.users.getUser(1), ServiceError);
    assertEquals({ code: error.code, name: (error.cause as Error).name }, { code, name: "TimeoutError" });
  }
});

Deno.test("autoRefresh is off by default without a store and a hook, and can be turned off with them", async () => {
  await using service = await TokenService.start();
  const { autoRefresh: _, ...app } = service.config;
  service.expire();
  for (const config of [app, { ...app, autoRefresh: false, tokenStore: new MemoryTokenStore(RECORD) }]) {
    const client = new ServiceClient(config);
    client.setToken("a0", "r0");
    await assertRejects(() => client.users.getUser(1), ServiceError, "401");
  }
  assertEquals(service.refreshes, 0);
  const client = new ServiceClient({ ...app, onTokenRefresh: () => {} });
  client.setToken("a0", "r0");
  assertEquals((await client.users.getUser(1)).username, "a1");
});

Deno.test("ServiceClient: a call stops waiting for a refresh after timeoutMs; the pair is stored later", async () => {
  await using service = await TokenService.start();
  const store = new MemoryTokenStore(RECORD);
  const client = expired(service, store, { timeoutMs: 40 });
  const late = Promise.withResolvers<void>();
  service.onRefresh = async (response) => {
    await late.promise;
    respond(response, { body: service.rotate() });
  };
  const error = await assertRejects(() => client.users.getUser(1), ServiceError);
  assertObjectMatch(error, { code: "timeout", message: "The token refresh did not end in time" });
  late.resolve();
  while (store.read()?.refreshToken !== "r1") await settle();
});
