import { assert, assertEquals, assertMatch } from "@std/assert";
import { connect } from "node:net";
import { listen, type Loopback } from "../../cli/auth/loopback.ts";

const STATE = "the-state-of-this-login";
const GOOD = `/callback?code=c1&state=${STATE}`;

/** A server that waits for a login, and is closed in the end. */
async function startLoopback(): Promise<Loopback & AsyncDisposable> {
  const server = await listen({ port: 0, path: "/callback", state: STATE });
  return { ...server, [Symbol.asyncDispose]: () => server.close() };
}

/** Sends bytes that no fetch would send, and gives everything that came back until the end. */
function raw(port: number, text: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => socket.write(text));
    let reply = "";
    socket.setEncoding("utf8").on("data", (piece) => reply += piece);
    socket.on("error", () => socket.destroy());
    socket.on("close", () => resolve(reply));
  });
}

/** The status of a request with a Host of choice. */
async function request(port: number, path: string, { host = `127.0.0.1:${port}`, method = "GET", body = "" } = {}) {
  const length = body ? `content-length: ${body.length}\r\n` : "";
  const reply = await raw(port, `${method} ${path} HTTP/1.1\r\nhost: ${host}\r\n${length}\r\n${body}`);
  return { status: Number(/^HTTP\/1\.1 (\d+)/.exec(reply)?.[1] ?? 0), reply };
}

/** Whether the login has been answered. */
async function isAnswered({ answer }: Loopback): Promise<boolean> {
  return await Promise.race([answer.then(() => true), Promise.resolve(false)]);
}

for (
  const host of [
    "evil.example",
    "127.0.0.1.evil.example",
    "localhost.evil.example:80",
    "[::1]",
    "127.0.0.1@evil.example",
    "",
  ]
) {
  Deno.test(`listen(): the login server rejects the Host ${JSON.stringify(host)}`, async () => {
    await using server = await startLoopback();
    assertEquals((await request(server.port, GOOD, { host })).status, 421);
    assertEquals(await isAnswered(server), false);
  });
}

for (const method of ["PUT", "DELETE", "OPTIONS", "HEAD", "PATCH", "TRACE"]) {
  Deno.test(`listen(): the login server answers 405 to ${method}`, async () => {
    await using server = await startLoopback();
    assertEquals((await request(server.port, GOOD, { method })).status, 405);
    assertEquals(await isAnswered(server), false);
  });
}

Deno.test("listen(): the login server reflects nothing of a request, and forbids scripts, framing and sniffing", async () => {
  await using server = await startLoopback();
  const attack = encodeURIComponent("<script>alert(1)</script>");
  for (
    const path of [
      `/callback?code=${attack}&state=${attack}`,
      `/callback?error=${attack}&error_description=${attack}&state=${STATE}`,
      `/${attack}`,
      "/<script>alert(1)</script>",
    ]
  ) {
    const { reply } = await request(server.port, path);
    assert(!/alert|<script/i.test(reply), reply);
    assertMatch(reply, /content-security-policy: default-src 'none'; [^\r]*frame-ancestors 'none'/i);
    assertMatch(reply, /x-content-type-options: nosniff/i);
    assert(!/access-control-allow|set-cookie/i.test(reply));
  }
});

Deno.test("listen(): the login server drops an oversized request, and keeps waiting", async () => {
  await using server = await startLoopback();
  const long = "a".repeat(100_000);
  assertEquals((await request(server.port, `/callback?x=${long}&state=${STATE}&code=c`)).status, 431);
  assertEquals(
    (await request(server.port, "/callback", { method: "POST", body: `state=${STATE}&code=c&x=${long}` })).status,
    0,
  );
  assertEquals(await isAnswered(server), false);
  assertEquals(
    (await request(server.port, "/callback", { method: "POST", body: `state=${STATE}&code=c9` })).status,
    200,
  );
  assertEquals(await server.answer, { code: "c9" });
});

Deno.test("listen(): an unfinished request doesn't prevent the login server from closing", async () => {
  const server = await startLoopback();
  const slow = raw(server.port, "GET /callback?code=c HTTP/1.1\r\nhost: 127.0.0.1\r\nx: ");
  assertEquals((await request(server.port, GOOD)).status, 200);
  await server[Symbol.asyncDispose]();
  assertEquals(await slow, "");
});

Deno.test("listen(): a request smuggled with an absolute URL or two Host headers gets no answer", async () => {
  await using server = await startLoopback();
  const { port } = server;
  await raw(port, `GET http://evil.example${GOOD} HTTP/1.1\r\nhost: evil.example\r\nconnection: close\r\n\r\n`);
  await raw(port, `GET ${GOOD} HTTP/1.1\r\nhost: evil.example\r\nhost: 127.0.0.1\r\nconnection: close\r\n\r\n`);
  await raw(port, `GET ${GOOD} HTTP/1.0\r\nconnection: close\r\n\r\n`);
  assertEquals(await isAnswered(server), false);
});
