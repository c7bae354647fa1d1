import { assertEquals, assertRejects, assertStrictEquals } from "@std/assert";
import { createSandbox } from "@tonearm/sandbox";
import { FakeTime } from "@std/testing/time";
import { ServiceClient } from "../../src/session/client.ts";
import { ServiceError } from "../../src/errors.ts";
import { MemoryTokenStore } from "../../src/oauth/memory_token_store.ts";
import { type AppClient, appTokenProvider } from "../../src/limits/app_token.ts";
import type { ServiceToken } from "../../src/types/token.ts";
import type { AtomicTokenStore } from "../../src/types/token_record.ts";
import { settle } from "../support/calls.ts";
import { WatchedStore } from "../support/sessions/token_store.ts";

const LIFE_MS = 3_600_000;
const MARGIN_MS = 120_000;

/** An OAuth host that issues `a1` and `r1`, then `a2` and `r2`, and fails on request. */
class Host implements AppClient {
  readonly requests: string[] = [];
  failure: ServiceError | undefined;
  /** The status for refresh tokens; 0 if they are valid. */
  refreshStatus = 0;
  #count = 0;
  readonly auth: AppClient["auth"] = {
    getClientToken: () => this.#answer("exchange"),
    refreshUserToken: (token) => this.#answer(`refresh ${token}`),
  };

  async #answer(what: string): Promise<ServiceToken> {
    this.requests.push(what);
    await Promise.resolve();
    if (this.failure) throw this.failure;
    if (this.refreshStatus && what !== "exchange") {
      throw new ServiceError(this.refreshStatus, "", { error: "invalid_grant" });
    }
    const number = ++this.#count;
    const pair = { access_token: `a${number}`, refresh_token: `r${number}` };
    return { ...pair, expires_in: LIFE_MS / 1000, scope: "", token_type: "bearer" };
  }
}

/** A store with a lock, which resolves immediately. */
class LockedStore extends WatchedStore {
  locks = 0;
  #last: Promise<unknown> = Promise.resolve();
  override getAccessToken = () => Promise.resolve(this.access);
  override getRefreshToken = () => Promise.resolve(this.refresh);
  override setTokens(access: string, refresh?: string): Promise<void> {
    if (this.failing.has("setTokens")) return Promise.reject(new Error("disk full"));
    [this.access, this.refresh] = [access, refresh];
    return Promise.resolve();
  }
  lock<T>(work: () => Promise<T>): Promise<T> {
    this.locks++;
    const done = this.#last.then(work);
    this.#last = done.catch(() => {});
    return done;
  }
}

Deno.test("appTokenProvider() stores the first token after one exchange under the lock", async () => {
  const [host, store] = [new Host(), new LockedStore()];
  const provider = appTokenProvider(store);
  assertEquals(await provider.getAccessToken(), undefined);
  assertEquals(await provider.refreshIfNeeded(host), "a1");
  assertEquals({
    accessToken: await provider.getAccessToken(),
    access: store.access,
    locks: store.locks,
    requests: host.requests,
  }, { accessToken: "a1", access: "a1", locks: 1, requests: ["exchange"] });
});

Deno.test("appTokenProvider() uses a token that another process has stored", async () => {
  const [host, store] = [new Host(), new LockedStore()];
  await appTokenProvider(store).refreshIfNeeded(host);
  assertEquals(await appTokenProvider(store).getAccessToken(), "a1");
  assertEquals(host.requests, ["exchange"]);
});

Deno.test("appTokenProvider() makes one exchange for concurrent callers without a token", async () => {
  const [host, store] = [new Host(), new LockedStore()];
  const providers = Array.from({ length: 5 }, () => appTokenProvider(store));
  const calls = providers.flatMap((provider) => [1, 2, 3].map(() => provider.refreshIfNeeded(host)));
  assertEquals(await Promise.all(calls), Array(15).fill("a1"));
  assertEquals({ requests: host.requests, locks: store.locks }, { requests: ["exchange"], locks: 5 });
});

Deno.test("appTokenProvider() replaces a rejected token once for all callers", async () => {
  const [host, store] = [new Host(), new LockedStore()];
  const providers = Array.from({ length: 4 }, () => appTokenProvider(store));
  await providers[0]!.refreshIfNeeded(host);
  const tokens = await Promise.all(providers.map((provider) => provider.refreshIfNeeded(host, "a1")));
  assertEquals(tokens, Array(4).fill("a2"));
  assertEquals(host.requests, ["exchange", "refresh r1"]);
});

Deno.test("appTokenProvider() keeps a valid token while the host fails, and retries after 30 seconds", async () => {
  using time = new FakeTime();
  const [host, store] = [new Host(), new LockedStore()];
  const provider = appTokenProvider(store);
  await provider.refreshIfNeeded(host);
  host.failure = new ServiceError(503, "");
  time.tick(LIFE_MS - MARGIN_MS);
  assertEquals(await provider.getAccessToken(), undefined);
  assertEquals(await provider.refreshIfNeeded(host), "a1");
  assertEquals(await provider.getAccessToken(), "a1");
  time.tick(30_000);
  assertEquals(await provider.getAccessToken(), undefined);
  await provider.refreshIfNeeded(host);
  assertEquals(host.requests.length, 3);
  time.tick(MARGIN_MS - 30_001);
  assertEquals(await provider.refreshIfNeeded(host), "a1", "used to its end");
  time.tick(1);
  assertEquals(await provider.getAccessToken(), undefined);
  assertStrictEquals(await assertRejects(async () => await provider.refreshIfNeeded(host)), host.failure);
});

Deno.test("appTokenProvider() sends nothing after a 429 until the limit has ended", async () => {
  using time = new FakeTime();
  const [host, provider] = [new Host(), appTokenProvider(new LockedStore())];
  const refresh = async () => await provider.refreshIfNeeded(host);
  for (const [headers, pauseMs] of [[{}, 60_000], [{ "retry-after": "1800" }, 1_800_000]] as const) {
    const before = host.requests.length;
    host.failure = new ServiceError(429, "", undefined, { headers: new Headers(headers) });
    assertStrictEquals(await assertRejects(refresh), host.failure);
    time.tick(pauseMs - 1);
    assertStrictEquals(await assertRejects(refresh), host.failure);
    assertEquals(host.requests.length, before + 1);
    time.tick(1);
  }
  host.failure = undefined;
  assertEquals(await refresh(), "a1");
});

Deno.test("appTokenProvider() uses a token that can't be stored", async () => {
  const [host, store] = [new Host(), new LockedStore()];
  store.failing.add("setTokens");
  const provider = appTokenProvider(store);
  assertEquals(
    { refreshIfNeeded: await provider.refreshIfNeeded(host), accessToken: await provider.getAccessToken() },
    { refreshIfNeeded: "a1", accessToken: "a1" },
  );
  store.failing.clear();
  while (store.access !== "a1") await new Promise((resolve) => setTimeout(resolve, 20));
});

Deno.test("appTokenProvider() throws if the store can't be read, unless it knows a valid token", async () => {
  using time = new FakeTime();
  const [host, store] = [new Host(), new LockedStore()];
  const provider = appTokenProvider(store);
  const broken = Promise.reject(new Error("store away"));
  broken.catch(() => {});
  store.getAccessToken = () => broken;
  await assertRejects(async () => await provider.getAccessToken(), ServiceError, "store failed");
  store.getAccessToken = () => Promise.resolve(store.access);
  await provider.refreshIfNeeded(host);
  store.getAccessToken = () => broken;
  time.tick(LIFE_MS - MARGIN_MS);
  assertEquals(await provider.getAccessToken(), "a1");
});

Deno.test("appTokenProvider() replaces an invalid record, and keeps a token without an expiry", async () => {
  const [host, store] = [new Host(), new LockedStore("foreign", "refresh")];
  const provider = appTokenProvider(store);
  assertEquals(
    { accessToken: await provider.getAccessToken(), refreshIfNeeded: await provider.refreshIfNeeded(host) },
    { accessToken: undefined, refreshIfNeeded: "a1" },
  );
  const old: AppClient = {
    auth: { ...host.auth, getClientToken: () => Promise.resolve({ access_token: "old" } as ServiceToken) },
  };
  const other = new LockedStore();
  using time = new FakeTime();
  await appTokenProvider(other).refreshIfNeeded(old);
  time.tick(LIFE_MS * 1000);
  assertEquals(await appTokenProvider(other).getAccessToken(), "old");
});

Deno.test("appTokenProvider() rejects a reply without a token, and stores nothing", async () => {
  const store = new LockedStore();
  const getClientToken = () => Promise.resolve({ token: "?" } as unknown as ServiceToken);
  const client: AppClient = { auth: { getClientToken, refreshUserToken: getClientToken } };
  const error = await assertRejects(async () => await appTokenProvider(store).refreshIfNeeded(client), ServiceError);
  assertEquals({ code: error.code, access: store.access }, { code: "invalid_body", access: undefined });
});

Deno.test("appTokenProvider() supplies a client over an expiry, and reports when the exchanges are used up", async () => {
  using sandbox = createSandbox({ config: { clientCredentialsPerApp: 1 } });
  const store = new LockedStore();
  const client = () => new ServiceClient({ ...sandbox.clientConfig, tokenProvider: appTokenProvider(store) });
  const one = client();
  assertEquals((await one.users.getUser(1)).urn, "soundcloud:users:1");
  const { access } = store;
  sandbox.clock.advance(LIFE_MS);
  assertEquals((await one.users.getUser(1)).urn, "soundcloud:users:1");
  assertEquals(store.access !== access, true);
  assertEquals(one.accessToken, undefined);
  await store.clearTokens();
  const error = await assertRejects(() => client().users.getUser(1), ServiceError);
  assertEquals({ status: error.status, body: error.body }, { status: 429, body: { error: "rate_limit_exceeded" } });
});

Deno.test("appTokenProvider(): eight processes send one request after a 429 without Retry-After", async () => {
  const store = new MemoryTokenStore();
  const host = new Host();
  host.failure = new ServiceError(429, "");
  const refresh = async () => await appTokenProvider(store).refreshIfNeeded(host);
  for (let process = 0; process < 8; process++) assertEquals((await assertRejects(refresh, ServiceError)).status, 429);
  assertEquals(host.requests, ["exchange"]);
});

for (const status of [400, 401]) {
  Deno.test(`appTokenProvider() uses client credentials when the refresh token is rejected with a ${status}`, async () => {
    const [host, store] = [new Host(), new LockedStore()];
    await appTokenProvider(store).refreshIfNeeded(host);
    host.refreshStatus = status;
    assertEquals(await appTokenProvider(store).refreshIfNeeded(host, "a1"), "a2");
    assertEquals(host.requests, ["exchange", "refresh r1", "exchange"]);
  });
}

Deno.test("appTokenProvider() keeps the refresh token when the host fails, and tries no other grant", async () => {
  const [host, store] = [new Host(), new LockedStore()];
  await appTokenProvider(store).refreshIfNeeded(host);
  host.refreshStatus = 503;
  await assertRejects(async () => await appTokenProvider(store).refreshIfNeeded(host, "a1"), ServiceError, "503");
  assertEquals(host.requests, ["exchange", "refresh r1"]);
});

Deno.test("appTokenProvider() sends a token only while its turn lasts, and claims another one first", async () => {
  using time = new FakeTime();
  const [host, inner] = [new Host(), new MemoryTokenStore({ generation: 1, accessToken: "a0", refreshToken: "r0" })];
  let writes = 0;
  const compareAndSwap: AtomicTokenStore["compareAndSwap"] = async (expected, next) => {
    await settle();
    host.requests.push("write");
    // The first write takes as long as a suspended machine.
    if (++writes === 1) time.now += 3000;
    return inner.compareAndSwap(expected, next);
  };
  assertEquals(await appTokenProvider({ read: () => inner.read(), compareAndSwap }).refreshIfNeeded(host), "a1");
  assertEquals(host.requests, ["write", "write", "refresh r0", "write"]);
});
