import { assert, assertEquals, assertRejects } from "@std/assert";
import { ServiceClient, type ServiceClientConfig } from "../../src/session/client.ts";
import { ServiceError } from "../../src/errors.ts";
import { settle } from "../support/calls.ts";
import { TokenService, tokensOf } from "../support/sessions/services.ts";
import { WatchedStore } from "../support/sessions/token_store.ts";
import { breakWithinBody, reset, respond } from "../support/wire_server.ts";

/** A client whose access token has expired, and whose refresh token works. */
function expired(service: TokenService, config: Partial<ServiceClientConfig> = {}): ServiceClient {
  const client = new ServiceClient({ ...service.config, ...config });
  client.setToken("a0", "r0");
  service.expire();
  return client;
}

Deno.test("ServiceClient: a 401 for the stored token refreshes it and repeats the call", async () => {
  await using service = await TokenService.start();
  const client = expired(service, { redirectUri: "https://app.example/cb" });
  assertEquals((await client.users.getUser(1)).username, "a1");
  assertEquals(tokensOf(client), ["a1", "r1"]);
  assertEquals(service.forms, [{
    grant_type: "refresh_token",
    client_id: "id",
    client_secret: "secret",
    refresh_token: "r0",
    redirect_uri: "https://app.example/cb",
  }]);
  assertEquals(service.used, ["a0", "a1"]);
});

Deno.test("ServiceClient: 50 calls whose token is rejected share one refresh, and each is repeated once", async () => {
  await using service = await TokenService.start();
  const client = expired(service);
  const users = await Promise.all(Array.from({ length: 50 }, (_, id) => client.users.getUser(id + 1)));
  assertEquals(users.map(({ username }) => username), Array(50).fill("a1"));
  assertEquals(service.refreshes, 1);
  assertEquals(service.used.filter((token) => token === "a1").length, 50);
});

Deno.test("ServiceClient: the new pair is stored before it's used, and the hook is awaited before it's used", async () => {
  await using service = await TokenService.start();
  const steps: string[] = [];
  const store = new WatchedStore();
  const setTokens = async (access: string, refresh?: string) => {
    await WatchedStore.prototype.setTokens.call(store, access, refresh);
    steps.push(`stored ${access} ${refresh}`);
  };
  Object.assign(store, { setTokens });
  const onTokenRefresh = async (client: ServiceClient) => {
    await settle();
    steps.push(`hook ${client.accessToken} ${client.refreshToken}`);
  };
  const watching: typeof fetch = (input, init) => {
    steps.push(`${new Headers(init?.headers).get("authorization") ?? "no token"}`);
    return fetch(input, init);
  };
  const client = expired(service, { tokenStore: store, onTokenRefresh, fetch: watching });
  await client.users.getUser(1);
  assertEquals(steps.filter((step) => step !== "stored a0 r0"), [
    "OAuth a0",
    "no token",
    "stored a1 r1",
    "hook a1 r1",
    "OAuth a1",
  ]);
});

Deno.test("onTokenRefresh isn't called without a refresh, and the call fails with the 401", async () => {
  await using service = await TokenService.start();
  let calls = 0;
  const client = new ServiceClient({ ...service.config, onTokenRefresh: () => calls++ });
  await assertRejects(() => client.users.getUser(1), ServiceError, "No access token");
  client.setToken("stale");
  assert((await assertRejects(() => client.users.getUser(1), ServiceError)).isUnauthorized);
  assertEquals({
    calls,
    accessToken: client.accessToken,
    refreshToken: client.refreshToken,
    refreshes: service.refreshes,
  }, { calls: 0, accessToken: "stale", refreshToken: undefined, refreshes: 0 });
});

Deno.test("clearToken() and setToken() during a refresh take precedence", async () => {
  for (const change of ["clear", "set"] as const) {
    await using service = await TokenService.start();
    const store = new WatchedStore("a0", "r0");
    const client = expired(service, { tokenStore: store });
    service.onRefresh = (response) => {
      if (change === "clear") client.clearToken();
      else client.setToken("mine", "own");
      respond(response, { body: service.rotate() });
    };
    await assertRejects(() => client.users.getUser(1), ServiceError, "401");
    const expected = change === "clear"
      ? { access: undefined, refresh: undefined }
      : { access: "mine", refresh: "own" };
    assertEquals({ access: client.accessToken, refresh: client.refreshToken }, expected);
    while (store.access !== expected.access) await settle();
    assertEquals({ access: store.access, refresh: store.refresh }, expected);
    assertEquals(service.used.includes("a1"), false);
  }
});

Deno.test("clearToken() during onTokenRefresh takes precedence", async () => {
  await using service = await TokenService.start();
  const client = expired(service, { onTokenRefresh: (client) => Promise.resolve(client.clearToken()) });
  await assertRejects(() => client.users.getUser(1), ServiceError, "401");
  assertEquals({ accessToken: client.accessToken, used: service.used }, { accessToken: undefined, used: ["a0"] });
});

Deno.test("invalid_grant: another pair in the store is adopted", async () => {
  await using service = await TokenService.start();
  const store = new WatchedStore();
  const client = expired(service, { tokenStore: store });
  service.onRefresh = (response) => {
    const { access_token, refresh_token } = service.rotate();
    [store.access, store.refresh] = [access_token, refresh_token];
    respond(response, { status: 400, body: { error: "invalid_grant" } });
  };
  assertEquals((await client.users.getUser(1)).username, "a1");
  assertEquals(tokensOf(client), ["a1", "r1"]);
  assertEquals(service.refreshes, 1);
});

Deno.test("invalid_grant without another pair fails the call, and says that the user must sign in", async () => {
  await using service = await TokenService.start();
  const client = expired(service);
  service.rotate();
  service.expire();
  const error = await assertRejects(() => client.users.getUser(1), ServiceError);
  assert(error.isInvalidGrant && error.isPermanentAuthError);
  assertEquals(tokensOf(client), ["a0", "r0"]);
  assertEquals(service.refreshes, 1);
});

for (
  const [name, onRefresh, code] of [
    ["a 503", { status: 503, body: "upstream connect error" }, "http"],
    ["HTML with 403", { status: 403, body: "<title>ERROR: invalid_grant</title>" }, "http"],
    ["HTML with 200", { body: "<html></html>" }, "invalid_body"],
    ["a reply without a token", { body: { expires_in: 3599 } }, "invalid_body"],
    ["an empty reply", { status: 200 }, "invalid_body"],
    ["a lost reply", reset, "network"],
    ["half a reply", breakWithinBody, "network"],
  ] as const
) {
  Deno.test(`${name} from the token host leaves the store unchanged, and isn't retried`, async () => {
    await using service = await TokenService.start();
    const store = new WatchedStore();
    const client = expired(service, { tokenStore: store });
    service.onRefresh = onRefresh;
    const error = await assertRejects(() => client.users.getUser(1), ServiceError);
    assertEquals(error.code, code);
    assertEquals(error.isPermanentAuthError, false);
    assertEquals(service.refreshes, 1);
    assertEquals({
      accessToken: client.accessToken,
      refreshToken: client.refreshToken,
      access: store.access,
      refresh: store.refresh,
    }, { accessToken: "a0", refreshToken: "r0", access: "a0", refresh: "r0" });
    // Where the reply says that nothing was spent, the next call refreshes at once. Otherwise it waits for the lease of
    // the intent, which tests/simulation does in virtual time.
    if (code !== "http") return;
    service.onRefresh = undefined;
    assertEquals((await client.users.getUser(1)).username, "a1");
  });
}

Deno.test("ServiceClient: a refresh reads and writes the pair under the store's lock", async () => {
  await using service = await TokenService.start();
  const store = new WatchedStore("a0", "r0");
  const lock = async <T>(work: () => Promise<T>): Promise<T> => {
    store.log.push("locked");
    try {
      return await work();
    } finally {
      store.log.push("unlocked");
    }
  };
  service.expire();
  const client = new ServiceClient({ ...service.config, tokenStore: Object.assign(store, { lock }) });
  await client.users.getUser(1);
  const READ = ["getAccessToken", "getRefreshToken"];
  const inside = store.log.slice(store.log.indexOf("locked"));
  assertEquals(inside, ["locked", ...READ, ...READ, ...READ, "setTokens a1 r1", "unlocked"]);
});

Deno.test("ServiceClient: a caller that aborts leaves the refresh to the others", async () => {
  await using service = await TokenService.start();
  const client = expired(service);
  const controller = new AbortController();
  service.onRefresh = (response) => {
    controller.abort();
    respond(response, { body: service.rotate() });
  };
  const calls = [client.users.getUser(1, { signal: controller.signal }), client.users.getUser(2)];
  await assertRejects(() => calls[0] ?? Promise.resolve(), DOMException);
  assertEquals((await calls[1])?.username, "a1");
  assertEquals(service.refreshes, 1);
});
