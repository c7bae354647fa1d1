import manifest from "../../deno.json" with { type: "json" };
import { assert, assertEquals, assertObjectMatch, assertStrictEquals, assertThrows } from "@std/assert";
import { ServiceError } from "../../src/errors.ts";
import type { Route } from "../../src/session.ts";
import { checkAddresses } from "../../src/transport/addresses.ts";
import { payload } from "../../src/transport/body.ts";
import { path } from "../../src/formats/path.ts";
import { checkSendable, createCall, headersOf, withToken } from "../../src/transport/request.ts";
import type { CallOptions } from "../../src/session.ts";

const addresses = checkAddresses({ baseUrl: "https://api.example/v1/", authUrl: "https://secure.example" });

function built(route: Partial<Route>, options: CallOptions = {}, token?: string) {
  const defaults = { ...addresses, encode: payload, timeoutMs: 9 };
  return createCall({ method: "GET", path: "/me", ...route }, options, defaults, token);
}

Deno.test("createCall() appends the path to the service's base URL", () => {
  assertEquals(built({}).url, "https://api.example/v1/me");
  assertEquals(
    built({ path: path`/users/${"soundcloud:users:1"}` }).url,
    "https://api.example/v1/users/soundcloud:users:1",
  );
  assertEquals(built({ query: { limit: 2, q: "a b" } }).url, "https://api.example/v1/me?limit=2&q=a+b");
  assertEquals(built({ path: "/me?a=b", query: { limit: 2 } }).url, "https://api.example/v1/me?a=b&limit=2");
  assertEquals(built({ query: { limit: undefined } }).url, "https://api.example/v1/me");
  assertEquals(built({ auth: true, path: "/oauth/token" }).url, "https://secure.example/oauth/token");
});

Deno.test("createCall() accepts absolute URLs only of the service's hosts", () => {
  for (const url of ["https://api.example/tracks/1?a=b", "https://secure.example/x"]) {
    assertEquals(built({ path: url }).url, url);
  }
  assertEquals(built({ path: "HTTPS://API.example:443/x" }).url, "https://api.example/x");
  for (const url of ["https://evil.test/x", "http://api.example/x", "nonsense", "https://api.example@evil.test/"]) {
    const error = assertThrows(() => built({ path: url }), ServiceError);
    assertEquals({ status: error.status, code: error.code }, { status: 0, code: "foreign_url" });
  }
});

Deno.test("createCall() sets Accept and User-Agent, except in browsers", () => {
  const { headers } = built({ headers: { "X-A": "b" } });
  assertEquals(headers, {
    Accept: "application/json; charset=utf-8",
    "User-Agent": `tonearm/${manifest.version}`,
    "X-A": "b",
  });
});

Deno.test("createCall(): a route's own headers override its body's", () => {
  assertEquals(built({ body: {} }).headers["Content-Type"], "application/json");
  assertEquals(built({ body: {}, headers: { "Content-Type": "x/y" } }).headers["Content-Type"], "x/y");
});

Deno.test("createCall() merges headers ignoring case; a call's own take precedence", () => {
  const options = { headers: { accept: "x/y", AUTHORIZATION: "Bearer own", "x-a": "call" } };
  const { headers } = built({ body: {}, headers: { "content-type": "a/b", "X-A": "route" } }, options, "t0");
  const { "User-Agent": _, ...rest } = headers;
  assertEquals(rest, { accept: "x/y", AUTHORIZATION: "Bearer own", "content-type": "a/b", "x-a": "call" });
});

Deno.test("headersOf() returns frozen headers", () => {
  assertThrows(() => Object.assign(headersOf("t0"), { a: "b" }), TypeError);
  assertEquals(headersOf("t1")["Authorization"], "OAuth t1");
  assertEquals(headersOf(undefined)["Authorization"], undefined);
});

Deno.test("createCall() uses existing token headers, except without a token", () => {
  const headers = headersOf("t0");
  const defaults = { ...addresses, timeoutMs: 9 };
  const call = (route: Partial<Route>) =>
    createCall({ method: "GET", path: "/me", ...route }, {}, defaults, "t0", headers);
  assertStrictEquals(call({}).headers, headers);
  assertEquals(call({ auth: true }).headers["Authorization"], undefined);
});

Deno.test("createCall() sends the token to the service, but not to the OAuth host", () => {
  assertEquals(built({}, {}, "t0").headers["Authorization"], "OAuth t0");
  const { headers, token, isAnonymous } = built({ auth: true, path: "/oauth/token" }, {}, "t0");
  assertEquals(headers["Authorization"], undefined);
  assertEquals(token, undefined);
  assertEquals(isAnonymous, true);
});

for (const token of ["a b", "a\r\nX-Evil: 1", "é", " "]) {
  Deno.test(`createCall() rejects an invalid token without showing it: ${JSON.stringify(token)}`, () => {
    for (const use of [() => built({}, {}, token), () => withToken(built({}, {}, "t0"), token)]) {
      const error = assertThrows(use, TypeError, "Cannot use the token");
      assert(!error.message.includes(token.trim() || "\0"));
    }
  });
}

Deno.test("createCall(): a call's own token, time limit and retries take precedence", () => {
  assertEquals(built({}).isOwnToken, false);
  assertEquals(built({}).timeoutMs, 9);
  assertEquals(built({}).maxRetries, undefined);
  const call = built({}, { token: "t", timeoutMs: 0, maxRetries: 7 }, "t");
  assertObjectMatch(call, { token: "t", isOwnToken: true, timeoutMs: 0, maxRetries: 7 });
  assertEquals(built({}, { token: undefined }).isOwnToken, false);
});

Deno.test("createCall(): withToken() returns a new call", () => {
  const call = built({}, {}, "t0");
  const again = withToken(call, "t1");
  assertEquals([call.headers["Authorization"], again.headers["Authorization"]], ["OAuth t0", "OAuth t1"]);
  assertEquals({ token: again.token, url: again.url }, { token: "t1", url: call.url });
});

Deno.test("createCall(): importing the library doesn't read navigator, which Node would have to create", async () => {
  const own = Object.getOwnPropertyDescriptor(globalThis, "navigator");
  let reads = 0;
  Object.defineProperty(globalThis, "navigator", {
    configurable: true,
    get: () => (reads++, { userAgent: "Mozilla" }),
  });
  try {
    // A query makes it another module, which hasn't been imported before.
    const { headersOf } = await import(`../../src/transport/request.ts?${crypto.randomUUID()}`);
    assertEquals(reads, 0);
    assertEquals(headersOf("t"), { Accept: "application/json; charset=utf-8", Authorization: "OAuth t" });
    assertEquals(reads, 1);
  } finally {
    if (own) Object.defineProperty(globalThis, "navigator", own);
    else Reflect.deleteProperty(globalThis, "navigator");
  }
});

Deno.test("checkSendable() accepts GET without a body, POST, PUT and DELETE, and names what it rejects", () => {
  for (const method of ["POST", "PUT", "DELETE"] as const) checkSendable({ method, body: {} });
  checkSendable({ method: "GET" });
  for (const init of [{ method: "GET", body: {} }, { method: "get" }, { method: "PATCH" }, { method: "" }]) {
    assertThrows(
      () => checkSendable(init as Route),
      TypeError,
      "method must be GET (without a body), POST, PUT or DELETE",
    );
  }
  assertThrows(() => checkSendable({ method: "GET", headers: { "a b": "c" } }), TypeError);
});
