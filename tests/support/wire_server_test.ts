import { assertEquals, assertRejects } from "@std/assert";
import { breakOff, reset, serve, silence } from "./wire_server.ts";

Deno.test("serve() answers in order, repeats its last reply, and records what arrived", async () => {
  await using server = await serve({ body: { id: 1 } }, { status: 500, body: "oops", headers: { "x-a": "b" } });
  assertEquals(await (await fetch(`${server.url}/a?b=c`)).json(), { id: 1 });
  for (const _ of [1, 2]) {
    const reply = await fetch(server.url, { method: "POST", body: "ü" });
    assertEquals({ status: reply.status, xA: reply.headers.get("x-a"), text: await reply.text() }, {
      status: 500,
      xA: "b",
      text: "oops",
    });
  }
  assertEquals(server.arrivals.map(({ method, url, body }) => [method, url, body]), [
    ["GET", "/a?b=c", ""],
    ["POST", "/", "ü"],
    ["POST", "/", "ü"],
  ]);
});

Deno.test("serve() breaks connections before and within a reply", async () => {
  await using server = await serve(reset, breakOff);
  await assertRejects(() => fetch(server.url), TypeError);
  const reply = await fetch(server.url);
  assertEquals(reply.status, 200);
  await assertRejects(() => reply.text());
});

Deno.test("serve() stays silent until it is closed", async () => {
  await using server = await serve(silence);
  await assertRejects(() => fetch(server.url, { signal: AbortSignal.timeout(20) }), DOMException);
  assertEquals({ arrivals: server.arrivals.length, connections: server.connections }, { arrivals: 1, connections: 1 });
});
