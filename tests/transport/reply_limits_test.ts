import { assertEquals, assertRejects } from "@std/assert";
import { getTrack, ServiceClient, ServiceError } from "@tonearm/client";
import { Buffer } from "node:buffer";
import { gzipSync } from "node:zlib";
import { type Handler, serve } from "../support/wire_server.ts";

function clientOf(url: string, settings: object = {}): ServiceClient {
  const client = new ServiceClient({ clientId: "id", baseUrl: url, authUrl: url, retryBaseDelay: 0, ...settings });
  client.setToken("t0");
  return client;
}

const MIB = 2 ** 20;

for (
  const [name, packed, headers] of [
    ["packed by gzip", true, {}],
    ["plain, with its length", false, { "content-length": 4 * MIB + '{"title":""}'.length }],
    ["plain, in chunks", false, { "transfer-encoding": "chunked" }],
  ] as const
) {
  Deno.test(`getTrack() rejects an oversized reply, ${name}, and doesn't retry it`, async () => {
    const text = `{"title":"${"x".repeat(4 * MIB)}"}`;
    const body = packed ? gzipSync(text) : Buffer.from(text);
    const reply: Handler = (response) => {
      response.writeHead(200, { ...(packed && { "content-encoding": "gzip" }), ...headers });
      response.end(body);
    };
    await using server = await serve(reply);
    const error = await assertRejects(
      () => clientOf(server.url, { maxReplyBytes: 3 * MIB }).tracks.getTrack(1),
      ServiceError,
      "more than 3145728 bytes",
    );
    assertEquals(error.code, "reply_too_large");
    assertEquals(error.status, 200);
    assertEquals(server.requests.length, 1);
    const track = await clientOf(server.url).tracks.getTrack(1);
    assertEquals(track.title.length, 4 * MIB);
  });
}

Deno.test("getTrack() rejects a reply of more than 32 MiB by default", async () => {
  const ofLength = (bytes: number) => {
    const fetch = () => Promise.resolve(new Response(`{"title":"${"x".repeat(bytes - '{"title":""}'.length)}"}`));
    return getTrack("t0", 1, { fetch }).then(({ title }) => title.length, (error) => error.code);
  };
  assertEquals(await ofLength(32 * MIB), 32 * MIB - '{"title":""}'.length);
  assertEquals(await ofLength(32 * MIB + 1), "reply_too_large");
});

Deno.test("getTrack() counts an encoded reply, whose Content-Length is that of the encoded bytes, and cancels the rest", async () => {
  const headers = { "content-length": "20", "content-encoding": "gzip" };
  let [chunks, isCancelled] = [0, false];
  const long = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull: (controller) => ++chunks < 9 ? controller.enqueue(new Uint8Array(30)) : controller.close(),
    cancel: () => void (isCancelled = true),
  });
  const fetch = () => Promise.resolve(new Response(long, { headers }));
  const client = clientOf("https://api.example", { maxReplyBytes: 50, fetch });
  assertEquals((await assertRejects(() => client.tracks.getTrack(1), ServiceError)).code, "reply_too_large");
  assertEquals(isCancelled, true);
});
