import { assertEquals, assertRejects } from "@std/assert";
import {
  type CallOptions,
  getTrack,
  getTracks,
  resolveUrl,
  searchUsers,
  ServiceClient,
  ServiceError,
} from "@tonearm/client";

/** Returns a client and the requests that it sends. */
function recording(reply: () => Response = () => Response.json({ id: 1, kind: "track" })) {
  const sent: { url: string; init: RequestInit & Record<string, unknown> }[] = [];
  const fetch = (url: string | URL | Request, init: RequestInit = {}) => {
    sent.push({ url: `${url}`, init: init as RequestInit & Record<string, unknown> });
    return Promise.resolve(reply());
  };
  const client = new ServiceClient({ clientId: "id", retryBaseDelay: 0, fetch });
  client.setToken("token");
  return { client, sent, fetch };
}

Deno.test("headers: an object, a Headers object and pairs give the same request", async () => {
  const forms = [{ "x-a": "1" }, new Headers({ "X-A": "1" }), [["X-a", "1"]] as const];
  for (const headers of forms) {
    const { client, sent } = recording();
    await client.tracks.getTrack(1, { headers });
    const all = new Headers(sent[0]!.init.headers as HeadersInit);
    const facts = { own: all.get("x-a"), token: all.get("authorization") };
    assertEquals(facts, { own: "1", token: "OAuth token" });
  }
});

Deno.test("headers: calls with different headers aren't joined", async () => {
  const { client, sent } = recording();
  await Promise.all(
    ["de", "en"].map((language) => client.tracks.getTrack(1, { headers: { "Accept-Language": language } })),
  );
  assertEquals(sent.length, 2);
});

Deno.test("init: passes other fields to fetch, but replaces neither the method nor the token, body, signal or redirect mode", async () => {
  const { client, sent } = recording();
  const { signal } = new AbortController();
  const init = {
    next: { revalidate: 60 },
    cache: "no-store",
    method: "DELETE",
    headers: {},
    body: "x",
    signal,
    redirect: "follow",
  };
  await client.tracks.getTrack(1, { init });
  const { next, cache, method, headers, body, redirect, signal: own } = sent[0]!.init;
  assertEquals({ next, cache, method, body, redirect }, {
    next: { revalidate: 60 },
    cache: "no-store",
    method: "GET",
    body: null,
    redirect: "manual",
  });
  assertEquals((headers as Record<string, string>).Authorization, "OAuth token");
  assertEquals(own === signal, false);
});

Deno.test("ids: numbers, bigints, texts and URNs name the same track; the ids of getTracks() are any iterable", async () => {
  const { client, sent } = recording(() => Response.json({ collection: [], id: 1 }));
  for (const id of [7, 7n, "7", "soundcloud:tracks:7"]) {
    await client.tracks.getTrack(id);
    await client.tracks.getTracks(new Set([id]));
    await client.likes.likeTrack(id);
  }
  const paths = sent.map(({ url }) => new URL(url)).map(({ pathname, searchParams }) =>
    searchParams.get("urns") ?? pathname
  );
  assertEquals(paths.filter((path) => !/soundcloud:tracks:7$|\/7$/.test(path)), []);
  await assertRejects(() => getTracks("token", "12"), TypeError, "must be a list");
});

Deno.test("resolveUrl() accepts a URL object", async () => {
  const { sent, fetch } = recording();
  await resolveUrl("token", new URL("https://soundcloud.com/a"), { fetch });
  assertEquals(new URL(sent[0]!.url).searchParams.get("url"), "https://soundcloud.com/a");
});

Deno.test("search.users() rejects a filter that it doesn't use, at compile time and before it sends anything", async () => {
  const { client, sent, fetch } = recording();
  // @ts-expect-error -- users have no genres
  await assertRejects(() => client.search.users("a", 0, { genres: "jazz" }), TypeError, "genres isn't a filter");
  // @ts-expect-error -- users have no genres
  await assertRejects(() => searchUsers("token", "a", 0, { genres: "jazz", fetch }), TypeError, "genres");
  // @ts-expect-error -- playlists can't be selected by URNs
  await assertRejects(() => client.search.playlists("a", 0, { urns: ["a"] }), TypeError, "urns");
  assertEquals(sent, []);
});

Deno.test("options: null is a TypeError that says so", async () => {
  const { client } = recording();
  const none = null as unknown as CallOptions;
  await assertRejects(() => client.tracks.getTrack(1, none), TypeError, "they must be an object");
  await assertRejects(() => getTrack("token", 1, none), TypeError, "they must be an object");
});

Deno.test("fetch: a mock that returns a used Response is an invalid_fetch error after one attempt", async () => {
  const used = Response.json({ id: 1 });
  await used.text();
  const { client, sent } = recording(() => used);
  const error = await assertRejects(() => client.tracks.getTrack(1), ServiceError, "was read before");
  assertEquals({ code: error.code, sent: sent.length }, { code: "invalid_fetch", sent: 1 });
});

Deno.test("upload() rejects a stream of strings with a TypeError", async () => {
  const client = new ServiceClient({
    clientId: "id",
    fetch: async (_, init) => Response.json(await new Response(init?.body ?? null).text()),
  });
  client.setToken("token");
  const stream = new ReadableStream({ start: (controller) => controller.enqueue("text") });
  const asset_data = { size: 4, stream } as unknown as Blob;
  await assertRejects(() => client.tracks.upload({ title: "a", asset_data }), TypeError, "must be a Uint8Array");
});
