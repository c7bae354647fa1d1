import { assertEquals, assertRejects } from "@std/assert";
import { ServiceClient } from "../../src/session/client.ts";
import { ServiceError } from "../../src/errors.ts";
import { MemoryCache } from "../../src/transport/memory_cache.ts";
import { TokenService } from "../support/sessions/services.ts";
import { type Handler, reset, respond, type Scripted, serve } from "../support/wire_server.ts";

async function raw(...replies: (Scripted | Handler)[]) {
  const server = await serve(...replies);
  const config = {
    clientId: "id",
    clientSecret: "s",
    baseUrl: server.url,
    retryBaseDelay: 0,
    cache: new MemoryCache(),
  };
  const client = new ServiceClient(config);
  client.setToken("t0");
  return { server, raw: client.raw, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
}

Deno.test("client.raw fills and encodes placeholders, and sends the remaining parameters in the query", async () => {
  await using it = await raw({ body: { id: 1 }, headers: { "x-a": "b" } });
  const reply = await it.raw.get<{ id: number }>("/tracks/{id}/comments", { id: "a/b?c", limit: 2 });
  assertEquals({ id: reply.data.id, status: reply.status, xA: reply.headers["x-a"] }, { id: 1, status: 200, xA: "b" });
  const [received] = it.server.requests;
  assertEquals(received?.url, "/tracks/a%2Fb%3Fc/comments?limit=2");
  assertEquals(received?.headers["authorization"], "OAuth t0");
});

Deno.test("client.raw accepts objects, forms, blobs and parameters as bodies", async () => {
  await using it = await raw({ status: 201 });
  const form = new FormData();
  form.set("track[title]", "ü");
  await it.raw.post("/tracks", { a: 1 });
  await it.raw.put("/tracks/1", new URLSearchParams("a=b"));
  await it.raw.post("/tracks", form);
  await it.raw.post("/tracks", new Blob(["1,2"], { type: "text/csv" }));
  await it.raw.delete("/tracks/1");
  await it.raw.put("/likes", null as never);
  await it.raw.request({ method: "POST", path: "/x/{y}", query: { y: 1, z: 2 }, body: { open: true }, token: "own" });
  const sent = it.server.requests.map((
    { method, url, body, headers },
  ) => [method, url, headers["content-type"]?.split(";")[0], body.includes("track[title]") ? "form" : body]);
  assertEquals(sent, [
    ["POST", "/tracks", "application/json", '{"a":1}'],
    ["PUT", "/tracks/1", "application/x-www-form-urlencoded", "a=b"],
    ["POST", "/tracks", "multipart/form-data", "form"],
    ["POST", "/tracks", "text/csv", "1,2"],
    ["DELETE", "/tracks/1", undefined, ""],
    ["PUT", "/likes", undefined, ""],
    ["POST", "/x/1?z=2", "application/json", '{"open":true}'],
  ]);
  assertEquals(it.server.requests[6]?.headers["authorization"], "OAuth own");
});

for (
  const [reply, data] of [
    [{ status: 404, body: { code: 404, message: "" } }, { code: 404, message: "" }],
    [{ status: 403, body: "<title>Blocked</title>" }, "<title>Blocked</title>"],
    [{ status: 422 }, undefined],
    [{ status: 302, headers: { location: "https://cdn.example/" }, body: { location: "x" } }, { location: "x" }],
    [{ status: 200, body: { error: "Quota exceeded" } }, { error: "Quota exceeded" }],
    [{ status: 200, body: "plain", headers: { "content-type": "text/plain" } }, "plain"],
    [{ status: 204 }, undefined],
  ] as const
) {
  Deno.test(`client.raw: a ${reply.status} with ${JSON.stringify(data)} is a result`, async () => {
    await using it = await raw(reply);
    const { status, data: got, headers } = await it.raw.get("/x");
    assertEquals({ status, got }, { status: reply.status, got: data });
    if (reply.status === 302) assertEquals(headers["location"], "https://cdn.example/");
    assertEquals(it.server.requests.length, 1);
  });
}

Deno.test("client.raw retries a temporary error before it returns it", async () => {
  await using it = await raw({ status: 503 }, { status: 503 }, { body: 1 });
  assertEquals({ data: (await it.raw.get("/x")).data, arrivals: it.server.requests.length }, { data: 1, arrivals: 3 });
});

Deno.test("client.raw rejects if there is no reply", async () => {
  await using it = await raw(reset);
  assertEquals((await assertRejects(() => it.raw.post("/x", {}), ServiceError)).code, "network");
  await using half = await raw((response) =>
    respond(response, { body: "{", headers: { "content-type": "application/json" } })
  );
  assertEquals((await assertRejects(() => half.raw.post("/x"), ServiceError)).code, "invalid_body");
});

Deno.test("client.raw neither merges nor caches calls", async () => {
  await using it = await raw({ body: 1 });
  await Promise.all([it.raw.get("/x"), it.raw.get("/x")]);
  await it.raw.get("/x");
  assertEquals(it.server.requests.length, 3);
});

Deno.test("client.raw rejects a path that leaves the service, without a request", async () => {
  await using it = await raw({ body: 1 });
  const paths = [
    "https://evil.test/x",
    "//evil.test/x",
    "/../x",
    "/a/%2e%2e/x",
    "x",
    "/\\evil.test",
    `${it.server.url}/x`,
  ];
  for (const path of paths) await assertRejects(() => it.raw.get(path), TypeError, "Cannot resolve the path");
  for (const id of ["", ".."]) await assertRejects(() => it.raw.get("/x/{id}", { id }), TypeError, "as an id");
  await assertRejects(() => it.raw.get("/x/{id}", { id: undefined }), TypeError, "id is missing");
  assertEquals(it.server.requests.length, 0);
});

Deno.test("client.raw refreshes a refused token, but not a call's own token", async () => {
  await using service = await TokenService.start();
  const client = new ServiceClient(service.config);
  client.setToken("a0", "r0");
  service.expire();
  assertEquals((await client.raw.get("/me", {}, { token: "own" })).status, 401);
  assertEquals((await client.raw.get("/me")).status, 200);
  assertEquals(service.refreshes, 1);
});

Deno.test("client.raw rejects a request that fetch can't send, without a retry", async () => {
  await using it = await raw({ body: 1 });
  await assertRejects(() => it.raw.request({ method: "GET", path: "/me", body: { a: 1 } }), TypeError);
  for (const method of ["GET /", "PATCH", "get"]) {
    await assertRejects(() => it.raw.request({ method: method as "GET", path: "/me" }), TypeError);
  }
  assertEquals(it.server.requests.length, 0);
});

Deno.test("raw.get() rejects an object as a query value, before any request", async () => {
  await using it = await raw({ body: 1 });
  const message = "access: it must be text, a number, a boolean or a date";
  for (const access of [{ token: "own" }, () => 1, Symbol("x"), [{ token: "own" }]] as never[]) {
    await assertRejects(() => it.raw.get("/tracks", { access }), TypeError, message);
  }
  assertEquals(it.server.requests.length, 0);
});
