import { assert, assertEquals, assertMatch } from "@std/assert";
import { createSandbox } from "@tonearm/sandbox";
import { caller, type Item, sandboxApi, walk } from "../../support/api.ts";

const key = ({ type, origin, reposter }: Item) => `${type} ${origin.urn} ${reposter ?? ""}`;

Deno.test("GET /me/feed: has tracks, playlists and reposts of followed users, and who reposted", async () => {
  using sandbox = createSandbox();
  const { items } = await caller(sandbox).get("/me/feed?limit=200&access=playable,preview,blocked");
  assertEquals(
    new Set(items.map(({ type }) => type)),
    new Set(["track", "playlist", "track:repost", "playlist:repost"]),
  );
  const followed = (await caller(sandbox).get("/me/followings?limit=200")).items.map(({ urn }) => urn);
  for (const { type, reposter, origin } of items) {
    assertEquals(reposter !== undefined, type.endsWith(":repost"));
    assert(followed.includes(reposter ?? origin.user.urn));
    assertEquals(origin.kind, type.split(":")[0]);
  }
});

Deno.test("GET /me/feed: is in order of time", async () => {
  using sandbox = createSandbox();
  const times = (await caller(sandbox).get("/me/feed?limit=200")).items.map(({ created_at }) => created_at);
  assertEquals(times, times.toSorted().toReversed());
});

Deno.test("GET /me/feed: /me/feed/tracks has no playlists", async () => {
  using sandbox = createSandbox();
  const { items } = await caller(sandbox).get("/me/feed/tracks?limit=200");
  assertEquals(new Set(items.map(({ origin }) => origin.kind)), new Set(["track"]));
});

Deno.test("GET /me/feed: pages join to the whole list, with integer cursors", async () => {
  using api = sandboxApi();
  const whole = await api.get("/me/feed?limit=200&access=playable,preview,blocked");
  const pages = await walk(api, "/me/feed?limit=7&access=playable,preview,blocked");
  const first = pages.flat().slice(0, whole.items.length);
  assertEquals(first.map(key), whole.items.map(key));
  assertMatch(String((await api.get("/me/feed?limit=1")).body.next_href), /[?&]cursor=\d{16}(&|$)/);
});

Deno.test("GET /me/feed: future_href returns only newer entries", async () => {
  using api = sandboxApi();
  const author = caller(api.sandbox, 2);
  await api.put("/me/followings/2");
  const { future_href } = (await api.get("/me/feed?limit=5")).body;
  const nothing = await api.get(future_href);
  assertEquals(nothing.items, []);
  assertEquals(nothing.body.future_href, future_href);
  await author.delete("/reposts/tracks/1020");
  await author.post("/reposts/tracks/1020");
  const news = await api.get(future_href);
  assertEquals(news.items.map(key), ["track:repost soundcloud:tracks:1020 soundcloud:users:2"]);
  assertEquals((await api.get(news.body.future_href)).items, []);
});

Deno.test("GET /me/feed: a removed repost leaves the feed", async () => {
  using api = sandboxApi();
  const author = caller(api.sandbox, 2);
  await api.put("/me/followings/2");
  await author.post("/reposts/playlists/101");
  const mine = ({ type, origin, reposter }: Item) =>
    type === "playlist:repost" && origin.id === 101 && reposter === "soundcloud:users:2";
  assertEquals((await api.get("/me/feed")).items.some(mine), true);
  await author.delete("/reposts/playlists/101");
  assertEquals((await api.get("/me/feed?limit=200")).items.some(mine), false);
});

Deno.test("GET /me/activities/all/own returns the user's own activities", async () => {
  using sandbox = createSandbox();
  const { items } = await caller(sandbox).get("/me/activities/all/own?limit=200");
  assert(items.length > 0);
  assert(items.every(({ reposter, origin }) => (reposter ?? origin.user.urn) === "soundcloud:users:1"));
});

Deno.test("GET /me/feed: the old paths return the same", async () => {
  using api = sandboxApi();
  for (const [old, now] of [["activities", "feed"], ["activities/tracks", "feed/tracks"]]) {
    assertEquals((await api.get(`/me/${old}?limit=20`)).items, (await api.get(`/me/${now}?limit=20`)).items);
  }
});

Deno.test("GET /me/feed: a user who follows nobody has an empty feed that can be polled", async () => {
  using api = sandboxApi({ user: 9 });
  const { body } = await api.get("/me/feed");
  assertEquals(body.collection.length, 0);
  assertEquals("next_href" in body, false);
  await api.put("/me/followings/2");
  await caller(api.sandbox, 2).post("/reposts/tracks/1021");
  assert((await api.get(body.future_href)).items.length > 0);
});
