/** Watching a service that isn't the sandbox: a plain server, written from the service's document. */
import { ServiceClient, ServiceError, watch } from "@tonearm/client";
import { assert, assertEquals, assertRejects } from "@std/assert";
import { PagedService } from "./paged_service.ts";
import { runTrial, seededRandom } from "../support/watch/watched.ts";

const FOLLOWERS = "/me/followers";
const FEED = "/me/feed";
const EVENTS = 1000;

function client({ url }: PagedService): ServiceClient {
  const client = new ServiceClient({ clientId: "id", baseUrl: url, authUrl: url });
  client.setToken("token");
  return client;
}

const user = (n: number) => ({ urn: `soundcloud:users:${n}`, username: `${n}` });
const post = (n: number, at: number) => ({
  type: "track",
  created_at: new Date(at).toISOString(),
  urn: n,
  origin: { urn: `soundcloud:tracks:${n}`, title: `${n}` },
});

/** Refusals, silence, half a reply. */
function fault(random: () => number): Parameters<PagedService["overrides"]["push"]> {
  return [
    (reply) => {
      const draw = random();
      if (draw < 0.4) reply.writeHead(429, { "retry-after": "9" }).end("Please slow down.\n");
      else if (draw < 0.7) reply.writeHead(503).end("upstream connect error");
      else if (draw < 0.9) reply.destroy();
      else reply.writeHead(200, { "content-type": "application/json" }).end('{"collection":[{"urn":');
    },
  ];
}

Deno.test(`watch() yields each of ${EVENTS} followers once, whoever leaves and whatever fails`, async () => {
  await using service = await PagedService.start();
  const random = seededRandom(1);
  let next = 0;
  const add = () => service.add(FOLLOWERS, user(next++));
  while (next < 130) add();
  const baseline = next;
  const expected: string[] = [];
  const outcome = await runTrial({
    client: client(service),
    source: "followers",
    random,
    options: { pageSize: 20 },
    name: (event) => "user" in event ? event.user.username : "",
    change: (_, done) => {
      const burst = random() < 0.5 ? 0 : Math.floor(random() ** 3 * 200);
      for (let i = 0; i < burst; i++) expected.push(`${next}`), add();
      // Those who were told of leave, and some come back: they aren't new.
      const known = service.list(FOLLOWERS).filter(({ item }) => done.has(String(item.username)));
      for (const { item } of known.slice(0, 15)) if (random() < 0.1) service.add(FOLLOWERS, item);
      for (const { item } of known) if (random() < 0.05) service.remove(FOLLOWERS, item.urn);
      if (random() < 0.3) service.overrides.push(undefined, ...fault(random));
      if (random() < 0.1) service.overrides.push(...fault(random));
      return next < baseline + EVENTS;
    },
  });
  assertEquals(outcome.done, expected);
  assert(outcome.crashes > 1 && outcome.retries > 5, JSON.stringify({ ...outcome, done: 0 }));
  assert(outcome.longest < 4000, `a token of ${outcome.longest} characters`);
});

Deno.test("watch() finds its place again when all known items are gone", async () => {
  await using service = await PagedService.start();
  for (let n = 0; n < 500; n++) service.add(FOLLOWERS, user(n));
  const seen: string[] = [];
  const steps = [
    () => {
      for (let n = 250; n < 500; n++) service.remove(FOLLOWERS, user(n).urn);
      for (let n = 500; n < 530; n++) service.add(FOLLOWERS, user(n));
    },
    () => service.add(FOLLOWERS, user(530)),
  ];
  const stop = new AbortController();
  const watcher = watch(client(service), "followers", {
    pageSize: 20,
    signal: stop.signal,
    sleep: (_, signal) => {
      const step = steps.shift();
      step ? step() : stop.abort();
      signal?.throwIfAborted();
      return Promise.resolve();
    },
  });
  await assertRejects(async () => {
    for await (const { user } of watcher) seen.push(user.username);
  }, DOMException);
  assertEquals(seen, Array.from({ length: 31 }, (_, index) => `${500 + index}`));
});

Deno.test("watch() throws place_lost when the service also refuses its cursor", async () => {
  await using service = await PagedService.start();
  for (let n = 0; n < 300; n++) service.add(FOLLOWERS, user(n));
  const watcher = watch(client(service), "followers", {
    pageSize: 100,
    sleep: () => {
      for (let n = 150; n < 300; n++) service.remove(FOLLOWERS, user(n).urn);
      service.overrides.push(undefined, (reply) => reply.writeHead(400).end("Bad cursor"));
      return Promise.resolve();
    },
  });
  const error = await assertRejects(() => watcher.next(), ServiceError);
  assertEquals(error.code, "place_lost");
});

Deno.test(`watch() yields each of ${EVENTS} activities once by the link to newer ones`, async () => {
  await using service = await PagedService.start();
  const random = seededRandom(2);
  let [next, now] = [0, Date.UTC(2026, 0, 1)];
  const add = () => service.add(FEED, post(next++, now += 250));
  while (next < 130) add();
  const baseline = next;
  const expected: string[] = [];
  const outcome = await runTrial({
    client: client(service),
    source: "activities",
    random,
    options: { pageSize: 20 },
    name: (event) => "activity" in event ? event.activity.origin?.title ?? "" : "",
    change: (waitMs, done) => {
      now += waitMs;
      const burst = random() < 0.5 ? 0 : Math.floor(random() ** 3 * 200);
      for (let i = 0; i < burst; i++) expected.push(`${next}`), add();
      const known = service.list(FEED).filter(({ item }) => done.has(String(item.urn)));
      for (const { item } of known) if (random() < 0.05) service.remove(FEED, item.urn);
      if (random() < 0.3) service.overrides.push(undefined, ...fault(random));
      return next < baseline + EVENTS;
    },
  });
  assertEquals(outcome.done, expected);
  assert(service.requests.filter((path) => path.includes("cursor=y-")).length > 30);
});
