import { assert, assertEquals, assertMatch, assertRejects } from "@std/assert";
import { ServiceError } from "../../src/errors.ts";
import type { Call } from "../../src/transport/call.ts";
import { replyOf } from "../../src/transport/unusual_reply.ts";
import { performed } from "../support/calls.ts";
import { type Scripted, serve } from "../support/wire_server.ts";

async function exchangeWith(url: string, changes: Partial<Call> = {}) {
  return await performed(fetch, { url: `${url}/x`, ...changes });
}

async function failed(reply: Scripted, flags: Call["flags"] = {}): Promise<ServiceError> {
  await using server = await serve(reply);
  return await assertRejects(() => exchangeWith(server.url, { flags }), ServiceError);
}

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
