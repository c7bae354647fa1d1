import { assert, assertEquals, assertRejects } from "@std/assert";
import { createSandbox } from "@tonearm/sandbox";
import { type Served, serveSandbox } from "../../support/sandbox/requests.ts";

/** Sends raw requests, and reads until the peer closes the connection. */
async function raw({ url }: Served, text: string): Promise<string> {
  using connection = await Deno.connect({ hostname: "127.0.0.1", port: Number(new URL(url).port) });
  await connection.write(new TextEncoder().encode(text));
  const signal = AbortSignal.timeout(5000);
  return await new Response(connection.readable.pipeThrough(new TransformStream(), { signal })).text();
}

Deno.test("sandbox faults: a malformed chunk comes after the start of a reply, and ends the connection", async () => {
  await using served = await serveSandbox();
  served.sandbox.faults.add({ drop: "malformed_chunk" });
  const text = await raw(served, "GET /me HTTP/1.1\r\nHost: x\r\n\r\n");
  const head = ["HTTP/1.1 200 OK", "content-type: application/json; charset=utf-8", "transfer-encoding: chunked"];
  assertEquals(text, `${head.join("\r\n")}\r\n\r\n5\r\n{"a":\r\nnot a length\r\n`);
});

Deno.test("sandbox faults: a lost reply resets its connection", async () => {
  await using served = await serveSandbox();
  for (const drop of ["before", "after_commit"] as const) {
    served.sandbox.faults.clear();
    served.sandbox.faults.add({ drop });
    await assertRejects(() => raw(served, "GET /me HTTP/1.1\r\nHost: x\r\n\r\n"), Deno.errors.ConnectionReset);
  }
});

Deno.test("sandbox faults: a slow reply leaves its connection open for the next request", async () => {
  await using served = await serveSandbox();
  served.sandbox.faults.add({ bytesPerSecond: 1_000_000 });
  const text = await raw(
    served,
    "GET /me HTTP/1.1\r\nHost: x\r\n\r\nGET /nothing HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
  );
  assertEquals(text.match(/HTTP\/1\.1 \d+/g), ["HTTP/1.1 401", "HTTP/1.1 404"]);
});

Deno.test("sandbox faults: a truncated body has its full Content-Length and the bytes before the cut", async () => {
  await using served = await serveSandbox();
  const whole = await (await served.call("/me")).text();
  served.sandbox.faults.add({ cutAfterBytes: 40 });
  const reply = await served.call("/me");
  assertEquals(Number(reply.headers.get("content-length")), new TextEncoder().encode(whole).length);
  let read = "";
  await assertRejects(async () => {
    for await (const piece of reply.body ?? []) read += new TextDecoder().decode(piece);
  }, TypeError);
  assertEquals(read, whole.slice(0, 40));
});

Deno.test("sandbox faults: a slow body is complete and arrives in chunks at the set speed", async () => {
  await using served = await serveSandbox();
  const whole = await (await served.call("/me")).text();
  served.sandbox.faults.add("slow_body", { bytesPerSecond: whole.length * 5 });
  const start = performance.now();
  const pieces: string[] = [];
  for await (const piece of (await served.call("/me")).body ?? []) pieces.push(new TextDecoder().decode(piece));
  assertEquals(pieces.join(""), whole);
  assert(pieces.length >= 2, `${pieces.length} pieces`);
  assert(performance.now() - start >= 150, "a fifth of a second for the whole");
});

Deno.test("sandbox faults: a slow in-process body stops when its reader does", async () => {
  using sandbox = createSandbox();
  sandbox.faults.add("slow_body");
  const reply = await sandbox.fetch("https://api.sandbox.test/me");
  const reader = reply.body?.getReader();
  assertEquals((await reader?.read())?.done, false);
  await reader?.cancel();
});

Deno.test("never_answer ends when the server does", async () => {
  const served = await serveSandbox();
  served.sandbox.faults.add("never_answer");
  const reply = served.call("/me");
  const ended = assertRejects(() => reply, TypeError);
  await fetch(`${served.url}/me`, { signal: AbortSignal.timeout(20) }).catch(() => {});
  await served[Symbol.asyncDispose]();
  await ended;
});

Deno.test("never_answer in-process ends with the caller's signal, or with the sandbox", async () => {
  const sandbox = createSandbox();
  sandbox.faults.add("never_answer");
  const controller = new AbortController();
  const mine = sandbox.fetch("https://api.sandbox.test/me", { signal: controller.signal });
  controller.abort(new Error("enough"));
  await assertRejects(() => mine, Error, "enough");
  const other = sandbox.fetch("https://api.sandbox.test/me");
  const closed = assertRejects(() => other, TypeError, "closed");
  await Promise.resolve();
  sandbox.close();
  await closed;
});

Deno.test("sandbox faults: latency delays an answer and ends with the caller's signal", async () => {
  await using served = await serveSandbox();
  served.sandbox.faults.add("latency", { latencyMs: 120 });
  const start = performance.now();
  assertEquals((await served.getJson("/me")).kind, "user");
  assert(performance.now() - start >= 115);
  const late = served.call("/me", { signal: AbortSignal.timeout(20) });
  await assertRejects(() => late, DOMException);
});
