import { assertEquals, assertRejects } from "@std/assert";
import { settle } from "./calls.ts";
import { ignoreRejection } from "./promises.ts";
import { breakWithinBody, noReply, reset, serve } from "./wire_server.ts";

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
  assertEquals(server.requests.map(({ method, url, body }) => [method, url, body]), [
    ["GET", "/a?b=c", ""],
    ["POST", "/", "ü"],
    ["POST", "/", "ü"],
  ]);
});

Deno.test("serve() breaks connections before and within a reply", async () => {
  await using server = await serve(reset, breakWithinBody);
  await assertRejects(() => fetch(server.url), TypeError);
  const reply = await fetch(server.url);
  assertEquals(reply.status, 200);
  await assertRejects(() => reply.text());
});

Deno.test("serve() stays silent until it is closed", async () => {
  await using server = await serve(noReply);
  const controller = new AbortController();
  const reply = ignoreRejection(fetch(server.url, { signal: controller.signal }));
  while (server.requests.length === 0) await settle();
  controller.abort();
  await assertRejects(() => reply, DOMException);
  assertEquals({ arrivals: server.requests.length, connections: server.connections }, { arrivals: 1, connections: 1 });
});
