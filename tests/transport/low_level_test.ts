import { assertEquals, assertRejects } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { ServiceError } from "../../src/errors.ts";
import { getUser } from "../../src/operations/users.ts";
import { fetch as fetchPath, fetchUrl } from "../../src/transport/low_level.ts";
import type { RefreshContext, RequestTelemetry, RetryInfo } from "../../src/types/config.ts";
import { ignoreRejection, settle } from "../support/calls.ts";
import { type Handler, respond, serve, type WireServer } from "../support/wire_server.ts";
import { replaceRandom } from "../support/replaced.ts";

/** Accepts only the token `good`, and returns it. */
const guarded: Handler = (response, { headers }) => {
  const token = headers["authorization"];
  respond(response, token === "OAuth good" ? { body: { token } } : { status: 401 });
};

function contextOf({ url }: WireServer, changes: Partial<RefreshContext> = {}): RefreshContext {
  return { getToken: () => "good", setToken() {}, baseUrl: url, authUrl: url, ...changes };
}

Deno.test("fetch() sends method, headers, query and body, and returns the parsed JSON", async () => {
  await using server = await serve({ body: { id: 1 } });
  const headers = { "X-A": "b" };
  const options = { path: "/x", method: "PUT", headers, query: { a: 1 }, body: { c: 2 }, contentType: "a/b" } as const;
  assertEquals(await fetchPath(options, contextOf(server)), { id: 1 });
  const [{ method, url, body, headers: got } = { headers: {} as Record<string, string> }] = server.requests;
  assertEquals({ method, url, body }, { method: "PUT", url: "/x?a=1", body: '{"c":2}' });
  assertEquals(got["x-a"], "b");
  assertEquals(got["content-type"], "a/b");
  assertEquals(got["authorization"], "OAuth good");
});

Deno.test("fetch() returns the target of a redirect, and undefined for an empty success", async () => {
  await using server = await serve({ status: 302, headers: { location: "/there" } }, { status: 204 });
  const call = () => fetchPath({ path: "/x", method: "GET" }, contextOf(server));
  assertEquals([await call(), await call()], [`${server.url}/there`, undefined]);
});

Deno.test("fetch() sends paths below /oauth to the OAuth host, without a token of its own", async () => {
  await using api = await serve({ body: "1" });
  await using auth = await serve({ body: "2" });
  const context = contextOf(api, { authUrl: auth.url });
  for (const path of ["/oauth", "/oauth/token", "/oauth?a=b", "/oauthority"]) {
    await fetchPath({ path, method: "POST" }, context);
  }
  assertEquals(auth.requests.map(({ url, headers }) => [url, headers["authorization"]]), [
    ["/oauth", undefined],
    ["/oauth/token", undefined],
    ["/oauth?a=b", undefined],
  ]);
  assertEquals(api.requests.map(({ url, headers }) => [url, headers["authorization"]]), [[
    "/oauthority",
    "OAuth good",
  ]]);
});

Deno.test("fetch(): a call's own token overrides the context's; without either, none is sent", async () => {
  await using server = await serve({ body: 1 });
  await fetchPath({ path: "/x", method: "GET", token: "own" }, contextOf(server));
  await fetchPath({ path: "/x", method: "GET" }, contextOf(server, { getToken: () => undefined }));
  assertEquals(server.requests.map(({ headers }) => headers["authorization"]), ["OAuth own", undefined]);
});

Deno.test("fetch() refreshes a rejected token once for all calls of a context, and passes it to setToken before use", async () => {
  await using server = await serve(guarded);
  let token: string | undefined = "bad";
  let refreshes = 0;
  const stored: unknown[] = [];
  const context = contextOf(server, {
    getToken: () => token,
    setToken(access, refresh) {
      token = access;
      stored.push(access, refresh);
    },
    onTokenRefresh: () => Promise.resolve({ access_token: ++refreshes ? "good" : "", refresh_token: "r" }),
  });
  const call = () => fetchPath({ path: "/x", method: "GET" }, context);
  assertEquals(await Promise.all([call(), call(), call()]), Array(3).fill({ token: "OAuth good" }));
  assertEquals({ refreshes, stored }, { refreshes: 1, stored: ["good", "r"] });
  token = undefined;
  assertEquals(await call(), { token: "OAuth good" });
  assertEquals(refreshes, 2);
});

Deno.test("fetch() doesn't refresh a call's own token, unless it's the context's", async () => {
  await using server = await serve(guarded);
  const onTokenRefresh = () => Promise.resolve({ access_token: "good" });
  const context = contextOf(server, { getToken: () => "bad", onTokenRefresh });
  const call = (token: string) => fetchPath({ path: "/x", method: "GET", token }, context);
  await assertRejects(() => call("own"), ServiceError, "401");
  assertEquals(await call("bad"), { token: "OAuth good" });
  await assertRejects(
    () => fetchPath({ path: "/x", method: "GET", token: "bad" }, contextOf(server)),
    ServiceError,
    "401",
  );
});

Deno.test("fetch() throws when the context's refresh returns no token", async () => {
  await using server = await serve(guarded);
  const setToken = () => {
    throw new Error("told");
  };
  const onTokenRefresh = () => Promise.resolve({ access_token: "" });
  const context = contextOf(server, { getToken: () => "bad", setToken, onTokenRefresh });
  await assertRejects(() => fetchPath({ path: "/x", method: "GET" }, context), TypeError, "Cannot use the token");
});

Deno.test("fetch() uses the context's retries and observers", async () => {
  await using server = await serve({ status: 503 }, { body: 1 }, { status: 503 });
  const infos: RetryInfo[] = [];
  const events: RequestTelemetry[] = [];
  const retry = { maxRetries: 1, retryBaseDelay: 0, onRetry: (info: RetryInfo) => infos.push(info) };
  const context = contextOf(server, { retry, onRequest: (event) => events.push(event) });
  await fetchPath({ path: "/x?secret_token=s-a", method: "GET" }, context);
  assertEquals(infos.length, 1);
  assertEquals(events.map(({ path, retryCount }) => [path, retryCount]), [["/x?secret_token=***", 1]]);
  await assertRejects(() => fetchPath({ path: "/x", method: "POST" }, context), ServiceError, "503");
});

Deno.test("fetch() rejects invalid arguments before any request", async () => {
  await using server = await serve({ body: 1 });
  const context = contextOf(server);
  const call = (options: object) => fetchPath({ path: "/x", method: "GET", ...options }, context);
  await assertRejects(() => call({ headers: { "X-A": "a\r\nb" } }), TypeError);
  await assertRejects(() => call({ contentType: "a\nb" }), TypeError);
  await assertRejects(() => call({ path: "/../x" }), TypeError, "Cannot resolve the path");
  await assertRejects(() => call({ signal: AbortSignal.abort() }), DOMException);
  await assertRejects(() => call({ body: { a: 1 } }), TypeError);
  await assertRejects(() => call({ method: "GET / HTTP/1.1" }), TypeError);
  for (
    const url of ["nonsense", "file:///etc/hostname", "data:application/json,1", "https://user:secret@api.example/"]
  ) {
    const error = await assertRejects(() => fetchUrl(url), TypeError);
    assertEquals(error.message.includes("secret"), false);
  }
  await assertRejects(
    () => fetchPath({ path: "/x", method: "GET" }, { ...context, baseUrl: "http://x.example" }),
    TypeError,
  );
  assertEquals(server.requests.length, 0);
});

Deno.test("fetchUrl() sends the token only to the service", async () => {
  await using server = await serve({ body: { id: 1 } });
  await using other = await serve({ status: 401 });
  const onTokenRefresh = () => Promise.reject(new Error("asked"));
  const context = contextOf(server, { onTokenRefresh });
  assertEquals(await fetchUrl(`${server.url}/a?b=c`, "own", undefined, undefined, undefined, context), { id: 1 });
  const elsewhere = () => fetchUrl(`${other.url}/a`, "own", undefined, undefined, undefined, context);
  await assertRejects(elsewhere, ServiceError, "401");
  assertEquals(await fetchUrl(`${server.url}/a`), { id: 1 });
  const tokens = [...server.requests, ...other.requests].map(({ headers }) => headers["authorization"]);
  assertEquals(tokens, ["OAuth own", undefined, undefined]);
});

Deno.test("fetchUrl() takes retries, observer and fetch from its arguments, or else from the context", async () => {
  const seen: string[] = [];
  const fake = (name: string) => () => {
    seen.push(name);
    return Promise.resolve(new Response(null, { status: 503 }));
  };
  const context: RefreshContext = {
    getToken: () => "good",
    setToken() {},
    fetch: fake("context"),
    retry: { maxRetries: 0, retryBaseDelay: 0 },
    onRequest: () => seen.push("observed"),
  };
  const url = "https://api.soundcloud.com/x";
  await assertRejects(() => fetchUrl(url, undefined, undefined, undefined, undefined, context), ServiceError);
  assertEquals(seen.splice(0), ["context", "observed"]);
  const own = { maxRetries: 1, retryBaseDelay: 0 };
  await assertRejects(() => fetchUrl(url, "t", own, () => seen.push("mine"), fake("own"), context), ServiceError);
  assertEquals(seen, ["own", "own", "mine"]);
});

Deno.test("fetch(): a standalone call has its token and retries, but no cache", async () => {
  await using server = await serve({ status: 429, headers: { "retry-after": "0" } }, { body: { id: 1 } });
  const { url: baseUrl } = server;
  using _random = replaceRandom(() => 0);
  await Promise.all([getUser("t", 1, { baseUrl }), getUser("t", 1, { baseUrl, token: undefined })]);
  assertEquals(server.requests.map(({ headers }) => headers["authorization"]), Array(3).fill("OAuth t"));
  assertEquals((await getUser("t", 1, { baseUrl, token: "own" })).id, 1);
  assertEquals(server.requests[3]?.headers["authorization"], "OAuth own");
  await assertRejects(() => getUser("", 1, { baseUrl }), ServiceError, "No access token");
  await assertRejects(() => getUser("t", 1, { baseUrl: "http://api.example" }), TypeError, "baseUrl");
});

Deno.test("fetch() fails by timeout when the context's refresh calls the service with the rejected token", async () => {
  using time = new FakeTime();
  const context: RefreshContext = {
    getToken: () => "dead",
    setToken() {},
    fetch: () => Promise.resolve(new Response(null, { status: 401 })),
    onTokenRefresh: () => fetchPath<{ access_token: string }>({ path: "/x", method: "GET" }, context),
  };
  const call = ignoreRejection(fetchPath({ path: "/x", method: "GET" }, context));
  await settle();
  await time.tickAsync(30_000);
  const error = await assertRejects(() => call, ServiceError);
  assertEquals(error.message, "The token refresh did not end in time");
});

Deno.test("fetch() uses a token that was replaced meanwhile, without a refresh", async () => {
  const log: unknown[] = [];
  const tokens = ["bad", "good"];
  const context: RefreshContext = {
    getToken: () => tokens[Math.min(log.length, 1)],
    setToken: () => log.push("set"),
    onTokenRefresh: () => Promise.reject(new Error("Nothing is to be refreshed")),
    fetch: (_, init) => {
      const token = new Headers(init?.headers).get("authorization");
      log.push(token);
      return Promise.resolve(token === "OAuth good" ? Response.json(1) : new Response(null, { status: 401 }));
    },
  };
  assertEquals(await fetchPath({ path: "/x", method: "GET" }, context), 1);
  assertEquals(log, ["OAuth bad", "OAuth good"]);
});
