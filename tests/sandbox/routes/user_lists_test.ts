import { assert, assertEquals, assertMatch } from "@std/assert";
import { createSandbox } from "@tonearm/sandbox";
import { caller, ids, sandboxApi, walk } from "../../support/api.ts";

/** Lists that are a bare array without `linked_partitioning`, and an object with it. */
const EITHER = [
  "/tracks?q=lofi",
  "/playlists",
  "/me/tracks",
  "/me/playlists",
  "/me/likes/tracks",
  "/me/likes/playlists",
  "/me/reposts/tracks",
  "/me/reposts/playlists",
  "/me/recently-played/tracks",
  "/users/7/tracks",
  "/users/7/playlists",
  "/users/7/favorites",
  "/users/7/likes/tracks",
  "/users/7/likes/playlists",
  "/users/7/reposts/tracks",
  "/users/7/reposts/playlists",
  "/playlists/101/tracks",
  "/tracks/1020/related",
];

/** Lists that are objects in any case. */
const ALWAYS_OBJECTS = [
  "/users",
  "/me/followers",
  "/me/followings",
  "/me/feed",
  "/me/feed/tracks",
  "/me/activities",
  "/me/activities/tracks",
  "/me/activities/all/own",
  "/users/7/followers",
  "/users/7/followings",
  "/users/7/related",
  "/tracks/1020/comments",
  "/tracks/1020/favoriters",
  "/tracks/1020/reposters",
  "/playlists/101/reposters",
];

function withQuery(path: string, query: string): string {
  return `${path}${path.includes("?") ? "&" : "?"}${query}`;
}

Deno.test("sandbox lists: lists of tracks and playlists are bare arrays without linked_partitioning", async () => {
  using api = sandboxApi();
  for (const path of EITHER) {
    assertMatch((await api.get(path)).text, /^\[/, path);
    const { text } = await api.get(withQuery(path, "linked_partitioning=true"));
    assertMatch(text, /^\{"collection":\[/, path);
  }
});

Deno.test("sandbox lists: following all pages returns every item exactly once", async () => {
  using api = sandboxApi();
  const all = "access=playable,preview,blocked&linked_partitioning=true";
  const paged = [
    ...EITHER.filter((path) => !path.includes("recently")),
    ...ALWAYS_OBJECTS.filter((path) => !/feed|activities/.test(path)),
  ];
  for (const path of paged) {
    const whole = ids((await api.get(withQuery(path, `${all}&limit=200`))).items);
    const pages = await walk(api, withQuery(path, `${all}&limit=3`));
    assertEquals(ids(pages.flat()), whole, path);
    assert(pages.every((page) => page.length <= 3), path);
  }
});

Deno.test("sandbox lists: links keep the caller's parameters, and have page_size and cursor if the list has cursors", async () => {
  using api = sandboxApi();
  const path = "/me/likes/tracks?limit=2&access=playable&linked_partitioning=true";
  const link = new URL(String((await api.get(path)).body.next_href));
  assertEquals(link.origin + link.pathname, "https://api.sandbox.test/me/likes/tracks");
  assertEquals([...link.searchParams.keys()].sort(), ["access", "cursor", "linked_partitioning", "page_size"]);
  assertEquals(link.searchParams.get("page_size"), "2");
  assertMatch(link.searchParams.get("cursor") ?? "", /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z,tracks,\d{11}$/);
  const users = new URL(String((await api.get("/me/followers?limit=1")).body.next_href));
  assertMatch(users.searchParams.get("cursor") ?? "", /^\d{13}$/);
  const search = new URL(String((await api.get("/tracks?q=lofi&limit=2&linked_partitioning=1")).body.next_href));
  assertEquals(search.searchParams.get("limit"), "2");
  assertEquals(search.searchParams.get("offset"), "2");
});

Deno.test("sandbox lists: the limit includes hidden items, so pages in the middle may be short or empty", async () => {
  using sandbox = createSandbox();
  const owner = caller(sandbox);
  const tracks = (await owner.get("/me/tracks?limit=200")).items;
  for (const { urn } of tracks.slice(0, 4)) await owner.put(`/tracks/${urn}`, { track: { sharing: "private" } });
  const pages = await walk(caller(sandbox, 2), "/users/1/tracks?limit=2&linked_partitioning=true");
  assertEquals(pages.slice(0, 2), [[], []]);
  assert(pages.flat().length > 0, "what comes after the empty pages is there");
});

Deno.test("sandbox lists: a strict sandbox rejects unknown parameters and limits above 200, which the service accepts", async () => {
  using api = sandboxApi({ strict: true });
  assertEquals((await api.get("/tracks?q=lofi&limit=201")).status, 400);
  assertEquals((await api.get("/tracks?query=lofi")).body.message, "Unknown parameter: query");
  for (const path of [...EITHER, ...ALWAYS_OBJECTS]) assertEquals((await api.get(path)).status, 200, path);
});

Deno.test("sandbox lists: lists with cursors accept an offset, and continue by cursor", async () => {
  using api = sandboxApi();
  for (const path of ["/me/followings", "/users/7/followers", "/me/likes/tracks", "/me/tracks", "/me/playlists"]) {
    const all = "linked_partitioning=true&access=playable,preview,blocked";
    const whole = ids((await api.get(`${path}?${all}&limit=200`)).items);
    const pages = await walk(api, `${path}?${all}&limit=2&offset=1`);
    assertEquals(ids(pages.flat()), whole.slice(1), path);
  }
});

Deno.test("sandbox lists: uploads come newest first, or oldest first with sort, direction or order", async () => {
  using api = sandboxApi();
  const newest = ids((await api.get("/me/tracks?limit=200")).items);
  assertEquals(newest, newest.toSorted((a, b) => b - a));
  for (const name of ["sort", "direction", "order"]) {
    const pages = await walk(api, `/me/tracks?${name}=asc&limit=4&linked_partitioning=true`);
    assertEquals(ids(pages.flat()), newest.toReversed(), name);
  }
});

Deno.test("sandbox lists: lists show playable tracks and previews by default; your own likes, reposts and plays show all", async () => {
  using api = sandboxApi();
  const levels = async (path: string) => new Set((await api.get(path)).items.map(({ access }) => access));
  const found = await levels("/tracks?limit=200");
  assertEquals(found, new Set(["playable", "preview"]));
  assertEquals(await levels("/tracks?limit=200&access=blocked"), new Set(["blocked"]));
  for (const { urn } of (await api.get("/tracks?limit=2&access=blocked")).items) await api.post(`/likes/tracks/${urn}`);
  assert((await levels("/me/likes/tracks?limit=200")).has("blocked"));
  assertEquals((await levels("/users/1/likes/tracks?limit=200")).has("blocked"), false);
});

Deno.test("sandbox lists: a user whose tracks are all blocked has an empty list but a count above zero", async () => {
  using api = sandboxApi();
  assertEquals((await api.get("/users/10/tracks?limit=200")).items, []);
  const blocked = (await api.get("/users/10/tracks?limit=200&access=playable,preview,blocked")).items;
  assert(Number((await api.get("/users/10")).body.track_count) >= blocked.length && blocked.length > 0);
  assert((await api.get("/users/10/tracks", { "x-sandbox-country": "CH" })).items.length > 0);
});

Deno.test("sandbox lists: with a write lag, undone and deleted items stay only in lists until it ends", async () => {
  using sandbox = createSandbox({ config: { writeLagMs: 60_000 } });
  sandbox.clock.freeze();
  const api = caller(sandbox);
  const first = async (path: string) => (await api.get(`${path}?limit=1`)).items[0]?.urn ?? "";
  const [liked, followed, track, playlist] = [
    await first("/me/likes/tracks"),
    await first("/me/followings"),
    await first("/me/tracks"),
    await first("/me/playlists"),
  ];
  const deletions = [
    `/likes/tracks/${liked}`,
    `/me/followings/${followed}`,
    `/tracks/${track}`,
    `/playlists/${playlist}`,
  ];
  for (const path of deletions) assertEquals((await api.delete(path)).status, 200, path);
  const listed = async () => [
    await first("/me/likes/tracks") === liked,
    await first("/me/followings") === followed,
    await first("/me/tracks") === track,
    await first("/me/playlists") === playlist,
  ];
  assertEquals(await listed(), [true, true, true, true]);
  for (const path of deletions) assertEquals((await api.delete(path)).status, 404, path);
  assertEquals((await api.get(`/tracks/${track}`)).status, 404);
  sandbox.clock.advance(60_000);
  assertEquals(await listed(), [false, false, false, false]);
  const before = ids((await api.get("/me/likes/tracks?limit=200")).items);
  const [fresh = 0] = ids((await api.get("/tracks?limit=200")).items).filter((id) => !before.includes(id));
  assertEquals((await api.post(`/likes/tracks/${fresh}`)).status, 200);
  assertEquals((await api.delete(`/likes/tracks/${fresh}`)).status, 200);
  assertEquals(
    ids((await api.get("/me/likes/tracks?limit=200")).items),
    before,
    "what came and went within the lag was never there",
  );
});

Deno.test("sandbox lists: with a write lag, likes and comments appear in lists only after it", async () => {
  using sandbox = createSandbox({ config: { writeLagMs: 60_000 } });
  sandbox.clock.freeze();
  const api = caller(sandbox, 9);
  await api.post("/likes/tracks/1020");
  await api.post("/tracks/1020/comments", { comment: { body: "late" } });
  const seen = async () => [
    (await api.get("/me/likes/tracks")).items.length,
    (await api.get("/tracks/1020/comments")).items.filter(({ body }) => String(body) === "late").length,
  ];
  assertEquals(await seen(), [0, 0]);
  sandbox.clock.advance(60_000);
  assertEquals(await seen(), [1, 1]);
});
