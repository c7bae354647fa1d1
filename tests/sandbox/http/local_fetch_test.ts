import { assert, assertEquals, assertRejects, assertThrows } from "@std/assert";
import { createSandbox, type Sandbox } from "@tonearm/sandbox";
import { localFetch } from "../../../sandbox/http/local_fetch.ts";
import { authorizeUrl } from "../../support/oauth.ts";

const API = "https://api.sandbox.test";
const MEDIA = "https://media.sandbox.test";

/** Runs a test with the in-process `fetch` and over a socket: both have to behave alike. */
async function onBoth(run: (send: typeof fetch, base: string, sandbox: Sandbox) => Promise<void>): Promise<void> {
  using sandbox = createSandbox();
  await run(sandbox.fetch, API, sandbox);
  await using server = await sandbox.serve();
  await run(fetch, server.url, sandbox);
}

async function streamOf(send: typeof fetch, base: string, sandbox: Sandbox) {
  const headers = { authorization: `OAuth ${sandbox.issueTokens().access_token}` };
  const { preview_mp3_128_url } = await (await send(`${base}/tracks/1001/streams`, { headers })).json();
  return { url: preview_mp3_128_url, headers };
}

Deno.test("sandbox.fetch follows redirects to the media host without the token, and returns the final URL", async () => {
  await onBoth(async (send, base, sandbox) => {
    const { url, headers } = await streamOf(send, base, sandbox);
    const reply = await send(url, { headers });
    assertEquals(reply.status, 200);
    assertEquals(reply.redirected, true);
    assertEquals(reply.type, base === API ? "basic" : reply.type);
    assertEquals(reply.headers.get("content-type"), "audio/mpeg");
    assert(new URL(reply.url).pathname.startsWith("/_media/"), reply.url);
    assert(new URL(reply.url).origin !== new URL(url).origin);
    if (base === API) {
      const { url, redirected } = reply.clone();
      assertEquals({ url, redirected }, { url: reply.url, redirected: true });
    }
    assert((await reply.arrayBuffer()).byteLength > 1000);
    const [hop] = (await sandbox.control.requests({ path: "/_media/*" })).slice(-1);
    assertEquals(hop?.request.headers.authorization, undefined);
  });
});

Deno.test("sandbox.fetch follows redirects to the media under the other name of a host", async () => {
  using sandbox = createSandbox();
  for (const [base, media] of [["http://localhost:8080", "http://127.0.0.1:8080"], ["https://soundcloud.com", MEDIA]]) {
    const { url, headers } = await streamOf(sandbox.fetch, base!, sandbox);
    const reply = await sandbox.fetch(url, { headers });
    await reply.body?.cancel();
    assertEquals({ status: reply.status, origin: new URL(reply.url).origin }, { status: 200, origin: media });
  }
});

Deno.test("sandbox.fetch returns the redirect with redirect: manual, and rejects with redirect: error", async () => {
  await onBoth(async (send, base, sandbox) => {
    const { url, headers } = await streamOf(send, base, sandbox);
    const reply = await send(url, { headers, redirect: "manual" });
    await reply.body?.cancel();
    assertEquals(reply.status, 302);
    assertEquals(reply.redirected, false);
    assertEquals(reply.url, url);
    assert(reply.headers.get("location")?.includes("/_media/"));
    await assertRejects(() => send(url, { headers, redirect: "error" }), TypeError);
    await assertRejects(() => send(new Request(url, { headers, redirect: "error" })), TypeError);
  });
});

Deno.test("sandbox.fetch returns the URL of a reply without its fragment", async () => {
  await onBoth(async (send, base) => {
    const reply = await send(`${base}/tracks?limit=1#there`);
    await reply.body?.cancel();
    assertEquals(reply.url, `${base}/tracks?limit=1`);
    assertEquals(reply.redirected, false);
  });
});

Deno.test("sandbox.fetch rejects with the signal's reason: before, during the wait, and during the body", async () => {
  await onBoth(async (send, base, sandbox) => {
    const { url, headers } = await streamOf(send, base, sandbox);
    const reason = new Error("enough");
    await assertRejects(() => send(`${base}/me`, { signal: AbortSignal.abort(reason) }), Error, "enough");

    const waiting = new AbortController();
    sandbox.faults.add("never_answer", { match: { path: "/users/2" } });
    const pending = send(`${base}/users/2`, { headers, signal: waiting.signal });
    pending.catch(() => {});
    waiting.abort(reason);
    await assertRejects(() => pending, Error, "enough");

    const reading = new AbortController();
    sandbox.faults.add("slow_body", { match: { path: "/_media/*" } });
    const reply = await send(url, { headers, signal: reading.signal });
    const text = reply.arrayBuffer();
    text.catch(() => {});
    reading.abort();
    await assertRejects(() => text, DOMException, "abort");
    sandbox.faults.clear();
  });
});

Deno.test("sandbox.fetch rejects reading a body after an abort, however short it is", async () => {
  await onBoth(async (send, base) => {
    const controller = new AbortController();
    const reply = await send(`${base}/tracks`, { signal: controller.signal });
    controller.abort();
    if (base === API) await assertRejects(() => reply.text(), DOMException, "abort");
    else await reply.body?.cancel().catch(() => {});
  });
});

/** Fetches a body of two parts, and records how many listeners the request's signal has. */
async function fetchListened() {
  const listeners = new Set<unknown>();
  const reply = await localFetch(
    ({ signal }) => {
      const [add, remove] = [signal.addEventListener.bind(signal), signal.removeEventListener.bind(signal)];
      signal.addEventListener = (name: string, listener: EventListener) => {
        listeners.add(listener);
        add(name, listener);
      };
      signal.removeEventListener = (name: string, listener: EventListener) => {
        if (name === "abort") listeners.delete(listener);
        remove(name, listener);
      };
      return Promise.resolve(
        new Response(ReadableStream.from(["a", "b"].map((part) => new TextEncoder().encode(part)))),
      );
    },
    `${API}/me`,
    { signal: new AbortController().signal },
  );
  return { reply, listeners };
}

Deno.test("localFetch() listens to the caller's signal until the body has ended", async () => {
  const { reply, listeners } = await fetchListened();
  assertEquals(listeners.size, 1);
  assertEquals(await reply.text(), "ab");
  assertEquals(listeners.size, 0);
});

Deno.test("localFetch() listens to the caller's signal until the body is cancelled", async () => {
  const { reply, listeners } = await fetchListened();
  await reply.body?.cancel();
  assertEquals(listeners.size, 0);
});

Deno.test("sandbox.fetch rejects a redirect that leaves the sandbox, with the reason", async () => {
  using sandbox = createSandbox();
  const error = await assertRejects(() => sandbox.fetch(authorizeUrl(sandbox, { sandbox_user: "1" })), TypeError);
  assert(String((error.cause as Error).message).startsWith("the redirect to http://127.0.0.1:8765 leaves the sandbox"));
});

Deno.test("sandbox.fetch changes a POST to a GET on a 302, and repeats it on a 307", async () => {
  using sandbox = createSandbox();
  const followRedirect = async (status: number, init: RequestInit) => {
    sandbox.faults.clear();
    sandbox.faults.add({
      match: { path: "/from" },
      status,
      body: "",
      headers: { location: "https://secure.sandbox.test/to" },
    });
    const reply = await sandbox.fetch(`${API}/from`, { headers: { authorization: "OAuth x", "x-mine": "1" }, ...init });
    await reply.body?.cancel();
    const [last] = (await sandbox.control.requests({ path: "/to" })).slice(-1);
    const { authorization, "x-mine": mine, "content-type": type } = last?.request.headers ?? {};
    return [last?.method, authorization, mine, type?.split(";")[0], last?.request.body];
  };
  const body = new URLSearchParams({ a: "1" });
  const form = "application/x-www-form-urlencoded";
  assertEquals(await followRedirect(302, { method: "POST", body }), ["GET", undefined, "1", undefined, null]);
  assertEquals(await followRedirect(303, { method: "PUT", body }), ["GET", undefined, "1", undefined, null]);
  assertEquals((await followRedirect(303, { method: "HEAD" }))[0], "HEAD");
  assertEquals((await followRedirect(301, { method: "PUT", body }))[0], "PUT");
  assertEquals(await followRedirect(307, { method: "POST", body }), ["POST", undefined, "1", form, "a=1"]);
  assertEquals(await followRedirect(308, { method: "PUT", body }), ["PUT", undefined, "1", form, "a=1"]);
  const flowing = new Blob(["x"]).stream();
  await assertRejects(
    () => followRedirect(307, { method: "POST", body: flowing, duplex: "half" } as RequestInit),
    TypeError,
  );
});

Deno.test("sandbox.fetch gives up after twenty redirects", async () => {
  using sandbox = createSandbox();
  const loop = sandbox.faults.add({ match: { path: "/loop" }, status: 302, body: "", headers: { location: "/loop" } });
  await assertRejects(() => sandbox.fetch(`${API}/loop`), TypeError);
  assertEquals(loop.hits, 21);
});

Deno.test("sandbox.fetch as the global fetch passes data: URLs to the platform, so that media still plays", async () => {
  using sandbox = createSandbox();
  const platform = globalThis.fetch;
  globalThis.fetch = sandbox.fetch;
  try {
    const { url, headers } = await streamOf(fetch, API, sandbox);
    const reply = await fetch(url, { headers });
    assertEquals(reply.status, 200);
    assert((await reply.arrayBuffer()).byteLength > 1000);
    assertEquals(await (await fetch("data:text/plain,hello")).text(), "hello");
  } finally {
    globalThis.fetch = platform;
  }
});

Deno.test("Sandbox.close(): later requests, tokens, servers and proxies, and those that start, are rejected, and say that it is closed", async () => {
  const sandbox = createSandbox();
  const { fetch, clientConfig } = sandbox;
  const reason = "the sandbox is closed";
  const pending = [sandbox.serve(), sandbox.proxy()].map((start) => assertRejects(() => start, TypeError, reason));
  sandbox.close();
  sandbox.close();
  await Promise.all(pending);
  await assertRejects(() => fetch(`${clientConfig.baseUrl}/me`), TypeError, reason);
  await assertRejects(() => fetch(`${clientConfig.baseUrl}/~other/me`), TypeError, reason);
  await assertRejects(() => sandbox.control.reset(), TypeError, reason);
  await assertRejects(() => sandbox.serve(), TypeError, reason);
  await assertRejects(() => sandbox.proxy(), TypeError, reason);
  assertThrows(() => sandbox.issueTokens(), TypeError, reason);
  assertEquals(sandbox.clientConfig, clientConfig);
  assertEquals(sandbox.undocumented(), []);
});
