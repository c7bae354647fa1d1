import { assert, assertEquals, assertThrows } from "@std/assert";
import { ServiceError } from "../../src/errors.ts";
import type { Route } from "../../src/session.ts";
import { checkAddresses } from "../../src/transport/addresses.ts";
import { payload } from "../../src/transport/body.ts";
import { compose, type Layer } from "../../src/transport/layer.ts";
import { path } from "../../src/transport/path.ts";
import { buildRequest, callContext } from "../../src/transport/request.ts";
import { aContext, aReply, aRequest, sender } from "../support/layers.ts";

const addresses = checkAddresses({ baseUrl: "https://api.example/v1/", authUrl: "https://secure.example" });

function built(route: Partial<Route>) {
  return buildRequest({ method: "GET", path: "/me", ...route }, addresses, payload);
}

Deno.test("a route becomes an address below the service's own", () => {
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

Deno.test("an address that the service named is followed on its own hosts alone", () => {
  for (const url of ["https://api.example/tracks/1?a=b", "https://secure.example/x"]) {
    assertEquals(built({ path: url }).url, url);
  }
  assertEquals(built({ path: "HTTPS://API.example:443/x" }).url, "https://api.example/x");
  for (const url of ["https://evil.test/x", "http://api.example/x", "nonsense", "https://api.example@evil.test/"]) {
    const error = assertThrows(() => built({ path: url }), ServiceError);
    assertEquals([error.status, error.code], [0, "foreign_url"]);
  }
});

Deno.test("every request names what it takes and who sends it, except where the platform does", () => {
  const { headers } = built({ headers: { "X-A": "b" } });
  assertEquals(headers, { Accept: "application/json; charset=utf-8", "User-Agent": "tonearm/1.15.0", "X-A": "b" });
});

Deno.test("a route's own headers win over its body's", () => {
  assertEquals(built({ body: {} }).headers["Content-Type"], "application/json");
  assertEquals(built({ body: {}, headers: { "Content-Type": "x/y" } }).headers["Content-Type"], "x/y");
});

Deno.test("a call's own token and time limit win", () => {
  assertEquals(callContext({}, undefined, 9).ownToken, false);
  const context = callContext({ timeoutMs: 0, fresh: true }, { token: "t" }, 9);
  assertEquals([context.token, context.ownToken, context.timeoutMs, context.fresh], ["t", true, 0, true]);
  assertEquals(callContext({}, { token: undefined }, 9).timeoutMs, 9);
});

Deno.test("a call whose signal was aborted before doesn't start", () => {
  assertThrows(() => callContext({}, { signal: AbortSignal.abort() }, 0), DOMException, "abort");
});

Deno.test("layers wrap each other in the order they're listed, the first one outermost", async () => {
  const steps: string[] = [];
  const layer = (name: string): Layer => (next) => async (request, context) => {
    steps.push(`${name} in`);
    const reply = await next(request, context);
    steps.push(`${name} out`);
    return reply;
  };
  const { send } = sender(() => {
    steps.push("sent");
    return aReply(1);
  });
  await compose(send, [layer("a"), layer("b")])(aRequest(), aContext());
  assertEquals(steps, ["a in", "b in", "sent", "b out", "a out"]);
  assert(compose(send, []) === send);
});
