import { assertEquals, assertRejects, assertStrictEquals } from "@std/assert";
import fc from "fast-check";
import { ServiceError } from "../../src/errors.ts";
import { payload } from "../../src/transport/body.ts";
import type { Call } from "../../src/transport/call.ts";
import { freeze } from "../../src/transport/response.ts";
import { performed } from "../support/calls.ts";
import { reset, type Scripted, serve } from "../support/wire_server.ts";

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
