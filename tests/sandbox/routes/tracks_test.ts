import { assert, assertEquals, assertMatch, assertObjectMatch, assertStringIncludes } from "@std/assert";
import { type Api, caller, type Item, sandboxApi } from "../../support/api.ts";

/** Returns the caller's first track, public or private. */
async function own(api: Api, sharing = "public"): Promise<Item> {
  const { items } = await api.get("/me/tracks?limit=200");
  const track = items.find((item) => item.sharing === sharing && item.access === "playable");
  assert(track, `no ${sharing} track of one's own`);
  return track;
}

/** Returns a matching track of the catalogue, as the caller sees it. */
async function search(api: Api, query: string, fits: (item: Item) => boolean): Promise<Item> {
  const { items } = await api.get(`/tracks?limit=200&access=playable,preview,blocked&${query}`);
  const track = items.find(fits);
  assert(track);
  return track;
}

Deno.test("user_favorite is true for a single liked track, and false in lists", async () => {
  using api = sandboxApi();
  await api.post("/likes/tracks/1020");
  assertEquals((await api.get("/tracks/1020")).body.user_favorite, true);
  assertEquals((await caller(api.sandbox, 2).get("/tracks/1020")).body.user_favorite, false);
  const liked = (await api.get("/me/likes/tracks")).items.find(({ id }) => id === 1020);
  assertEquals(liked?.user_favorite, false);
});

Deno.test("/tracks: a private track is visible to its owner and with its secret token, and 404 otherwise", async () => {
  using api = sandboxApi();
  const { urn, uri, permalink_url, secret_uri } = await own(api, "private");
  const token = new URL(uri).searchParams.get("secret_token") ?? "";
  assertMatch(token, /^s-\w{11}$/);
  assertStringIncludes(permalink_url, `/${token}?utm_medium`);
  assertEquals(secret_uri, uri);
  const stranger = caller(api.sandbox, 2);
  assertEquals((await stranger.get(`/tracks/${urn}`)).status, 404);
  assertEquals((await stranger.get(`/tracks/${urn}?secret_token=s-wrong`)).status, 404);
  const opened = await stranger.get(`/tracks/${urn}?secret_token=${token}`);
  assertEquals(opened.status, 200);
  assertEquals(opened.text.includes(token), false, "the token is for the owner's eyes");
});

Deno.test("/tracks: a track is blocked outside its countries and playable inside", async () => {
  using api = sandboxApi();
  const { urn } = await search(api, "", ({ available_country_codes }) => available_country_codes === "US,CA");
  assertEquals((await api.get(`/tracks/${urn}`)).body.access, "blocked");
  assertEquals((await api.get(`/tracks/${urn}`, { "x-sandbox-country": "US" })).body.access, "playable");
  api.sandbox.config.country = "CA";
  assertEquals((await api.get(`/tracks/${urn}`)).body.access, "playable");
});

Deno.test("/tracks: a quiet track shows its comments only to its owner", async () => {
  using api = sandboxApi();
  const { urn } = await own(api);
  await api.post(`/tracks/${urn}/comments`, { comment: { body: "Mine" } });
  await api.put(`/tracks/${urn}`, { track: { reveal_comments: false } });
  assert((await api.get(`/tracks/${urn}/comments`)).items.length > 0);
  assertEquals((await caller(api.sandbox, 2).get(`/tracks/${urn}/comments`)).items, []);
});

Deno.test("PUT /tracks/{urn} changes only the given fields", async () => {
  using api = sandboxApi({ clock: "2026-06-01T10:00:00Z" });
  const before = await own(api);
  const change = { title: "New 東京 name", genre: "Zouk", tag_list: 'a "b c"', release_date: "2021-02-18", isrc: null };
  const { status, body } = await api.put(`/tracks/${before.urn}`, { track: change });
  assertEquals(status, 200);
  assertObjectMatch(body, { title: "New 東京 name", genre: "Zouk", tag_list: 'a "b c"' });
  assertObjectMatch(body, { release_year: 2021, release_month: 2, release_day: 18 });
  assertObjectMatch(body, { description: before.description, license: before.license });
  assertMatch(String(body.last_modified), /^2026\/06\/01 10:00/);
  assertEquals((await api.get("/tracks?q=zouk")).items.map(({ urn }) => urn), [before.urn]);
});

Deno.test("/tracks: a deleted track leaves lists, playlists, likes, search and counts", async () => {
  using api = sandboxApi();
  const { urn, id } = await own(api);
  await api.put(`/tracks/${urn}`, { track: { title: "Gone zyzzyva" } });
  const list = (await api.post("/playlists", { playlist: { title: "One", tracks: [{ urn }] } })).body;
  const fan = caller(api.sandbox, 2);
  await fan.delete(`/likes/tracks/${urn}`);
  const likes = async () => Number((await fan.get("/me")).body.public_favorites_count);
  const before = [await likes(), Number((await api.get("/me")).body.track_count)];
  await fan.post(`/likes/tracks/${urn}`);
  assertEquals(await likes(), Number(before[0]) + 1);

  const { status, text } = await api.delete(`/tracks/${urn}`);
  assertEquals({ status, text }, { status: 200, text: "" });
  assertEquals((await api.get(`/tracks/${urn}`)).status, 404);
  assertEquals((await api.get("/tracks?q=zyzzyva")).items, []);
  assertEquals((await api.get(`/playlists/${list.urn}`)).body.track_count, 0);
  assertEquals((await fan.get("/me/likes/tracks?limit=200")).items.some((item) => item.id === id), false);
  assertEquals(await likes(), before[0]);
  assertEquals(Number((await api.get("/me")).body.track_count), Number(before[1]) - 1);
});

Deno.test("/tracks: a track that becomes public appears in followers' feeds, and counts as public", async () => {
  using api = sandboxApi();
  const follower = caller(api.sandbox, 9);
  await follower.put("/me/followings/1");
  const { urn } = await own(api, "private");
  const seen = async () => (await follower.get("/me/feed?limit=200")).items.map(({ origin }) => origin.urn);
  const counts = async () => {
    const { track_count, private_tracks_count } = (await api.get("/me")).body;
    return [Number(track_count), Number(private_tracks_count)];
  };
  const [shown = 0, hidden = 0] = await counts();
  assertEquals((await seen()).includes(urn), false);
  await api.put(`/tracks/${urn}`, { track: { sharing: "public" } });
  assertEquals((await seen())[0], urn);
  assertEquals(await counts(), [shown + 1, hidden - 1]);
  await api.put(`/tracks/${urn}`, { track: { sharing: "private" } });
  assertEquals((await seen()).includes(urn), false);
  assertEquals(await counts(), [shown, hidden]);
});

Deno.test("/tracks: related tracks have the same genre, and the access filter applies", async () => {
  using api = sandboxApi();
  const track = await search(api, "genres=Techno", ({ genre }) => genre === "Techno");
  const { items } = await api.get(`/tracks/${track.urn}/related?limit=200&access=playable,preview,blocked`);
  assert(items.length > 3);
  assert(items.every(({ genre, id }) => genre === "Techno" && id !== track.id));
  const playable = await api.get(`/tracks/${track.urn}/related?limit=200&access=playable`);
  assert(playable.items.every(({ access }) => access === "playable"));
  const paged = await api.get(`/tracks/${track.urn}/related?limit=2&linked_partitioning=true`);
  assertMatch(String(paged.body.next_href), /limit=2.*offset=2/);
});

Deno.test("/tracks: lists who likes and who reposted a track, newest first, with counts", async () => {
  using api = sandboxApi({ user: 9 });
  await api.post("/likes/tracks/1020");
  await api.post("/reposts/tracks/1020");
  const { favoritings_count, reposts_count } = (await api.get("/tracks/1020")).body;
  for (const [path, count] of [["favoriters", favoritings_count], ["reposters", reposts_count]]) {
    const { body, items } = await api.get(`/tracks/1020/${path}?limit=200`);
    assertEquals(items[0]?.urn, "soundcloud:users:9");
    assertEquals(items.length, count);
    assert(Array.isArray(body.collection), "lists of users are always objects");
  }
});

Deno.test("/tracks: a storefront needs a plan that includes it", async () => {
  using api = sandboxApi({ user: "slow-harbour" });
  const { urn } = await own(api);
  const shop = { title: "Buy", type: "vinyl", link: "https://shop.example" };
  assertEquals((await api.put(`/tracks/${urn}/storefront`, shop)).status, 403);
});
