import { assert, assertEquals, assertRejects } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { ServiceError } from "@tonearm/client";
import { Failure } from "../../../cli/errors.ts";
import { edgeId, limitedFetch, redactPlace, redactUrl, watchedFetch } from "../../../cli/host/network.ts";
import { testContext, testHost } from "../../support/cli/test_host.ts";

const { signal } = new AbortController();

Deno.test("watchedFetch() reports the start and the end of a request, even without a reply", async () => {
  const seen: string[] = [];
  const watch = (method: string, url: string) => {
    seen.push(`${method} ${url}`);
    return (response: Response | undefined) => void seen.push(String(response?.status));
  };
  const replies = [() => new Response("x"), () => Promise.reject(new TypeError("lost"))];
  const send = watchedFetch(async () => await replies.shift()!(), signal, watch);
  await send("https://a.example/1");
  await assertRejects(() => send(new Request("https://a.example/2", { method: "POST" })), TypeError, "lost");
  assertEquals(seen, ["GET https://a.example/1", "200", "POST https://a.example/2", "undefined"]);
});

Deno.test("watchedFetch() ends with the program, with its caller's signal and with the signal of its Request", async () => {
  for (const which of [0, 1, 2]) {
    const [program, caller, request] = [new AbortController(), new AbortController(), new AbortController()];
    const hanging: typeof fetch = (_, init) =>
      new Promise((_, reject) => init?.signal?.addEventListener("abort", () => reject(init.signal?.reason)));
    const send = watchedFetch(hanging, program.signal, () => () => {});
    const input = new Request("https://a.example", { signal: request.signal });
    const sent = send(input, { signal: caller.signal });
    [program, caller, request][which]?.abort(new Error(`by ${which}`));
    await assertRejects(() => sent, Error, `by ${which}`);
  }
});

Deno.test("watchedFetch() lets a request of tokens outlive the program, but no other, and keeps the rest of a request", async () => {
  for (
    const [address, isEnded] of [["https://a.example/oauth/token", false], [
      "https://a.example/oauth/token/x",
      true,
    ]] as const
  ) {
    const calls: unknown[] = [];
    const send = watchedFetch(
      (...given) => Promise.resolve(new Response(`${calls.push(given)}`)),
      AbortSignal.abort(),
      () => () => {},
    );
    await send(address, { method: "POST", body: "b" });
    const [[input, { signal: sent, ...init }]] = calls as [[unknown, { signal: AbortSignal }]];
    assertEquals({ input, init, isEnded: sent.aborted }, {
      input: address,
      init: { method: "POST", body: "b" },
      isEnded,
    });
  }
});

Deno.test("watchedFetch() passes a lasting failure on as the library's own, without secrets", async () => {
  const cause = new TypeError("fetch failed", {
    cause: Object.assign(new Error("getaddrinfo ENOTFOUND"), { code: "ENOTFOUND" }),
  });
  const send = watchedFetch(() => Promise.reject(cause), signal, () => () => {});
  const error = await assertRejects(() => send("https://a.example/?token=1"), ServiceError);
  const { status, code, url } = error;
  assertEquals({ status, code, url, cause: error.cause }, {
    status: 0,
    code: "http",
    url: "https://a.example/",
    cause,
  });
});

const ADDRESS = "https://media.example/a.mp3?Signature=secret";

/** Sends nothing until its signal ends the wait. */
async function silence(signal: AbortSignal | null | undefined): Promise<never> {
  signal?.throwIfAborted();
  return await new Promise((_, reject) => signal?.addEventListener("abort", () => reject(signal.reason)));
}

/** Answers with chunks, each after a time in milliseconds, and then with silence. */
function slowly(...delays: readonly number[]): typeof fetch {
  const left = [...delays];
  return (_, init) =>
    Promise.resolve(
      new Response(
        new ReadableStream({
          async pull(controller) {
            const delay = left.shift();
            if (delay === undefined) return await silence(init?.signal);
            await new Promise((resolve) => setTimeout(resolve, delay));
            controller.enqueue(new Uint8Array(3));
          },
        }, { highWaterMark: 0 }),
        { status: 206, headers: { "content-type": "audio/mpeg" } },
      ),
    );
}

Deno.test("limitedFetch() fails where no reply arrives in time, and names the host only", async () => {
  using time = new FakeTime();
  const sent = limitedFetch((_, init) => silence(init?.signal), 5000)(ADDRESS);
  const failed = assertRejects(() => sent, Failure, "Cannot reach media.example: timed out");
  await time.tickAsync(5000);
  assertEquals((await failed).kind, "network");
});

Deno.test("limitedFetch() waits as long for each chunk, and fails where none arrives in time", async () => {
  using time = new FakeTime();
  const response = await limitedFetch(slowly(4999, 4999), 5000)(ADDRESS);
  assertEquals(response.status, 206);
  assertEquals(response.headers.get("content-type"), "audio/mpeg");
  const reader = response.body!.getReader();
  for (const _ of ["first", "second"]) {
    const read = reader.read();
    await time.tickAsync(4999);
    assertEquals((await read).value?.length, 3);
    // The time between two reads is the reader's.
    await time.tickAsync(60_000);
  }
  const failed = assertRejects(() => reader.read(), Failure, "Cannot reach media.example: timed out");
  await time.tickAsync(5000);
  await failed;
});

Deno.test("limitedFetch() passes on a whole body, a lack of one, its caller's signal, and other errors", async () => {
  const replies: (() => Response | Promise<Response>)[] = [
    () => new Response("sound"),
    () => new Response(null, { status: 204 }),
    () => Promise.reject(new TypeError("connection lost")),
  ];
  const fetch = limitedFetch(async (_, init) => await (replies.shift()?.() ?? silence(init?.signal)), 60_000);
  assertEquals(await (await fetch(ADDRESS)).text(), "sound");
  assertEquals((await fetch(new URL(ADDRESS))).body, null);
  await assertRejects(() => fetch(ADDRESS), TypeError, "connection lost");
  const signal = AbortSignal.abort(new Error("by the caller"));
  await assertRejects(() => fetch(ADDRESS, { signal }), Error, "by the caller");
});

Deno.test("limitedFetch() cancels the body that its reader cancels", async () => {
  const cancelled = Promise.withResolvers<unknown>();
  const body = new ReadableStream({ cancel: cancelled.resolve });
  const response = await limitedFetch(() => Promise.resolve(new Response(body)), 60_000)(ADDRESS);
  await response.body?.cancel("enough");
  assertEquals(await cancelled.promise, "enough");
});

Deno.test("redactUrl() hides secrets, whatever the case and encoding of the parameter's name", () => {
  assertEquals(
    redactUrl("https://u:p@a.example/x?limit=2&oauth_token=1&Signature=2&Policy=3&state=4&code=5#access_token=6"),
    "https://a.example/x?limit=2&oauth_token=redacted&Signature=redacted&Policy=redacted&state=redacted&code=redacted",
  );
  for (
    const name of [
      "token",
      "CLIENT_SECRET",
      "code",
      "Signature",
      "policy",
      "Key-Pair-Id",
      "state",
      "a_challenge",
      "verifier",
    ]
  ) {
    assertEquals(redactUrl(`https://a.example/x?${name}=1&${name}=2`), `https://a.example/x?${name}=redacted`);
  }
  const shared = "https://a.example/x/s-A_b-1?url=https%3A%2F%2Fa.example%2Fs-A&u=s-B&is-a=2";
  assertEquals(
    redactUrl(shared),
    "https://a.example/x/s-redacted?url=https%3A%2F%2Fa.example%2Fs-redacted&u=s-redacted&is-a=2",
  );
  assertEquals(["/home/a/token=1", "postgres://u:p@db.example/x?key=1"].map(redactPlace), [
    ...["/home/a/token=1", "postgres://db.example/x?key=redacted"],
  ]);
  assertEquals(redactUrl("token=secret"), "(invalid URL)");
});

Deno.test("edgeId() returns the id with its header, nearest edge first", () => {
  const reply = (headers: Record<string, string>) => edgeId(new Response("", { headers }));
  const ids = { "x-request-id": "c", "x-tyk-trace-id": "b" };
  assertEquals([{ ...ids, "x-amz-cf-id": "a" }, ids, { "x-request-id": "c" }, {}].map(reply), [
    ...["x-amz-cf-id a", "x-tyk-trace-id b", "x-request-id c", undefined],
  ]);
});

Deno.test("tonearm --verbose shows each request on a line, escaped and without secrets", async () => {
  const fetch = () => Promise.resolve(new Response("{}", { status: 404, headers: { "x-request-id": "r\u009b1" } }));
  const on = testHost({ fetch: fetch as typeof globalThis.fetch });
  const context = testContext(on, { verbose: true });
  await context.fetch("https://a.example/x?oauth_token=secret");
  assert(
    /^GET https:\/\/a\.example\/x\?oauth_token=redacted 404 \d+ ms \(x-request-id r\ufffd1\)\n$/.test(on.stderr),
    on.stderr,
  );
});
