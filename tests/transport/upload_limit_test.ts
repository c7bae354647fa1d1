import { assertEquals, assertRejects } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { ServiceClient, ServiceError } from "@tonearm/client";
import { createServer, type RequestListener, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { ignoreRejection, settle } from "../support/calls.ts";

type Send = (init: RequestInit) => Promise<Response>;

function clientOf(send: Send): ServiceClient {
  const client = new ServiceClient({ clientId: "id", timeoutMs: 1000, fetch: (_, init) => send(init ?? {}) });
  client.setToken("t0");
  return client;
}

/** Reads a body in chunks with a delay before each, like a slow connection. */
async function read({ body }: RequestInit, pauseMs: number): Promise<void> {
  const stream = body instanceof ReadableStream ? body : (body as Blob).stream();
  const reader = stream.getReader();
  do await new Promise((resolve) => setTimeout(resolve, pauseMs)); while (!(await reader.read()).done);
}

/** Like `fetch`, waits until its signal aborts. */
function waitForAbort({ signal }: RequestInit): Promise<never> {
  return new Promise((_, reject) => signal?.addEventListener("abort", () => reject(signal.reason)));
}

const asset_data = new Uint8Array(300_000);

async function tick(time: FakeTime, ms: number): Promise<void> {
  for (let at = 0; at < ms; at += 100) {
    await settle();
    await time.tickAsync(100);
  }
  await settle();
}

Deno.test("upload() ends when no chunk is sent for timeoutMs", async () => {
  using time = new FakeTime();
  const call = ignoreRejection(clientOf(waitForAbort).tracks.upload({ title: "a", asset_data }));
  await tick(time, 1100);
  assertEquals((await assertRejects(() => call, ServiceError)).code, "timeout");
});

Deno.test("upload() may take any time while data is sent, and its answer four times timeoutMs", async () => {
  using time = new FakeTime();
  const send: Send = async (init) => {
    await read(init, 900);
    await new Promise((resolve) => setTimeout(resolve, 3900));
    return Response.json({ id: 7 });
  };
  const call = ignoreRejection(clientOf(send).tracks.upload({ title: "a", asset_data }));
  await tick(time, 20_000);
  assertEquals((await call).id, 7);
});

Deno.test("upload() ends when the answer doesn't come", async () => {
  using time = new FakeTime();
  const send: Send = async (init) => {
    await read(init, 100);
    return await waitForAbort(init);
  };
  const call = ignoreRejection(clientOf(send).tracks.upload({ title: "a", asset_data }));
  await tick(time, 6_000);
  assertEquals((await assertRejects(() => call, ServiceError)).code, "timeout");
});

Deno.test("upload() of an unreadable file is an unreadable_file error", async () => {
  const cause = new Error("the disk is gone");
  const stream = new ReadableStream({ pull: (controller) => controller.error(cause) });
  const call = () =>
    clientOf(async (init) => {
      await read(init, 0);
      return Response.json({});
    }).tracks.upload({ title: "a", asset_data: { stream, size: 10 } });
  const error = await assertRejects(call, ServiceError);
  assertEquals({ code: error.code, cause: error.cause }, { code: "unreadable_file", cause });
});

/** How a server treats an upload, and how the call ends. */
const ENDS: Readonly<Record<string, [end: string, serve: RequestListener]>> = {
  "an abort while it sends": ["stopped", (request) => request.resume()],
  "an abort while the connection stalls": ["stopped", () => {}],
  "a reset": ["network", (request) => request.once("data", () => request.socket.destroy())],
  "a refusal before the end": ["http", (request, response) => request.once("data", () => answer(response, 413))],
  "an answer before the end": ["done", (request, response) => request.once("data", () => answer(response, 201))],
  "a timeout": ["timeout", () => {}],
};

function answer(response: ServerResponse, status: number): void {
  response.writeHead(status, { "content-type": "application/json" }).end("{}");
}

for (const [what, [end, listener]] of Object.entries(ENDS)) {
  for (const isHanging of [false, true]) {
    Deno.test(`upload() closes the file within 100 ms of ${what}${isHanging ? ", while a read hangs" : ""}`, async () => {
      await using server = await listen(listener);
      const closed = Promise.withResolvers<number>();
      const stop = new AbortController();
      let chunks = 0;
      const stream = new ReadableStream<Uint8Array>({
        async pull(controller) {
          if (++chunks === 20 && end === "stopped") stop.abort("stopped");
          if (chunks === 20 && isHanging) await new Promise(() => {});
          await settle();
          controller.enqueue(new Uint8Array(65_536));
        },
        cancel: () => closed.resolve(performance.now()),
      }, { highWaterMark: 0 });
      const timer = setTimeout(() => end === "stopped" && stop.abort("stopped"), 300);
      const client = new ServiceClient({
        clientId: "id",
        baseUrl: server.url,
        timeoutMs: end === "timeout" ? 300 : 5000,
      });
      client.setToken("t0");
      const upload = client.tracks.upload({ title: "a", asset_data: { stream, size: 1e8 } }, { signal: stop.signal });
      const outcome = await upload.then(() => "done", (error) => ServiceError.is(error) ? error.code : error);
      const endedAt = performance.now();
      clearTimeout(timer);
      assertEquals({ outcome, isClosed: await closed.promise - endedAt < 100 }, { outcome: end, isClosed: true });
    });
  }
}

async function listen(listener: RequestListener): Promise<{ url: string } & AsyncDisposable> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
