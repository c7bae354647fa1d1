import { assert, assertEquals, assertMatch } from "@std/assert";
import { ids, sandboxApi, walk } from "../../support/api.ts";

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
