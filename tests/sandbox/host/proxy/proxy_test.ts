import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { Buffer } from "node:buffer";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { get } from "node:https";
import { type AddressInfo, connect } from "node:net";
import { createSandbox, type ProxyOptions } from "@tonearm/sandbox";
import { newIdentity } from "../../../../sandbox/host/proxy/trust.ts";

/** Sends raw bytes, and returns everything that is received until the connection ends. */
function sendRaw(url: string, text: string): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = connect(Number(port), hostname, () => socket.write(text, "latin1"));
    socket.on("data", (chunk: Buffer) => chunks.push(chunk));
    socket.once("error", reject);
    socket.once("close", () => resolve(Buffer.concat(chunks).toString("latin1")));
  });
}

/** Sends an HTTPS request, and trusts only one CA. */
function secureGet(url: string, ca: string, token = ""): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const request = get(url, { ca, agent: false, headers: { authorization: `OAuth ${token}` } }, (reply) => {
      let body = "";
      reply.on("data", (chunk) => body += chunk);
      reply.once("end", () => resolve({ status: reply.statusCode ?? 0, body }));
    });
    request.once("error", reject);
  });
}

async function withProxy(
  options: ProxyOptions,
  test: (proxy: { url: string; certificate: string; env: Readonly<Record<string, string>> }) => Promise<void>,
): Promise<void> {
  using sandbox = createSandbox();
  await using proxy = await sandbox.proxy(options);
  await test(proxy);
}

/** Starts an external server, and records its requests. */
async function withExternalServer(test: (host: string, heads: string[]) => Promise<void>): Promise<void> {
  const heads: string[] = [];
  const server = createServer((request, response) => {
    heads.push(`${request.method} ${request.url} ${Object.keys(request.headers).toSorted()}`);
    response.writeHead(200, { connection: "close" }).end("from a stranger");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    await test(`localhost:${(server.address() as AddressInfo).port}`, heads);
  } finally {
    await new Promise((resolve) => server.close(resolve));
  }
}

Deno.test("sandbox.proxy() rejects other hosts with the reason in the first line, and reports each once", async () => {
  const refused: string[] = [];
  await withProxy({ onRefused: (host) => refused.push(host) }, async ({ url }) => {
    for (const _ of [1, 2]) {
      const response = await sendRaw(url, "CONNECT example.com:443 HTTP/1.1\r\nHost: example.com:443\r\n\r\n");
      assertMatch(response, /^HTTP\/1\.1 403 Not a host of the sandbox \(allow it: --allow example\.com\)\r\n/);
    }
    const plain = await sendRaw(url, "GET http://soundcloud.com.example.com/ HTTP/1.1\r\nHost: x\r\n\r\n");
    assertMatch(plain, /^HTTP\/1\.1 403 .*\r\n\r\nNot a host of the sandbox/s);
  });
  assertEquals(refused, ["example.com", "soundcloud.com.example.com"]);
});

Deno.test("sandbox.proxy() forwards to allowed hosts without its own headers", async () => {
  await withExternalServer(async (host, heads) => {
    await withProxy({ allow: ["localhost"] }, async ({ url }) => {
      const tunnel = `CONNECT ${host} HTTP/1.1\r\n\r\nGET /in HTTP/1.1\r\nHost: ${host}\r\n\r\n`;
      assertMatch(
        await sendRaw(url, tunnel),
        /^HTTP\/1\.1 200 Connection Established\r\n\r\nHTTP\/1\.1 200 .*from a stranger/s,
      );
      const secret = "Proxy-Authorization: Basic c2VjcmV0\r\nProxy-Connection: keep-alive\r\n";
      const plain = `GET http://${host}/past?a=b HTTP/1.1\r\nHost: ${host}\r\n${secret}\r\n`;
      assertMatch(await sendRaw(url, plain), /^HTTP\/1\.1 200 .*from a stranger/s);
    });
    assertEquals(heads, ["GET /in host", "GET /past?a=b connection,host"]);
  });
});

Deno.test("sandbox.proxy() reports an unreachable allowed host and an invalid request", async () => {
  await withProxy({ allow: ["*"] }, async ({ url }) => {
    // The port of a closed server refuses connections.
    const closed = createServer().listen(0, "127.0.0.1");
    await new Promise((resolve) => closed.once("listening", resolve));
    const { port } = closed.address() as AddressInfo;
    await new Promise((resolve) => closed.close(resolve));
    assertMatch(await sendRaw(url, `CONNECT 127.0.0.1:${port} HTTP/1.1\r\n\r\n`), /^HTTP\/1\.1 502 Cannot reach 127/);
    for (const nonsense of ["GET / HTTP/1.1", "CONNECT a b HTTP/1.1", "\x16\x03\x01", `GET ${"x".repeat(70_000)}`]) {
      assertMatch(await sendRaw(url, `${nonsense}\r\n\r\n`), /^HTTP\/1\.1 400 /, nonsense.slice(0, 20));
    }
  });
});

Deno.test("sandbox.proxy() redirects from the service's HTTP to its HTTPS, even in a tunnel", async () => {
  await withProxy({}, async ({ url }) => {
    const request = (target: string) =>
      `GET ${target} HTTP/1.1\r\nHost: api.soundcloud.com\r\nConnection: close\r\n\r\n`;
    for (
      const text of [
        request("http://api.soundcloud.com/tracks?q=a"),
        `CONNECT api.soundcloud.com:80 HTTP/1.1\r\n\r\n${request("/tracks?q=a")}`,
      ]
    ) {
      assertMatch(
        await sendRaw(url, text),
        /HTTP\/1\.1 301 .*location: https:\/\/api\.soundcloud\.com\/tracks\?q=a\r\n/is,
      );
    }
  });
});

Deno.test("sandbox.proxy() ends with its sandbox, including open connections", async () => {
  const sandbox = createSandbox();
  const proxy = await sandbox.proxy();
  const client = connect(Number(new URL(proxy.url).port), "127.0.0.1");
  await once(client, "connect");
  client.write("CONNECT api.soundcloud.com:443 HTTP/1.1\r\n\r\n");
  await once(client, "data");
  const closed = once(client, "close");
  sandbox.close();
  await Promise.all([closed, proxy.close()]);
  assert(!existsSync(proxy.certificate));
});

Deno.test("sandbox.serve({ tls: true }) serves HTTPS with its own CA, and links use https", async () => {
  using sandbox = createSandbox();
  const server = await sandbox.serve({ tls: true });
  const { certificate = "", url } = server;
  assertMatch(url, /^https:\/\/127\.0\.0\.1:\d+$/);
  const ca = readFileSync(certificate, "utf8");
  const { status, body } = await secureGet(`${url}/tracks/1078`, ca, sandbox.issueTokens().access_token);
  const { stream_url, artwork_url } = JSON.parse(body);
  assertEquals({ status, startsWith: stream_url.startsWith(`${url}/`) }, { status: 200, startsWith: true });
  assertMatch(artwork_url, /^https:\/\/localhost:\d+\/_media\//);
  const { cert } = await newIdentity(["127.0.0.1"]);
  assertMatch(await secureGet(url, cert).then(String, String), /certificate|UnknownIssuer/i);
  await server.close();
  assert(!existsSync(certificate));
});

Deno.test("sandbox.serve({ publicUrl }) uses it in links, and answers to its host", async () => {
  using sandbox = createSandbox();
  await using server = await sandbox.serve({ publicUrl: "https://sandbox.example.org/" });
  assertEquals(server.clientConfig.baseUrl, "https://sandbox.example.org");
  const { access_token } = sandbox.issueTokens();
  const head = (path: string, host: string) =>
    `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: OAuth ${access_token}\r\nConnection: close\r\n\r\n`;
  const local = `http://127.0.0.1:${server.port}`;
  assertStringIncludes(
    await sendRaw(local, head("/tracks/1078", "sandbox.example.org")),
    '"https://sandbox.example.org/tracks/',
  );
  assertMatch(await sendRaw(local, head("/_sandbox/state", "sandbox.example.org")), /^HTTP\/1\.1 200/);
  assertMatch(await sendRaw(local, head("/_sandbox/state", "elsewhere.example.org")), /^HTTP\/1\.1 403/);
});
