import { assert, assertEquals, assertRejects } from "@std/assert";
import { getUserTracks, paginate, type PaginatedResponse, ServiceClient } from "@tonearm/client";
import { serve } from "./support/wire_server.ts";

const PAGES: Record<string, object> = {
  "/users/1/tracks?linked_partitioning=true&limit=2": {
    collection: [{ id: 1 }, { id: 2 }],
    next_href: "https://api.soundcloud.com/users/1/tracks?cursor=2",
  },
  "/users/1/tracks?cursor=2": { collection: [{ id: 3 }] },
};

/** A service with a list of two pages, and a client that is signed in. */
async function listed() {
  const server = await serve((response, { url }) => response.end(JSON.stringify(PAGES[url] ?? { errors: [] })));
  const client = new ServiceClient({ clientId: "id", baseUrl: server.url, authUrl: server.url });
  client.setToken("t0");
  return { server, client, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
}

async function ids(tracks: AsyncIterable<{ id: number }>): Promise<number[]> {
  return (await Array.fromAsync(tracks)).map(({ id }) => id);
}

Deno.test("users.getTracks() returns a promise of a page that is also an async iterable of all items", async () => {
  await using it = await listed();
  const { users } = it.client;
  assertEquals((await users.getTracks(1, 2)).collection.length, 2);
  assertEquals(await ids(users.getTracks(1, 2)), [1, 2, 3]);
  assertEquals(it.server.requests.map(({ headers }) => headers["authorization"]), Array(3).fill("OAuth t0"));
});

Deno.test("users.getTracks().pages() yields the pages", async () => {
  await using it = await listed();
  const pages = await Array.fromAsync(it.client.users.getTracks(1, 2).pages({ prefetch: true }));
  assertEquals(pages.map(({ collection }) => collection.length), [2, 1]);
});

Deno.test("getUserTracks() iterates with a bare token, and requests each page with it", async () => {
  await using it = await listed();
  const { url } = it.server;
  assertEquals(await ids(getUserTracks("mine", 1, 2, { baseUrl: url, authUrl: url })), [1, 2, 3]);
  assertEquals(it.server.requests.map(({ headers }) => headers["authorization"]), Array(2).fill("OAuth mine"));
});

Deno.test("paginate(): a page reveals nothing of its call", async () => {
  await using it = await listed();
  const page = await it.client.users.getTracks(1, 2, { token: "mine" });
  assertEquals(page, PAGES["/users/1/tracks?linked_partitioning=true&limit=2"]);
  assertEquals(Reflect.ownKeys(page), ["collection", "next_href"]);
  assertEquals(Object.getPrototypeOf(page), Object.prototype);
  assert(!Deno.inspect(page, { showHidden: true }).includes("mine"));
  assertEquals((await it.client.fetchAll(page)).length, 3);
  assertEquals(it.server.requests.map(({ headers }) => headers["authorization"]), Array(2).fill("OAuth mine"));
});

Deno.test("paginate(): a list that fails rejects its promise, and its iteration", async () => {
  const client = new ServiceClient({ clientId: "id" });
  await assertRejects(async () => await client.me.getTracks(), Error, "No access token");
  await assertRejects(() => ids(client.me.getTracks()), Error, "No access token");
  await assertRejects(() => ids(client.me.getTracks(0)), RangeError, "limit");
});

/** A list without an end, of empty pages after the first. */
function endless(): [PaginatedResponse<number>, (href: string) => Promise<PaginatedResponse<number>>] {
  let at = 1;
  const next = () => Promise.resolve({ collection: [], next_href: `/${++at}` });
  return [{ collection: [1], next_href: "/1" }, next];
}

Deno.test("paginate() cuts a list of empty pages, and reports the remaining link", async () => {
  for (const [maxEmptyPages, count, left] of [[undefined, 6, "/6"], [2, 3, "/3"]] as const) {
    const links: string[] = [];
    const pages = await Array.fromAsync(
      paginate(...endless(), { maxEmptyPages, onTruncated: (href) => links.push(href) }),
    );
    assertEquals({ links, count: pages.length }, { links: [left], count });
  }
  await assertRejects(() => paginate(...endless(), { maxEmptyPages: 0 }).next(), RangeError, "maxEmptyPages");
});

Deno.test("paginate() ends the request for a prefetched page when its consumer stops", async () => {
  let signal: AbortSignal | undefined;
  const pages = paginate<number>({ collection: [1], next_href: "/1" }, (_, options) => {
    signal = options?.signal;
    return new Promise((_, reject) => signal?.addEventListener("abort", () => reject(signal?.reason)));
  }, { prefetch: true });
  for await (const _ of pages) break;
  assert(signal?.aborted);
});

Deno.test("users.getTracks().pages() aborts the request for the current page with its signal", async () => {
  const controller = new AbortController();
  const signals: (AbortSignal | null | undefined)[] = [];
  const fetching = (_: string | URL | Request, init?: RequestInit) => {
    signals.push(init?.signal);
    if (signals.length === 1) {
      return Promise.resolve(Response.json({ collection: [], next_href: "https://a.example/b" }));
    }
    controller.abort();
    return new Promise<Response>(() => {});
  };
  const client = new ServiceClient({ clientId: "id", fetch: fetching as typeof fetch });
  client.setToken("t0");
  const pages = client.users.getTracks(1, 2).pages({ signal: controller.signal });
  await assertRejects(() => Array.fromAsync(pages), DOMException, "aborted");
  assertEquals(signals[1]?.aborted, true);
});
