import { assertEquals, assertStringIncludes } from "@std/assert";
import { connect } from "node:net";
import { createSandbox } from "@tonearm/sandbox";
import { type Served, serveSandbox } from "../../support/sandbox/requests.ts";

/** Returns the status line for a request with any `Host`, which `fetch` doesn't allow. */
function statusLine(served: Served, path: string, headers: Record<string, string>): Promise<string> {
  const { hostname, port } = new URL(served.url);
  const lines = Object.entries({ connection: "close", ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  return new Promise((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port) }, () => {
      socket.write(`POST ${path} HTTP/1.1\r\n${lines.join("")}content-length: 0\r\n\r\n`);
    });
    let text = "";
    socket.on("data", (bytes) => text += bytes);
    socket.on("error", reject);
    socket.on("close", () => resolve(text.slice(0, text.indexOf("\r\n"))));
  });
}

const HOSTS: readonly (readonly [string, boolean])[] = [["app.localhost", true], ["evil.example", false]];

for (const [host, isOwn] of HOSTS) {
  Deno.test(`/_sandbox: the control plane ${isOwn ? "answers to" : "rejects"} the host ${host}`, async () => {
    await using served = await serveSandbox();
    const line = await statusLine(served, "/_sandbox/reset", { host: `${host}:${new URL(served.url).port}` });
    assertStringIncludes(line, isOwn ? " 200 " : " 403 ");
  });
}

const ORIGINS: readonly (readonly [string, boolean])[] = [
  ["https://evil.example", false],
  ["http://localhost:1", false],
  ["http://localhost:PORT", true],
];

for (const [origin, isOwn] of ORIGINS) {
  Deno.test(`/_sandbox: the control plane ${isOwn ? "answers to" : "rejects"} the origin ${origin}`, async () => {
    await using served = await serveSandbox();
    const sent = origin.replace("PORT", new URL(served.url).port);
    const reply = await served.request("/_sandbox/reset", { method: "POST", headers: { origin: sent } });
    await reply.body?.cancel();
    assertEquals(reply.status, isOwn ? 200 : 403);
    assertEquals(reply.headers.get("access-control-allow-origin"), null);
  });
}

Deno.test("/_sandbox: a rejected request changes nothing", async () => {
  using sandbox = createSandbox();
  sandbox.faults.add("waf_block");
  const headers = { origin: "https://evil.example" };
  const reply = await sandbox.fetch("https://api.sandbox.test/_sandbox/reset", { method: "POST", headers });
  assertEquals({ status: reply.status, list: sandbox.faults.list().length }, { status: 403, list: 1 });
});
