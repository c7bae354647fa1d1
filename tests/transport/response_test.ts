import { assert, assertEquals, assertMatch, assertObjectMatch, assertRejects, assertStrictEquals } from "@std/assert";
import fc from "fast-check";
import { ServiceError } from "../../src/errors.ts";
import { payload } from "../../src/transport/body.ts";
import type { Call } from "../../src/transport/call.ts";
import { freeze } from "../../src/transport/response.ts";
import { replyOf } from "../../src/transport/unusual_reply.ts";
import { performed } from "../support/calls.ts";
import { breakWithinBody, noReply, reset, type Scripted, serve } from "../support/wire_server.ts";

async function exchangeWith(url: string, changes: Partial<Call> = {}) {
  return await performed(fetch, { url: `${url}/x`, ...changes });
}

async function failed(reply: Scripted, flags: Call["flags"] = {}): Promise<ServiceError> {
  await using server = await serve(reply);
  return await assertRejects(() => exchangeWith(server.url, { flags }), ServiceError);
}

Deno.test("replyOf(): a reply is its status, its headers and its parsed JSON", async () => {
  await using server = await serve({ status: 201, body: { id: 1 }, headers: { "x-a": "b" } });
  const { status, headers, body } = await exchangeWith(server.url, { headers: { Accept: "text/x" } });
  assertEquals({ status, xA: headers.get("x-a"), body }, { status: 201, xA: "b", body: { id: 1 } });
  assertEquals(server.requests[0]?.headers["accept"], "text/x");
});

for (
  const [name, reply] of [
    ["an empty body with a length", { status: 200, headers: { "content-length": "0" } }],
    ["an empty chunked body", { status: 200, headers: { "transfer-encoding": "chunked" } }],
    ["blanks alone", { status: 201, body: " \r\n" }],
    ["no content", { status: 204 }],
  ] as const
) {
  Deno.test(`replyOf(): a 2xx with ${name} is a success without a result`, async () => {
    await using server = await serve(reply);
    assertEquals((await exchangeWith(server.url)).body, undefined);
  });
}

for (const status of [400, 401, 404, 429, 500, 503]) {
  Deno.test(`replyOf(): a ${status} with Content-Length: 0 is an error`, async () => {
    const error = await failed({ status, headers: { "content-length": "0" } });
    assertEquals(error.status, status);
    assertEquals(error.code, "http");
    assertEquals(error.body, undefined);
  });
}

for (
  const body of [
    { code: 200, message: "unable to decode response", status: "200 - unable to decode response", errors: [] },
    { code: 404, message: "" },
    { error: "Rate Limit Exceeded" },
    { errors: [{ error_message: "404 - Not Found" }] },
  ]
) {
  Deno.test(`replyOf(): an error envelope inside a 200 is an error: ${JSON.stringify(body).slice(0, 40)}`, async () => {
    const error = await failed({ body });
    assertEquals({ status: error.status, code: error.code, body: error.body }, { status: 200, code: "http", body });
  });
}

for (const body of [{ error: null, id: 1 }, { error: "" }, { code: 7 }, { message: "hi" }, [], 0, "", null, false]) {
  Deno.test(`JSON that only resembles an error is a result: ${JSON.stringify(body)}`, async () => {
    await using server = await serve({ body: JSON.stringify(body), headers: { "content-type": "application/json" } });
    assertEquals((await exchangeWith(server.url)).body, body);
  });
}

Deno.test("replyOf() ignores a byte order mark, and treats __proto__ like other names", async () => {
  await using server = await serve({ body: '\ufeff{"__proto__":{"polluted":1},"a":1,"a":2}' });
  const { body } = await exchangeWith(server.url);
  assertEquals(Object.entries(body as object), [["__proto__", { polluted: 1 }], ["a", 2]]);
  assertEquals((body as { polluted?: number }).polluted, undefined);
});

Deno.test("replyOf(): truncated JSON is an invalid_body error with its cause", async () => {
  const error = await failed({ body: '{"id":1,"title":"half a', headers: { "content-type": "application/json" } });
  assertEquals({ status: error.status, code: error.code }, { status: 200, code: "invalid_body" });
  assert(error.cause instanceof SyntaxError);
  assertEquals(replyOf(error), undefined);
});

Deno.test("replyOf() rejects text where JSON is expected, and returns it where text is", async () => {
  const text = { body: "plain", headers: { "content-type": "text/plain" } };
  const error = await failed(text);
  assertEquals(error.code, "invalid_body");
  assertMatch(error.message, /: 200 OK: The response isn't JSON$/);
  await using server = await serve(text);
  assertEquals((await exchangeWith(server.url, { flags: { expects: "any" } })).body, "plain");
  assertEquals(
    (await failed({ ...text, headers: { "content-type": "application/json" } }, { expects: "any" })).code,
    "invalid_body",
  );
});

Deno.test("replyOf(): an error gives access to the reply, as text or JSON", async () => {
  const html = await failed({ status: 503, body: "<title>Sorry</title>", headers: { "x-a": "b" } });
  assertEquals(replyOf(html)?.body, "<title>Sorry</title>");
  assertEquals(replyOf(html)?.headers.get("x-a"), "b");
  assertEquals(replyOf(await failed({ status: 404, body: { code: 404 } }))?.body, { code: 404 });
  assertEquals(replyOf(new Error("other")), undefined);
});

for (const status of [301, 302, 303, 307, 308]) {
  Deno.test(`replyOf(): a ${status} isn't followed: it's an error unless the route expects a redirect`, async () => {
    await using server = await serve({ status, headers: { location: "/there?a=b" }, body: { location: "x" } });
    const error = await assertRejects(() => exchangeWith(server.url), ServiceError);
    assertEquals({ status: error.status, code: error.code }, { status, code: "http" });
    const reply = await exchangeWith(server.url, { flags: { redirect: true } });
    assertEquals(reply.location, `${server.url}/there?a=b`);
    assertEquals(reply.body, undefined);
    assertEquals(server.requests.map(({ url }) => url), ["/x", "/x"]);
  });
}

for (const [status, isRedirect] of [[299, false], [300, true], [399, true], [400, false]] as const) {
  Deno.test(`replyOf(): a ${status} with a location ${isRedirect ? "is" : "isn't"} a redirect`, async () => {
    const fetch = () =>
      Promise.resolve(new Response('{"status":"ok"}', { status, headers: { location: "https://media.example/a" } }));
    const reply = await performed(fetch, { flags: { redirect: true } }).catch((error) => error);
    assertEquals(reply.location, isRedirect ? "https://media.example/a" : undefined);
  });
}

for (const headers of [{}, { location: "http://[" }]) {
  Deno.test(`replyOf(): a redirect ${"location" in headers ? "to an unreadable address" : "to nowhere"} is an error`, async () => {
    assertEquals((await failed({ status: 302, headers }, { redirect: true })).status, 302);
  });
}

Deno.test("replyOf(): a redirect that the platform hides is an error that says so", async () => {
  const hidden = () => Promise.resolve({ status: 0, ok: false, headers: new Headers(), text: () => "" });
  const error = await assertRejects(
    () => performed(hidden as unknown as typeof fetch, { flags: { redirect: true } }),
    ServiceError,
  );
  assertEquals({ status: error.status, code: error.code }, { status: 0, code: "opaque_redirect" });
});

for (const [name, handler] of [["before its reply", reset], ["within its body", breakWithinBody]] as const) {
  Deno.test(`replyOf(): a connection lost ${name} is a network error with its cause, without the query`, async () => {
    await using server = await serve(handler);
    const request = { url: `${server.url}/tracks/1?secret_token=s-abc` };
    const error = await assertRejects(() => exchangeWith(server.url, request), ServiceError);
    assertObjectMatch(error, { status: 0, code: "network", method: "GET" });
    assert(error.cause instanceof Error);
    assertMatch(error.message, /^Cannot GET \/tracks\/1: network/);
  });
}

Deno.test("replyOf(): a network error keeps the cause of its cause, and has the platform's code in its message", async () => {
  const root = Object.assign(new Error("connect ECONNREFUSED http://a:b@proxy.test/?key=1"), {
    code: "ECONNREFUSED",
    errno: -111,
  });
  const cause = new TypeError("fetch failed", { cause: root });
  const error = await assertRejects(() => performed(() => Promise.reject(cause)), ServiceError);
  const alone = await assertRejects(() => performed(() => Promise.reject(root)), ServiceError);
  for (const { message } of [error, alone]) assertMatch(message, /: network: ECONNREFUSED$/);
  assertStrictEquals(error.cause, cause);
  assertStrictEquals(cause.cause, root);
  assertObjectMatch(root, { message: "connect ECONNREFUSED http://proxy.test/", errno: -111 });
});

for (
  const thrown of [
    undefined,
    null,
    "gone",
    { code: 23 },
    new DOMException("late", "TimeoutError"),
    Object.freeze(new Error("frozen")),
  ]
) {
  Deno.test(`replyOf(): a fetch that throws ${thrown} is a network error whose message doesn't contain it`, async () => {
    const error = await assertRejects(() => performed(() => Promise.reject(thrown)), ServiceError);
    assertMatch(error.message, /: network$/);
  });
}

Deno.test("replyOf(): an abort rejects with the signal's reason, whatever the platform throws", async () => {
  await using server = await serve(noReply);
  const controller = new AbortController();
  const call = exchangeWith(server.url, { signal: controller.signal });
  const reason = new Error("enough");
  controller.abort(reason);
  assertStrictEquals(await assertRejects(() => call), reason);
});

Deno.test("replyOf(): fetch is called unbound", async () => {
  let receiver: unknown = "none";
  await performed(function (this: unknown) {
    receiver = this;
    return Promise.resolve(Response.json(1));
  });
  assertEquals(receiver, undefined);
});

Deno.test("replyOf(): a streamed body is opened again for each exchange", async () => {
  await using server = await serve({ status: 201 });
  let opened = 0;
  const open = () => {
    opened++;
    return new Blob([`part ${opened}`]).stream();
  };
  const body = payload({ contentType: "text/plain", size: 6, repeatable: true, open });
  for (const _ of [1, 2]) await exchangeWith(server.url, { method: "POST", body });
  assertEquals(server.requests.map((request) => request.body), ["part 1", "part 2"]);
});

Deno.test("replyOf(): a write whose keep-alive connection breaks arrives only once on every platform", async () => {
  await using server = await serve({ body: 1 }, reset);
  await exchangeWith(server.url);
  const body = payload({ a: "ü" });
  const request = { method: "POST", body, headers: { ...body?.headers } } as const;
  assertEquals((await assertRejects(() => exchangeWith(server.url, request), ServiceError)).code, "network");
  assertEquals(server.requests.map(({ method, body }) => [method, body]), [["GET", ""], ["POST", '{"a":"ü"}']]);
  const { headers } = server.requests[1] ?? {};
  assertEquals(headers?.["content-length"], "10");
  assertEquals(headers?.["content-type"], "application/json");
});

for (const [name, given] of [["nothing", undefined], ["a bare object", { status: 200, ok: true }]] as const) {
  Deno.test(`replyOf() names the call if fetch returns ${name}`, async () => {
    const fetching = () => Promise.resolve(given as unknown as Response);
    const error = await assertRejects(() => performed(fetching), ServiceError, "returned no Response");
    const { status, code, method, url } = error;
    const call = { method: "GET", url: "https://api.example/tracks/1" };
    assertEquals({ status, code, method, url }, { status: 0, code: "invalid_fetch", ...call });
  });
}

Deno.test("replyOf() joins a character that two chunks of a reply share", async () => {
  const bytes = new TextEncoder().encode('"für dich"');
  const cut = bytes.indexOf(0xc3) + 1;
  const reply = () => new Response(ReadableStream.from([bytes.slice(0, cut), bytes.slice(cut)]));
  assertEquals((await performed(() => Promise.resolve(reply()))).body, "für dich");
});

for (const expects of ["object", "page", "location"] as const) {
  Deno.test(`replyOf(): a reply that isn't of the kind ${expects} is an error with that reason`, async () => {
    assertMatch(
      (await failed({ body: "7" }, { expects })).message,
      new RegExp(`Expected a response of the kind "${expects}"`),
    );
  });
}

Deno.test("replyOf(): a mock Response without a statusText is read as an empty one", async () => {
  const reply = { ok: false, status: 500, headers: new Headers(), text: () => Promise.resolve("") };
  const error = await assertRejects(() => performed(() => Promise.resolve(reply as unknown as Response)), ServiceError);
  assertEquals(error.statusText, "");
});

for (const location of ["file:///etc/passwd", "javascript:alert(1)", "data:audio/mpeg,x", "ftp://a.example/b"]) {
  Deno.test(`replyOf(): a redirect to ${location.split(":")[0]}: is an error: players also open what isn't on the web`, async () => {
    const error = await failed({ status: 302, headers: { location } }, { redirect: true });
    assertEquals(error.status, 302);
    assert(!error.message.includes(location), error.message);
  });
}

/** Lists what isn't frozen. */
function notFrozen(json: unknown): unknown[] {
  if (Object(json) !== json) return [];
  return [...Object.isFrozen(json) ? [] : [json], ...Object.values(json as object).flatMap(notFrozen)];
}

Deno.test("freeze() freezes all of a result, and changes nothing else", () => {
  fc.assert(fc.property(fc.jsonValue(), (json) => {
    const before = JSON.stringify(json);
    assertStrictEquals(freeze(json), json);
    assertEquals({ left: notFrozen(json), text: JSON.stringify(json) }, { left: [], text: before });
  }));
});

Deno.test("freeze() takes a result of any depth", () => {
  const depth = 100_000;
  let json = freeze(JSON.parse("[".repeat(depth) + "]".repeat(depth)));
  for (let i = 1; i < depth && Object.isFrozen(json); i++) [json] = json;
  assertEquals(json, []);
});
