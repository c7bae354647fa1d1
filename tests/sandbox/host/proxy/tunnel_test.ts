import { assertEquals } from "@std/assert";
import type { Socket } from "node:net";
import { PassThrough } from "node:stream";
import { covers, isServiceName, readHead } from "../../../../sandbox/host/proxy/tunnel.ts";

/** First lines of what a proxy is asked, with the host, the port and the path that they mean. */
const HEADS: Readonly<Record<string, string | undefined>> = {
  "CONNECT a.example HTTP/1.1": "a.example 443 -",
  "CONNECT a.example:80 HTTP/1.0": "a.example 80 -",
  "GET http://a.example HTTP/1.1": "a.example 80 /",
  "GET http://a.example?b=c HTTP/1.1": "a.example 80 /?b=c",
  "PUT https://a.example/b?c HTTP/1.1": "a.example 443 /b?c https",
  "GET HTTPS://a.example:8443/ HTTP/1.1": "a.example 8443 / https",
  "GET http://[::1]:81/ HTTP/1.1": "::1 81 /",
  "GET ftp://a.example/ HTTP/1.1": undefined,
  "get http://a.example/ HTTP/1.1": undefined,
  "GET http://a.example/ HTTP/1.2": undefined,
  "GET http://a.example/ HTTP/1.10": undefined,
};

for (const [line, meant] of Object.entries(HEADS)) {
  Deno.test(`readHead(): ${line} ${meant === undefined ? "is no request to a proxy" : `means ${meant}`}`, async () => {
    const socket = new PassThrough();
    const read = readHead(socket as unknown as Socket);
    socket.write(`${line}\r\nHost: b\r\nProxy-Connection: x\r\n\r\nrest`);
    const { head, rest } = await read ?? {};
    const { target, path, isHttps, headers } = head ?? {};
    assertEquals(head && `${target?.host} ${target?.port} ${path || "-"}${isHttps ? " https" : ""}`, meant);
    assertEquals(headers, head && ["Host: b"]);
    assertEquals(String(rest), "rest");
  });
}

Deno.test("covers() matches a host, the hosts below a domain, or every host", () => {
  const cases: [pattern: string, host: string, expected: boolean][] = [
    ["example.com", "EXAMPLE.com", true],
    ["example.com", "www.example.com", false],
    ["*.example.com", "a.b.example.com", true],
    ["*.example.com", "example.com", false],
    ["*.example.com", "badexample.com", false],
    ["*", "anything.at.all", true],
  ];
  for (const [pattern, host, expected] of cases) assertEquals(covers(pattern, host), expected, `${pattern} ${host}`);
  const names = [
    "api.soundcloud.com",
    "cf-media.sndcdn.com",
    "playback.media-streaming.soundcloud.cloud",
    "soundcloud.com",
  ];
  assertEquals(names.map(isServiceName), [true, true, true, true]);
  assertEquals(["soundcloud.com.evil.test", "notsoundcloud.com", "localhost"].filter(isServiceName), []);
});
