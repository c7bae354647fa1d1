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
