import { assertEquals, assertRejects } from "@std/assert";
import {
  fetchAll,
  getTrack,
  getTracks,
  getUserTracks,
  MemoryCache,
  paginateItems,
  resolveUrl,
  searchUsers,
  ServiceClient,
  ServiceError,
  watch,
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

Deno.test("headers: calls with different headers are neither joined nor cached", async () => {
  const { sent, fetch } = recording();
  const client = new ServiceClient({ clientId: "id", cache: new MemoryCache(), fetch });
  client.setToken("token");
  await client.tracks.getTrack(1);
  await Promise.all(
    ["de", "en"].map((language) => client.tracks.getTrack(1, { headers: { "Accept-Language": language } })),
  );
  await client.tracks.getTrack(1);
  assertEquals(sent.length, 3);
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
  for (const ids of ["12", 12, undefined, {}]) {
    await assertRejects(() => getTracks("token", ids as never), TypeError, "the ids: they must be a list");
  }
});

Deno.test("resolveUrl() and raw.get() accept a URL object", async () => {
  const { client, sent, fetch } = recording();
  const url = new URL("https://soundcloud.com/a");
  await resolveUrl("token", url, { fetch });
  await client.raw.get("/resolve", { url });
  assertEquals(sent.map((one) => new URL(one.url).searchParams.get("url")), [url.href, url.href]);
});

Deno.test("search.users() rejects a filter that it doesn't use, at compile time and before it sends anything", async () => {
  const { client, sent, fetch } = recording();
  // @ts-expect-error -- users have no genres
  await assertRejects(() => client.search.users("a", 0, { genres: "jazz" }), TypeError, "genres isn't an option");
  // @ts-expect-error -- users have no genres
  await assertRejects(() => searchUsers("token", "a", 0, { genres: "jazz", fetch }), TypeError, "genres");
  // @ts-expect-error -- playlists can't be selected by URNs
  await assertRejects(() => client.search.playlists("a", 0, { urns: ["a"] }), TypeError, "urns");
  assertEquals(sent, []);
});

Deno.test("options: null is a TypeError that says so, and so are fields that are null", async () => {
  const { client, sent } = recording();
  const none = null as never;
  const calls = [
    () => client.tracks.getTrack(1, none),
    () => getTrack("token", 1, none),
    () => client.users.getTracks(1, 10, none),
    () => client.search.tracks("a", 0, none),
    () => client.tracks.upload(none),
    () => client.tracks.update(1, none),
    () => client.tracks.updateStorefront(1, none),
    () => client.tracks.waitUntilReady(1, none),
    () => client.playlists.create(none),
    () => client.playlists.update(1, none),
    () => client.playlists.addTracks(1, [2], none),
    () => client.tracks.getRelated(1, 5, none),
    () => client.tracks.getRelatedPage(1, none),
    () => client.fetchAll(() => client.users.getTracks(1), none),
    async () => await watch(client, "followers", none).next(),
    () => client.auth.refreshUserToken("token", none),
    () => client.auth.getAccessToken(none),
    async () => await new ServiceClient(none),
  ];
  for (const call of calls) await assertRejects(call, TypeError, "they must be an object");
  assertEquals(sent, []);
});

Deno.test("fetchAll() and paginateItems() reject a wrong argument by name, before they request anything", async () => {
  const { client, sent, fetch } = recording();
  const first = () => getUserTracks("token", 1, { fetch });
  for (const wrong of [5, "list", null, undefined, {}, { collection: 5 }] as never[]) {
    for (const call of [fetchAll(wrong, first), Array.fromAsync(paginateItems(wrong, first)), client.fetchAll(wrong)]) {
      await assertRejects(() => call, TypeError, "firstPage: it must be a page, a promise of one, or a function that");
    }
  }
  await assertRejects(() => fetchAll(5 as never, first, { maxItems: 0 }), TypeError, "Cannot use firstPage");
  await assertRejects(() => fetchAll(first, 5 as never), TypeError, "Cannot use fetchNext: it must be a function");
  await assertRejects(() => client.fetchAll(first, 5 as never), TypeError, "Cannot use the options");
  assertEquals(sent, []);
});

Deno.test("operations: a token that is neither text nor a client rejects by name", async () => {
  for (const wrong of [5, null, undefined, {}] as never[]) {
    for (const call of [getTrack(wrong, 1), getUserTracks(wrong, 1)]) {
      await assertRejects(() => call, TypeError, "Cannot use the token: it must be an access token or a client");
    }
  }
});

Deno.test("options: one that belongs to other operations is a compile error, and a TypeError before any request", async () => {
  const { client, sent, fetch } = recording();
  const calls = [
    // @ts-expect-error -- a lookup has no filters
    () => client.tracks.getTrack(1, { genres: "jazz" }),
    // @ts-expect-error -- tracks have no tracks
    () => client.users.getTracks(1, 5, { showTracks: true }),
    // @ts-expect-error -- nor do they have secrets in a list
    () => getUserTracks("token", 1, 5, { secretToken: "s-1", fetch }),
    // @ts-expect-error -- a like has no access
    () => client.likes.likeTrack(1, { access: "playable" }),
    // @ts-expect-error -- lists take these as arguments
    () => client.users.getFollowers(1, { limit: 2 }),
    // @ts-expect-error -- so does this one, where both are given
    () => client.users.getFollowers(1, 5, { limit: 2 }),
    // @ts-expect-error -- and the feed its access
    () => client.me.getFeed(5, { access: ["playable"] }),
    // @ts-expect-error -- and the likes their cursor
    () => client.users.getLikesTracks(1, 5, { cursor: "c" }),
    // @ts-expect-error -- a search has pages
    () => client.search.tracks("a", { offset: 20 }),
    // @ts-expect-error -- a comment takes its position as an argument
    () => client.tracks.createComment(1, "text", { timestamp: 5 }),
  ];
  for (const call of calls) await assertRejects(call, TypeError, "isn't an option of this call");
  assertEquals(sent, []);
});

Deno.test("renditions: text, whose letters are none, is rejected before any request", async () => {
  const { client, sent } = recording();
  const renditions = "hls_mp3_128_url" as never;
  await assertRejects(
    () => client.tracks.getStreamUrl(1, { renditions }),
    TypeError,
    "renditions: they must be a list",
  );
  assertEquals(sent, []);
});

Deno.test("ids: the filter urns and the tracks of a playlist are any iterable of ids", async () => {
  const { client, sent } = recording(() => Response.json({ id: 1, collection: [] }));
  await client.search.tracks("", 0, { urns: new Set([1, 2n, "soundcloud:tracks:3"]) });
  await client.search.users("", 0, { urns: [1] });
  await assertRejects(async () => await client.search.tracks("", 0, { urns: 1 as never }), TypeError, "must be a list");
  await client.playlists.create({ title: "a", tracks: new Set([1, "soundcloud:tracks:2"]) });
  assertEquals(sent.slice(0, 2).map(({ url }) => new URL(url).searchParams.get("urns")), [
    "soundcloud:tracks:1,soundcloud:tracks:2,soundcloud:tracks:3",
    "soundcloud:users:1",
  ]);
  const { playlist } = JSON.parse(await (sent[2]!.init.body as Blob).text());
  assertEquals(playlist.tracks, [{ urn: "soundcloud:tracks:1" }, { urn: "soundcloud:tracks:2" }]);
});

Deno.test("fetch: a mock that returns a used Response is an invalid_fetch error after one attempt", async () => {
  const used = Response.json({ id: 1 });
  await used.text();
  const { client, sent } = recording(() => used);
  const error = await assertRejects(() => client.tracks.getTrack(1), ServiceError, "was read before");
  assertEquals({ code: error.code, sent: sent.length }, { code: "invalid_fetch", sent: 1 });
});

Deno.test("upload() rejects a stream of strings, and artwork that is no Blob, with a TypeError", async () => {
  const client = new ServiceClient({
    clientId: "id",
    fetch: async (_, init) => Response.json(await new Response(init?.body ?? null).text()),
  });
  client.setToken("token");
  const stream = new ReadableStream({ start: (controller) => controller.enqueue("text") });
  const asset_data = { size: 4, stream } as unknown as Blob;
  await assertRejects(() => client.tracks.upload({ title: "a", asset_data }), TypeError, "must be a Uint8Array");
  const artwork_data = new Uint8Array([137, 80]) as never;
  await assertRejects(() => client.tracks.update(1, { artwork_data }), TypeError, "not a Blob with a JPEG, PNG or GIF");
});
