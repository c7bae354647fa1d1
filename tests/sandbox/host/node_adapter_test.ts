import { assert, assertEquals, assertMatch, assertObjectMatch, assertRejects } from "@std/assert";
import { createSandbox, type Sandbox, type SandboxServer } from "@tonearm/sandbox";
import { FakeTime } from "@std/testing/time";
import { EventEmitter } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { requestListener } from "../../../sandbox/host/node_adapter.ts";

/** Serves a sandbox until the end of the test. */
async function served(): Promise<AsyncDisposable & { sandbox: Sandbox; server: SandboxServer; headers: HeadersInit }> {
  const sandbox = createSandbox();
  const server = await sandbox.serve();
  return {
    sandbox,
    server,
    headers: { authorization: `OAuth ${sandbox.issueTokens().access_token}` },
    async [Symbol.asyncDispose]() {
      await server.close();
      sandbox.close();
    },
  };
}

/** Sends raw bytes, and reads until the peer closes the connection. */
async function raw(port: number, text: string): Promise<string> {
  using connection = await Deno.connect({ hostname: "127.0.0.1", port });
  const bytes = new TextEncoder().encode(text);
  for (let sent = 0; sent < bytes.length;) sent += await connection.write(bytes.subarray(sent));
  return await new Response(connection.readable).text();
}

Deno.test("sandbox.serve(): answers on both loopback addresses, with links to the used one", async () => {
  await using at = await served();
  for (const host of ["127.0.0.1", "[::1]", "localhost"]) {
    const url = `http://${host}:${at.server.port}/me/likes/tracks?limit=1&linked_partitioning=true`;
    const reply = await fetch(url, { headers: at.headers });
    assertEquals(reply.status, 200);
    const { collection, next_href } = await reply.json();
    assertEquals(new URL(next_href).host, `${host}:${at.server.port}`);
    assertEquals(new URL(collection[0].uri).host, `${host}:${at.server.port}`);
    assert(new URL(collection[0].waveform_url).host !== `${host}:${at.server.port}`, "media is another origin");
  }
  await (await fetch(`${at.server.url}/_sandbox/health`)).body?.cancel();
  await (await at.sandbox.fetch("https://api.sandbox.test/me")).body?.cancel();
  assertEquals(at.sandbox.requestCount, 3, "neither the control plane's nor those in process count");
});

Deno.test("sandbox.serve(): a reply over a socket equals the in-process one, including headers", async () => {
  await using at = await served();
  const near = await at.sandbox.fetch("https://api.sandbox.test/users/1", { headers: at.headers });
  const far = await fetch(`${at.server.url}/users/1`, { headers: at.headers });
  const names = (reply: Response) =>
    [...reply.headers.keys()].filter((name) => !/^(date|connection|keep-alive|content-length)$/.test(name));
  assertEquals(names(far), names(near));
  assertEquals(far.headers.get("server"), "am/2");
  assertEquals((await far.json()).username, (await near.json()).username);
});

Deno.test("sandbox.serve(): a body over a socket arrives with any characters", async () => {
  await using at = await served();
  const reply = await fetch(`${at.server.url}/tracks/1020/comments`, {
    method: "POST",
    headers: { ...at.headers, "content-type": "application/json; charset=utf-8" },
    body: JSON.stringify({ comment: { body: "夜 👩‍🚀 \u0001" } }),
  });
  assertEquals({ status: reply.status, body: (await reply.json()).body }, { status: 201, body: "夜 👩‍🚀 \u0001" });
});

Deno.test("HEAD over a socket has no body, and the connection stays open", async () => {
  await using at = await served();
  for (let i = 0; i < 3; i++) {
    const head = await fetch(`${at.server.url}/tracks/1020`, { method: "HEAD", headers: at.headers });
    assertEquals({ status: head.status, text: await head.text() }, { status: 200, text: "" });
  }
});

Deno.test("sandbox.serve(): the client configuration has the server's URL and the app, but no fetch", async () => {
  await using at = await served();
  const { url, clientConfig } = at.server;
  assertMatch(url, /^http:\/\/127\.0\.0\.1:\d+$/);
  assertObjectMatch(clientConfig, { baseUrl: url, authUrl: url });
  assertEquals("fetch" in clientConfig, false);
});

Deno.test("sandbox.serve() and sandbox.proxy(): a port in use is an error that names it", async () => {
  await using at = await served();
  const { port } = at.server;
  using other = createSandbox();
  for (const start of [() => other.serve({ port }), () => other.proxy({ port })]) {
    const { message } = await assertRejects(start, Error);
    assertEquals(message, `Cannot listen on port ${port}: it is in use`);
  }
});

Deno.test("sandbox.serve(): close() ends open connections immediately, and may be called twice", async () => {
  const at = await served();
  using idle = await Deno.connect({ hostname: "127.0.0.1", port: at.server.port });
  await idle.write(new TextEncoder().encode("GET /me HTTP/1.1\r\nHost: x\r\n"));
  const start = performance.now();
  await Promise.all([at.server.close(), at.server.close()]);
  const tookMs = performance.now() - start;
  assert(tookMs < 20_000, `it took ${tookMs} ms: Node would wait a minute for the rest of the request`);
  at.sandbox.close();
  at.sandbox.close();
});

Deno.test("sandbox.serve() rejects requests that aren't HTTP or have no Host", async () => {
  await using at = await served();
  const { port } = at.server;
  assertMatch(await raw(port, "\u0016\u0003\u0001 nonsense\r\n\r\n"), /^HTTP\/1\.1 400/);
  const hostless = await raw(port, "GET /me HTTP/1.0\r\n\r\n");
  assertMatch(hostless, /^HTTP\/1\.[01] 401/);
  const absolute = await raw(
    port,
    `GET http://elsewhere.example/me HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: close\r\n\r\n`,
  );
  assertMatch(absolute, /^HTTP\/1\.1 401/);
  const evil = await raw(port, "GET /me HTTP/1.1\r\nHost: a b<c>\r\nConnection: close\r\n\r\n");
  assertMatch(evil, /^HTTP\/1\.1 400/);
  const good = await fetch(`${at.server.url}/users/1`, { headers: at.headers });
  assertEquals((await good.json()).id, 1);
});

Deno.test("sandbox.serve(): a sandbox in memory asks for no permission", async () => {
  const config = Deno.env.get("TONEARM_DENO_CONFIG");
  const program = fileURLToPath(new URL("./without_permission.ts", import.meta.url));
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "-q", "--no-prompt", ...(config === undefined ? [] : ["-c", config]), program],
  }).output();
  assertEquals(
    { code, decode: new TextDecoder().decode(stdout).trim() },
    { code: 0, decode: "200" },
    new TextDecoder().decode(stderr),
  );
});

Deno.test("sandbox.serve(): a rejected body doesn't block its connection, whatever its size", async () => {
  await using at = await served();
  for (const size of [300_000, 5_000_000]) {
    for (const [path, status] of [["/tracks", 401], ["/nothing", 404], ["/_sandbox/nothing", 404]] as const) {
      const body = new Uint8Array(size);
      const signal = AbortSignal.timeout(20_000);
      const reply = await fetch(at.server.url + path, { method: "POST", body, signal });
      assertEquals({ status: reply.status, textAbove: (await reply.text()).length > 0 }, { status, textAbove: true });
      const next = await fetch(`${at.server.url}/users/1`, { headers: at.headers, signal });
      assertEquals({ status: next.status, id: (await next.json()).id }, { status: 200, id: 1 });
    }
  }
});

Deno.test("sandbox.serve(): a client that sends everything before it reads gets the error response, and an answer to its next request", async () => {
  await using at = await served();
  const size = 2_000_000;
  const head = `POST /tracks HTTP/1.1\r\nHost: x\r\nContent-Length: ${size}\r\n\r\n`;
  const next = "GET /nothing HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";
  const text = await raw(at.server.port, head + "a".repeat(size) + next);
  assertEquals(text.match(/HTTP\/1\.1 \d+/g), ["HTTP/1.1 401", "HTTP/1.1 404"]);
});

/** Answers a request whose body is still being sent; its pieces have a length, but no bytes. */
async function answeredEarly() {
  const socket = Object.assign(new EventEmitter(), { closed: 0, destroy: () => socket.closed++, localPort: 80 });
  const own = { method: "POST", url: "/me", headers: { "content-length": "9" }, rawHeaders: [], socket };
  const message = Object.assign(new Readable({ objectMode: true, read() {} }), own);
  const statuses: number[] = [];
  const response = { writeHead: (status: number) => statuses.push(status), end() {}, once() {} };
  const listener = requestListener(() => Promise.resolve(new Response(null, { status: 204 })));
  listener(message as unknown as IncomingMessage, response as unknown as ServerResponse);
  const pass = async () => {
    for (let turn = 0; turn < 5; turn++) await new Promise(setImmediate);
  };
  await pass();
  assertEquals(statuses, [204]);
  return {
    closed: () => socket.closed,
    send: (length: number) => (message.push({ length }), pass()),
    end: () => (message.push(null), pass()),
    lose: () => void socket.emit("close"),
  };
}

Deno.test("requestListener(): the signal of a connection aborts once its caller has left", () => {
  let signal: AbortSignal | undefined;
  const listener = requestListener((_, connection) => {
    signal = connection?.signal;
    return new Promise(() => {});
  });
  const message = { method: "GET", url: "/me", headers: {}, rawHeaders: [], socket: { localPort: 80 } };
  const response = new EventEmitter();
  listener(message as unknown as IncomingMessage, response as unknown as ServerResponse);
  assertEquals(signal?.aborted, false);
  response.emit("close");
  assertEquals(signal?.aborted, true);
});

Deno.test("requestListener() discards what is still sent after the response: 256 MiB, for 10 seconds", async () => {
  const large = await answeredEarly();
  await large.send(256 * 1024 * 1024);
  assertEquals(large.closed(), 0);
  await large.send(1);
  assertEquals(large.closed(), 1);
  large.lose();
});

for (const [end, closed] of [["neither ends nor fails", 1], ["ends", 0], ["loses its connection", 0]] as const) {
  Deno.test(`requestListener() closes the connection of a body that ${end} ${closed} times after 10 seconds`, async () => {
    using time = new FakeTime();
    const late = await answeredEarly();
    if (end === "ends") await late.end();
    if (end === "loses its connection") late.lose();
    time.tick(9999);
    assertEquals(late.closed(), 0);
    time.tick(1);
    assertEquals(late.closed(), closed);
  });
}
