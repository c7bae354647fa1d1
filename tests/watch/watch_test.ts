import { ServiceClient, ServiceError, watch, type WatchOptions, type WatchSource } from "@tonearm/client";
import { assert, assertEquals, assertRejects, assertThrows } from "@std/assert";
import type { ServerResponse } from "node:http";
import { PagedService } from "./paged_service.ts";

const FOLLOWERS = "/me/followers";
const user = (n: number) => ({ urn: `soundcloud:users:${n}`, username: `${n}` });

function client({ url }: PagedService): ServiceClient {
  const client = new ServiceClient({ clientId: "id", baseUrl: url, authUrl: url, maxRetries: 0 });
  client.setToken("token");
  return client;
}

/** Watches, changes the world in each pause, and gives the ids of the events and the pauses. */
async function watchThrough(
  service: PagedService,
  source: WatchSource,
  steps: readonly (() => unknown)[],
  options: WatchOptions = {},
): Promise<{ ids: string[]; waits: number[] }> {
  const stop = new AbortController();
  const [ids, waits, left]: [string[], number[], (() => unknown)[]] = [[], [], [...steps]];
  const sleep = (ms: number) => {
    waits.push(ms);
    const step = left.shift();
    step ? step() : stop.abort();
    stop.signal.throwIfAborted();
    return Promise.resolve();
  };
  try {
    const events = watch(client(service), source, { pageSize: 20, ...options, sleep, signal: stop.signal });
    for await (const { id } of events) ids.push(id);
  } catch (error) {
    if (!stop.signal.aborted) throw error;
  }
  return { ids, waits };
}

const within = (value = NaN, least: number, most: number) =>
  assert(value >= least && value <= most, `${value} isn't from ${least} to ${most}`);

Deno.test("watch() polls less and less often while nothing happens, and often again after an event", async () => {
  await using service = await PagedService.start();
  const nothing = () => {};
  const steps = [...Array(12).fill(nothing), () => service.add(FOLLOWERS, user(1)), nothing];
  const { waits, ids } = await watchThrough(service, "followers", steps, { intervalMs: 10_000, maxIntervalMs: 60_000 });
  assertEquals(ids, ["follower:soundcloud:users:1"]);
  within(waits[0], 12_000, 18_000);
  within(waits[1], 18_000, 27_000);
  for (const wait of waits.slice(6, 13)) within(wait, 48_000, 72_000);
  within(waits[13], 8_000, 12_000);
  assert(new Set(waits).size > 10, "the pauses are all alike");
});

Deno.test("watch() waits for Retry-After or increasingly long after failures, and calls onRetry", async () => {
  await using service = await PagedService.start();
  const retries: [number, number][] = [];
  const fail = (status: number, headers = {}) => () =>
    service.overrides.push((reply) => reply.writeHead(status, headers).end("no"));
  const steps = [fail(429, { "retry-after": "400" }), fail(503), fail(503), fail(503), () => {}];
  const { waits } = await watchThrough(service, "followers", steps, {
    intervalMs: 10_000,
    maxIntervalMs: 30_000,
    onRetry: ({ error, failures }) => void retries.push([(error as ServiceError).status, failures]),
  });
  assertEquals(retries, [[429, 1], [503, 2], [503, 3], [503, 4]]);
  within(waits[1], 400_000 - 1000, 401_000);
  within(waits[2], 10_000, 20_000);
  within(waits[3], 15_000, 30_000);
  within(waits[4], 15_000, 30_000);
});

Deno.test("watch() throws permanent errors: a rejected token, an unknown user", async () => {
  await using service = await PagedService.start();
  for (const status of [401, 404]) {
    service.overrides.push((reply) =>
      reply.writeHead(status, { "content-type": "application/json" }).end(`{"code":${status}}`)
    );
    const error = await assertRejects(() => watch(client(service), "followers").next(), ServiceError);
    assertEquals(error.status, status);
  }
});

Deno.test("watch() rejects an unknown source before any request", async () => {
  await using service = await PagedService.start();
  const own = client(service);
  assertThrows(() => watch(own, "plays" as "likes"), TypeError, "no such source");
  assertThrows(() => watch(own, "likes", { intervalMs: 10 }), RangeError, "intervalMs");
  assertThrows(() => watch(own, "likes", { intervalMs: 60_000, maxIntervalMs: 30_000 }), RangeError, "maxIntervalMs");
  assertThrows(() => watch(own, "likes", { pageSize: 201 }), RangeError, "pageSize");
  assertThrows(() => watch(own, "likes", { since: 5 as never }), TypeError, "since");
  await assertRejects(() => watch(own, { tracksOf: ".." }).next(), TypeError);
  assertEquals(service.requests, []);
});

Deno.test("watch() rejects an invalid place or another source's with the code invalid_place", async () => {
  await using service = await PagedService.start();
  const own = client(service);
  let token = "";
  const onPoll = (poll: { token: string }) => {
    token = poll.token;
    throw new Error("enough");
  };
  await assertRejects(() => watch(own, "followers", { onPoll }).next(), Error, "enough");
  const forged = btoa(JSON.stringify([1, "followers", { "": { ids: [], cursor: "//elsewhere.test/x" } }]));
  const none = "not a position in a watch";
  for (const [since, says] of [["", "since"], ["nonsense", none], [forged, none]] as const) {
    assertThrows(() => watch(own, "followers", { since }), Error, says);
  }
  const error = assertThrows(() => watch(own, "likes", { since: token }), ServiceError, "to followers, not to likes");
  assertEquals(error.code, "invalid_place");
  watch(own, "followers", { since: token });
});

Deno.test("watch() ends with its signal during a wait, and requests nothing after a break", async () => {
  await using service = await PagedService.start();
  const stop = new AbortController();
  const waiting = watch(client(service), "followers", { signal: stop.signal, onPoll: () => queueMicrotask(abort) });
  const abort = () => stop.abort();
  assertEquals((await assertRejects(() => waiting.next(), DOMException)).name, "AbortError");
  let requestCount = 0;
  const watcher = watch(client(service), "followers", {
    sleep: () => Promise.resolve(service.add(FOLLOWERS, user(service.list(FOLLOWERS).length))),
  });
  for await (const { user } of watcher) {
    requestCount = service.requests.length;
    assertEquals(user.username, "0");
    break;
  }
  assertEquals((await watcher.next()).done, true);
  assertEquals(service.requests.length, requestCount);
});

Deno.test("watch() finds a private track that becomes public at any position of the first page", async () => {
  await using service = await PagedService.start();
  const track = (n: number) => ({
    urn: `soundcloud:tracks:${n}`,
    title: `${n}`,
    created_at: "2026/01/01 00:00:00 +0000",
  });
  const path = "/users/7/tracks";
  for (let n = 0; n < 30; n++) if (n !== 15) service.add(path, track(n));
  const publish = () => {
    for (let n = 15; n < 30; n++) service.add(path, track(n));
  };
  const { ids } = await watchThrough(service, { tracksOf: 7 }, [publish, () => {}], { pageSize: 50 });
  assertEquals(ids, ["track:soundcloud:tracks:15"]);
});

Deno.test("watch() continues when a track is deleted while its comments are requested", async () => {
  await using service = await PagedService.start();
  const own = (n: number) => ({ urn: `soundcloud:tracks:${n}`, created_at: "2026/01/01 00:00:00 +0000" });
  const comment = { urn: "soundcloud:comments:5", body: "Hello", created_at: "2026/02/01 00:00:00 +0000" };
  for (const n of [1, 2]) service.add("/me/tracks", own(n));
  const gone = (reply: ServerResponse) =>
    void reply.writeHead(404, { "content-type": "application/json" }).end('{"code":404}');
  const step = () => {
    service.overrides.push(undefined, gone);
    service.add("/tracks/soundcloud:tracks:1/comments", comment);
  };
  const { ids } = await watchThrough(service, "comments", [step, () => {}]);
  assertEquals(ids, ["comment:soundcloud:comments:5"]);
});

Deno.test("watch() works with a bare access token", async () => {
  await using service = await PagedService.start();
  const watcher = watch("token", "followers", {
    baseUrl: service.url,
    sleep: () => Promise.resolve(service.add(FOLLOWERS, user(1))),
  });
  assertEquals((await watcher.next()).value?.id, "follower:soundcloud:users:1");
  assertEquals(await watcher.return(), { value: undefined, done: true });
});

Deno.test("watch() reads on when a returning follower precedes new ones at the end of a page", async () => {
  await using service = await PagedService.start();
  for (let n = 0; n < 60; n++) service.add(FOLLOWERS, user(n));
  const step = () => {
    for (let n = 60; n < 65; n++) service.add(FOLLOWERS, user(n));
    service.add(FOLLOWERS, user(50));
    for (let n = 65; n < 84; n++) service.add(FOLLOWERS, user(n));
  };
  const { ids } = await watchThrough(service, "followers", [step, () => {}]);
  assertEquals(ids, Array.from({ length: 24 }, (_, n) => `follower:soundcloud:users:${60 + n}`));
});
