import { assertEquals, assertRejects, assertStrictEquals } from "@std/assert";
import { ServiceClient } from "../src/session/client.ts";
import { ServiceError } from "../src/errors.ts";
import { fetchAll, paginate, paginateItems, sendPage } from "../src/pages.ts";
import { getTracks } from "../src/operations/users.ts";
import { fetchUrl } from "../src/transport/low_level.ts";
import { MemoryCache } from "../src/transport/memory_cache.ts";
import type { PaginatedResponse } from "../src/types/page.ts";
import { recorder } from "./support/calls.ts";
import { type Handler, respond, serve } from "./support/wire_server.ts";

/** Returns functions that read the pages of a list, and the requested links. */
function listOf(pages: Record<string, PaginatedResponse<number>>) {
  const requests: string[] = [];
  const next = (href: string) => {
    requests.push(href);
    return Promise.resolve(pages[href] ?? { collection: [] });
  };
  return { requests, next, first: pages["/1"] ?? { collection: [] } };
}

const three = {
  "/1": { collection: [1, 2], next_href: "/2" },
  "/2": { collection: [3, 4], next_href: "/3" },
  "/3": { collection: [5], next_href: null },
};

Deno.test("paginate() follows pages until the link is missing or null", async () => {
  const { first, next, requests } = listOf(three);
  const pages = await Array.fromAsync(paginate(first, next));
  assertEquals({ pages, requests }, { pages: Object.values(three), requests: ["/2", "/3"] });
  assertEquals(await Array.fromAsync(paginateItems(first, next)), [1, 2, 3, 4, 5]);
  assertEquals(await fetchAll({ collection: [1] }, next), [1]);
});

Deno.test("paginate() accepts a page, a promise of it, or a function that requests it", async () => {
  const { first, next } = listOf(three);
  let calls = 0;
  const ask = () => {
    calls++;
    return calls > 1 ? first : Promise.resolve(first);
  };
  for (const given of [first, Promise.resolve(first), ask, ask]) {
    assertEquals(await fetchAll(given, next), [1, 2, 3, 4, 5]);
  }
  paginate(ask, next);
  assertEquals(calls, 2);
});

Deno.test("paginate() yields at most maxItems, and requests no page after them", async () => {
  for (
    const [maxItems, items, links] of [
      [0, [], []],
      [0.5, [], []],
      [1, [1], []],
      [2, [1, 2], []],
      [2.5, [1, 2], []],
      [3, [1, 2, 3], ["/2"]],
      [9, [1, 2, 3, 4, 5], ["/2", "/3"]],
      [Infinity, [1, 2, 3, 4, 5], ["/2", "/3"]],
    ] as const
  ) {
    const { first, next, requests } = listOf(three);
    assertEquals(await fetchAll(first, next, { maxItems }), [...items]);
    assertEquals(requests, [...links]);
  }
});

Deno.test("fetchAll() with maxItems 0 requests no page, and still throws for a failed first page", async () => {
  const { next } = listOf({});
  const ask = () => Promise.reject(new Error("asked"));
  assertEquals(await fetchAll(ask, next, { maxItems: 0 }), []);
  await assertRejects(() => fetchAll(ask(), next, { maxItems: 0 }), Error, "asked");
});

for (const maxItems of [-1, NaN]) {
  Deno.test(`maxItems ${maxItems} is rejected`, async () => {
    const { first, next } = listOf(three);
    await assertRejects(() => fetchAll(first, next, { maxItems }), RangeError, `maxItems is ${maxItems}`);
  });
}

Deno.test("paginate() with prefetch requests the next page while the consumer works", async () => {
  for (const prefetch of [false, true]) {
    const { first, next, requests } = listOf(three);
    const seen: string[][] = [];
    for await (const _ of paginate(first, next, { prefetch })) seen.push([...requests]);
    assertEquals(seen, prefetch ? [["/2"], ["/2", "/3"], ["/2", "/3"]] : [[], ["/2"], ["/2", "/3"]]);
  }
});

Deno.test("paginate() notices a link that was followed before, whatever its host, and doesn't request it again", async () => {
  for (const prefetch of [false, true]) {
    const { next, requests } = listOf({ "http://a/2": { collection: [2], next_href: "https://b/2" } });
    const first = { collection: [1], next_href: "http://a/2" };
    const { code } = await assertRejects(() => fetchAll(first, next, { prefetch }), ServiceError);
    assertEquals({ code, requests }, { code: "page_loop", requests: ["http://a/2"] });
  }
});

Deno.test("paginate() ignores the failure of a prefetched page if its consumer stops before it", async () => {
  const { first } = listOf(three);
  const failing = () => Promise.reject(new Error("page 2"));
  for await (const page of paginate(first, failing, { prefetch: true })) {
    assertStrictEquals(page, first);
    break;
  }
  await assertRejects(() => fetchAll(first, failing, { prefetch: true }), Error, "page 2");
  const throwing = () => {
    throw new Error("at once");
  };
  const seen: unknown[] = [];
  await assertRejects(
    async () => {
      for await (const page of paginate(first, throwing, { prefetch: true })) seen.push(page);
    },
    Error,
    "at once",
  );
  assertEquals(seen, [first]);
});

Deno.test("paginate() ends on an abort before its start, between pages, between items, and while it waits", async () => {
  const { first, next, requests } = listOf(three);
  const firstPage = () => Promise.resolve((requests.push("/1"), first));
  await assertRejects(() => fetchAll(firstPage, next, { signal: AbortSignal.abort() }), DOMException);
  const between = new AbortController();
  await assertRejects(async () => {
    for await (const _ of paginate(first, next, { signal: between.signal })) between.abort();
  }, DOMException);
  const amid = new AbortController();
  const items = paginateItems({ collection: [1, 2, 3] }, next, { signal: amid.signal });
  assertEquals(await items.next(), { value: 1, done: false });
  amid.abort();
  await assertRejects(() => items.next(), DOMException);
  assertEquals(requests, []);
  const waiting = new AbortController();
  const walk = fetchAll(first, () => new Promise(() => {}), { signal: waiting.signal });
  waiting.abort(new Error("enough"));
  await assertRejects(() => walk, Error, "enough");
});

for (const reply of [undefined, null, {}, { collection: null }, "text", 7]) {
  Deno.test(`${JSON.stringify(reply)} is no list`, async () => {
    const call = () => sendPage(recorder(reply), "/x");
    const { status, message, code } = await assertRejects(call, ServiceError);
    assertEquals({ status, message, code }, { status: 200, message: "200: Expected a list", code: "invalid_body" });
  });
}

for (const [name, query] of [["limit", { limit: 0 }], ["offset", { offset: -1 }]] as const) {
  Deno.test(`paginate() rejects an invalid ${name} by name, before anything is sent`, async () => {
    const source = recorder();
    await assertRejects(async () => await sendPage(source, "/x", query), RangeError, name);
    assertEquals(source.sent.length, 0);
  });
}

Deno.test("paginate() throws a ServiceError for an invalid next_href", async () => {
  const { next } = listOf({});
  const page = { collection: [1], next_href: "http://[" };
  assertEquals((await assertRejects(() => fetchAll(page, next), ServiceError)).code, "invalid_body");
});

Deno.test("paginate() restores query parameters that next_href lacks, and keeps its cursor", async () => {
  const requests: string[] = [];
  const source = recorder({ collection: [1], next_href: "https://x.example/t?cursor=a%2Cb" });
  const query = {
    access: ["playable", "blocked"],
    limit: 2,
    offset: 4,
    linked_partitioning: true,
    q: undefined,
  } as const;
  const page = await sendPage<number>(source, "/t", query);
  const next = (href: string) => {
    requests.push(href);
    const links = ["https://x.example/t?cursor=c&access=preview", "/t"];
    return Promise.resolve({ collection: [2], next_href: links[requests.length - 1] ?? null });
  };
  await fetchAll(page, next);
  assertEquals(requests, [
    "https://x.example/t?cursor=a%2Cb&access=playable%2Cblocked",
    "https://x.example/t?cursor=c&access=preview",
    "/t?access=playable%2Cblocked",
  ]);
});

/** A service with three pages, whose links name the host that is given. */
function paged(host: (url: string) => string): Handler {
  return (response, { url, headers }) => {
    const at = Number(/cursor=(\d)/.exec(url)?.[1] ?? 0);
    const next_href = at < 2 ? `${host(`http://${headers["host"]}`)}/users/1/tracks?cursor=${at + 1}` : null;
    respond(response, { body: { collection: [{ title: `${at} ${headers["authorization"]}` }], next_href } });
  };
}

Deno.test("paginate() through a client uses the current token, or the first page's own", async () => {
  await using server = await serve(paged((url) => url));
  const client = new ServiceClient({ clientId: "id", clientSecret: "s", baseUrl: server.url });
  client.setToken("t0");
  const live: (string | null)[] = [];
  for await (const { title } of client.paginateItems(client.users.getTracks(1))) {
    live.push(title);
    client.setToken(`t${live.length}`);
  }
  assertEquals(live, ["0 OAuth t0", "1 OAuth t1", "2 OAuth t2"]);
  const own = await Array.fromAsync(client.paginate(() => client.users.getTracks(1, undefined, { token: "own" })));
  assertEquals(own.map(({ collection }) => collection[0]?.title), ["0 OAuth own", "1 OAuth own", "2 OAuth own"]);
});

Deno.test("paginate() through a client neither caches nor merges pages after the first", async () => {
  await using server = await serve(paged((url) => url));
  const cache = new MemoryCache();
  const client = new ServiceClient({ clientId: "id", clientSecret: "s", baseUrl: server.url, cache });
  client.setToken("t0");
  await Promise.all([client.fetchAll(client.users.getTracks(1)), client.fetchAll(client.users.getTracks(1))]);
  await client.fetchAll(client.users.getTracks(1), { maxItems: 2 });
  assertEquals(server.requests.map(({ url }) => /cursor=\d/.exec(url)?.[0]), [
    undefined,
    ...["cursor=1", "cursor=1", "cursor=2", "cursor=2", "cursor=1"],
  ]);
});

Deno.test("paginate() standalone moves links of another host onto the first page's base URL", async () => {
  await using server = await serve(paged(() => "https://http.api.internal.example"));
  const { url: baseUrl } = server;
  const first = getTracks("t0", 1, 2, { baseUrl });
  const next = (href: string) =>
    fetchUrl<PaginatedResponse<{ title: string | null }>>(href, "t0", undefined, undefined, undefined, {
      baseUrl,
      getToken: () => undefined,
      setToken() {},
    });
  const tracks = await fetchAll<{ title: string | null }>(first, next);
  assertEquals(tracks.map(({ title }) => title), ["0 OAuth t0", "1 OAuth t0", "2 OAuth t0"]);
});

Deno.test("paginate() iterates over a hundred thousand items without keeping them", async () => {
  let count = 0;
  const next = (href: string): Promise<PaginatedResponse<number>> => {
    const at = Number(href.slice(1));
    return Promise.resolve({ collection: Array(200).fill(at), next_href: at < 500 ? `/${at + 1}` : null });
  };
  for await (const _ of paginateItems(() => next("/1"), next)) count++;
  assertEquals(count, 100_000);
});

for (const odd of [undefined, null, 1, "a", {}, { collection: {} }]) {
  Deno.test(`${JSON.stringify(odd)} instead of a page is an invalid_body error`, async () => {
    const next = () => Promise.resolve(odd as PaginatedResponse<number>);
    const error = await assertRejects(() => fetchAll({ collection: [1], next_href: "/2" }, next), ServiceError);
    assertEquals(error.code, "invalid_body");
  });
}

Deno.test("paginate() accepts a bare array as a later page", async () => {
  const next = () => Promise.resolve([2, 3] as unknown as PaginatedResponse<number>);
  assertEquals(await fetchAll({ collection: [1], next_href: "/2" }, next), [1, 2, 3]);
});

Deno.test("paginate() throws a failed first page to its consumer, without an unhandled rejection", async () => {
  const failing = () => Promise.reject(new Error("first"));
  const client = new ServiceClient({ clientId: "id", clientSecret: "secret" });
  // Otherwise the rejection is nobody's, and ends the process.
  const walk = client.paginate(failing());
  const signal = AbortSignal.abort();
  await assertRejects(() => client.fetchAll(failing(), { signal }), DOMException);
  await assertRejects(() => fetchAll(failing(), failing, { signal }), DOMException);
  await assertRejects(() => fetchAll(failing(), failing, { maxItems: -1 }), RangeError);
  await new Promise((resolve) => setTimeout(resolve));
  await assertRejects(() => walk.next(), Error, "first");
});

Deno.test("paginate() follows activities like other lists, with the first page's own token and query", async () => {
  const paths: unknown[] = [];
  await using server = await serve((response, { url, headers }) => {
    paths.push([url, headers["authorization"]]);
    const next_href = url.includes("cursor") ? null : `${server.url}/me/feed?cursor=1`;
    respond(response, { body: { collection: [{}], next_href, future_href: "x" } });
  });
  const client = new ServiceClient({ clientId: "id", clientSecret: "secret", baseUrl: server.url });
  client.setToken("stored");
  const first = await client.me.getFeed(5, "playable", { token: "own" });
  assertEquals(first.future_href, "x");
  assertEquals((await client.fetchAll(first)).length, 2);
  assertEquals(paths, [
    ["/me/feed?limit=5&access=playable", "OAuth own"],
    ["/me/feed?cursor=1&access=playable", "OAuth own"],
  ]);
});

Deno.test("paginate() passes an abort with its reason to the pending page", async () => {
  const { first } = listOf(three);
  const controller = new AbortController();
  let signal: AbortSignal | undefined;
  const next = (_: string, options: { signal?: AbortSignal } = {}) => {
    signal = options.signal;
    controller.abort(new Error("enough"));
    return new Promise<never>(() => {});
  };
  await assertRejects(() => fetchAll(first, next, { signal: controller.signal }), Error, "enough");
  assertEquals({ aborted: signal?.aborted, reason: signal?.reason?.message }, { aborted: true, reason: "enough" });
});
