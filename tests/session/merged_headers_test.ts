import { assertEquals } from "@std/assert";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { fetch as fetchPath, getTrack, ServiceClient } from "@tonearm/client";

/** A server that keeps each line of a head as it arrived: those that stand twice, too. */
async function lines(): Promise<{ url: string; of(name: string): string[] } & AsyncDisposable> {
  const heads: string[][] = [];
  const server = createServer((request, response) => {
    heads.push(request.rawHeaders);
    request.resume().on("end", () => response.writeHead(200, { "content-type": "application/json" }).end('{"id":1}'));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    of: (name) => heads.flatMap((head) => head.filter((_, at) => at % 2 && head[at - 1]?.toLowerCase() === name)),
    [Symbol.asyncDispose]: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

const HEADERS = {
  AUTHORIZATION: "OAuth mine",
  "content-TYPE": "application/merge+json",
  accept: "text/plain",
} as const;
const ONCE: Readonly<Record<string, string[]>> = {
  authorization: ["OAuth mine"],
  "content-type": ["application/merge+json"],
  accept: ["text/plain"],
};

const CALLS: Readonly<Record<string, (baseUrl: string) => Promise<unknown>>> = {
  "fetch()": (baseUrl) => {
    const request = { path: "/tracks/1", method: "PUT", token: "t0", body: { a: 1 }, headers: HEADERS } as const;
    return fetchPath(request, { getToken: () => undefined, setToken() {}, baseUrl });
  },
  "raw.put()": (baseUrl) => clientOf(baseUrl).raw.put("/tracks/1", { a: 1 }, { headers: HEADERS }),
  "raw.request()": (baseUrl) => {
    const request = { method: "PUT", path: "/tracks/1", body: { a: 1 }, headers: HEADERS } as const;
    return clientOf(baseUrl).raw.request(request);
  },
};

function clientOf(baseUrl: string): ServiceClient {
  const client = new ServiceClient({ clientId: "id", baseUrl });
  client.setToken("t0");
  return client;
}

for (const [name, call] of Object.entries(CALLS)) {
  Deno.test(`${name} replaces its own headers by the caller's, ignoring the case of their names`, async () => {
    await using server = await lines();
    await call(server.url);
    const arrived = Object.fromEntries(Object.keys(ONCE).map((header) => [header, server.of(header)]));
    assertEquals(arrived, ONCE);
  });
}

Deno.test("getTrack() sends a header once, ignoring the case of its name", async () => {
  await using server = await lines();
  await getTrack("t0", 1, { baseUrl: server.url, headers: { "ACCEPT": "a/b", "user-AGENT": "mine" } });
  await clientOf(server.url).tracks.getTrack(1, { headers: { "ACCEPT": "a/b", "user-AGENT": "mine" } });
  assertEquals([server.of("accept"), server.of("user-agent")], [["a/b", "a/b"], ["mine", "mine"]]);
});
