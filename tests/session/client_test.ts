import { assert, assertEquals, assertRejects, assertThrows } from "@std/assert";
import { inspect } from "node:util";
import { ServiceClient, type ServiceClientConfig } from "../../src/session/client.ts";
import { ServiceError } from "../../src/errors.ts";
import type { RequestTelemetry, RetryInfo } from "../../src/types/config.ts";
import { MemoryCache } from "../../src/transport/memory_cache.ts";
import { settle } from "../support/calls.ts";
import { WatchedStore } from "../support/sessions/token_store.ts";
import { type Handler, respond, type Scripted, serve, type WireServer } from "../support/wire_server.ts";
import { tokensOf } from "../support/sessions/services.ts";

type Config = Partial<ServiceClientConfig>;

function clientOf({ url }: WireServer, config: Config = {}): ServiceClient {
  const client = new ServiceClient({
    clientId: "id",
    clientSecret: "secret",
    baseUrl: url,
    authUrl: url,
    retryBaseDelay: 0,
    ...config,
  });
  client.setToken("stored");
  return client;
}

/** Answers with the token that came. */
const echo: Handler = (response, { headers }) => respond(response, { body: { username: headers["authorization"] } });
const user: Scripted = { body: { id: 1, username: "u" } };

Deno.test("ServiceClient: undefined settings take their defaults", async () => {
  await using server = await serve({ status: 503 });
  const infos: RetryInfo[] = [];
  const config = { maxRetries: undefined, timeoutMs: undefined, cacheTtlMs: undefined, fetch: undefined };
  const client = clientOf(server, { ...config, onRetry: (info) => infos.push(info) });
  await assertRejects(() => client.users.getUser(1), ServiceError, "503");
  assertEquals(infos.map(({ attempt, status }) => [attempt, status]), [[1, 503], [2, 503], [3, 503]]);
});

Deno.test("ServiceClient: a call's own token overrides the stored one, which overrides a provider or a store", async () => {
  await using server = await serve(echo);
  const store = new WatchedStore("kept");
  for (const config of [{}, { tokenStore: store }] as Config[]) {
    const client = clientOf(server, config);
    assertEquals((await client.users.getUser(1, { token: "own" })).username, "OAuth own");
    assertEquals((await client.users.getUser(1)).username, "OAuth stored");
    assertEquals(tokensOf(client), ["stored", undefined]);
  }
  while (store.access !== "stored") await settle();
});

Deno.test("ServiceClient: gets the token from a provider or a store before each call if none was set", async () => {
  await using server = await serve(echo);
  let count = 0;
  const next = () => `t${++count}`;
  const never = () => Promise.reject(new Error("asked"));
  for (const getAccessToken of [next, () => Promise.resolve(next())]) {
    count = 0;
    const tokenProvider = { getAccessToken, setTokens() {}, refreshIfNeeded: never };
    const tokenStore = { getAccessToken, getRefreshToken: () => undefined, setTokens() {}, clearTokens() {} };
    for (const config of [{ tokenProvider }, { tokenStore }] as Config[]) {
      const client = new ServiceClient({ clientId: "id", clientSecret: "s", baseUrl: server.url, ...config });
      const names = [(await client.users.getUser(1)).username, (await client.users.getUser(1)).username];
      assertEquals(names, [`OAuth t${count - 1}`, `OAuth t${count}`]);
    }
  }
});

Deno.test("ServiceClient: a failing provider fails the call, and an abort doesn't wait for a hanging one", async () => {
  await using server = await serve(user);
  const config = { clientId: "id", clientSecret: "s", baseUrl: server.url };
  const provider = (getAccessToken: () => Promise<string>) =>
    new ServiceClient({
      ...config,
      callbackTimeoutMs: 0,
      tokenProvider: { getAccessToken, setTokens() {}, refreshIfNeeded: getAccessToken },
    });
  const failing = provider(() => Promise.reject(new Error("sealed")));
  assertEquals((await assertRejects(() => failing.users.getUser(1), ServiceError)).code, "token_store");
  const silent = provider(() => new Promise(() => {}));
  const call = silent.users.getUser(1, { signal: AbortSignal.timeout(20) });
  await assertRejects(() => call, DOMException);
  assertEquals(server.requests.length, 0);
});

Deno.test("ServiceClient shows no secret when inspected, printed or serialised", async () => {
  await using server = await serve({ status: 404 });
  const store = new WatchedStore();
  const client = clientOf(server, { clientSecret: "hush1", onRequest: () => {}, cache: new MemoryCache() });
  client.setToken("hush2", "hush3");
  const error = await assertRejects(() => client.users.getUser(1), ServiceError);
  const shown = [client, client.auth, client.users, client.raw, error].flatMap((thing) => [
    Deno.inspect(thing, { depth: 99, showHidden: true, getters: false }),
    inspect(thing, { depth: Infinity, showHidden: true }),
    JSON.stringify(thing),
    String(thing),
  ]).join();
  assert(!/hush/.test(shown), shown.match(/.{40}hush.{40}/s)?.[0]);
  assertEquals(store.log, []);
});

Deno.test("ServiceClient: identical GETs are merged unless this is switched off", async () => {
  await using server = await serve(user);
  await Promise.all([1, 2, 3].map(() => clientOf(server).users.getUser(1)));
  assertEquals(server.requests.length, 3);
  for (const [dedupe, expected] of [[true, 4], [undefined, 5], [false, 8]] as const) {
    const client = clientOf(server, { dedupe });
    await Promise.all([1, 2, 3].map(() => client.users.getUser(1)));
    assertEquals(server.requests.length, expected);
  }
});

Deno.test("ServiceClient: signed URLs are never cached", async () => {
  const streams = { body: { http_mp3_128_url: "/" } };
  await using server = await serve(streams, streams, { status: 302, headers: { location: "https://cdn.example/1" } });
  const client = clientOf(server, { cache: new MemoryCache() });
  await client.tracks.getStreams(1);
  await client.tracks.getStreams(1);
  for (const _ of [1, 2]) assertEquals(await client.tracks.getPreviewUrl(1), "https://cdn.example/1");
  assertEquals(server.requests.length, 4);
});

Deno.test("ServiceClient: reports one event per call, with its retries and status, and no secret", async () => {
  await using server = await serve({ status: 503 }, { status: 503 }, user, {
    status: 404,
    body: { code: 404, message: "gone" },
  });
  const events: RequestTelemetry[] = [];
  const client = clientOf(server, { onRequest: (event) => events.push(event) });
  await client.tracks.getTrack(1, { secretToken: "s-abc" });
  await assertRejects(() => client.users.getUser(1), ServiceError);
  assert(events.every(({ durationMs }) => durationMs > 0));
  assertEquals(events.map((event) => ({ ...event, durationMs: 0 })), [
    { method: "GET", path: "/tracks/1?secret_token=***", durationMs: 0, status: 200, retryCount: 2 },
    {
      method: "GET",
      path: "/users/1",
      durationMs: 0,
      status: 404,
      retryCount: 0,
      error: "Cannot GET /users/1: 404 Not Found: gone",
    },
  ]);
});

Deno.test("ServiceClient ignores exceptions of observers", async () => {
  await using server = await serve({ status: 503 }, user);
  const loud = () => {
    throw new Error("observer");
  };
  const client = clientOf(server, { onRequest: loud, onRetry: loud, onDebug: loud });
  assertEquals((await client.users.getUser(1)).username, "u");
});

Deno.test("ServiceClient: client.auth.getAuthorizationUrl() uses the client's configuration", async () => {
  const config = { clientId: "id", clientSecret: "secret", authUrl: "https://secure.example" };
  const client = new ServiceClient({ ...config, redirectUri: "https://app.example/cb" });
  const verifier = client.auth.generateCodeVerifier();
  const codeChallenge = await client.auth.generateCodeChallenge(verifier);
  const url = new URL(client.auth.getAuthorizationUrl({ state: "s", codeChallenge }));
  assertEquals(url.origin, "https://secure.example");
  assertEquals(url.searchParams.get("state"), "s");
  assertEquals(url.searchParams.get("code_challenge"), codeChallenge);
  const without = new ServiceClient(config);
  assertThrows(() => without.auth.getAuthorizationUrl(), TypeError, "redirectUri is missing");
  await assertRejects(() => without.auth.getUserToken("c"), TypeError, "redirectUri is missing");
  await assertRejects(() => client.auth.getUserToken(""), TypeError, "code is missing");
  await assertRejects(() => client.auth.refreshUserToken(""), TypeError, "refreshToken is missing");
  await assertRejects(() => client.auth.signOut(""), TypeError, "accessToken is missing");
});

for (const name of ["maxRetries", "retryBaseDelay", "timeoutMs", "cacheTtlMs", "callbackTimeoutMs", "maxReplyBytes"]) {
  Deno.test(`ServiceClient: new ServiceClient() accepts ${name} up to the longest delay of a timer`, () => {
    for (const value of [0, 2 ** 31 - 1]) new ServiceClient({ clientId: "id", [name]: value });
    for (const value of [-1, 2 ** 31, NaN]) {
      assertThrows(() => new ServiceClient({ clientId: "id", [name]: value }), RangeError, name);
    }
  });
}
