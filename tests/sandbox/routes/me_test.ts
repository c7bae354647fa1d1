import { assert, assertEquals, assertMatch, assertObjectMatch } from "@std/assert";
import { createSandbox } from "@tonearm/sandbox";
import { caller, ids, names, sandboxApi } from "../../support/api.ts";

Deno.test("/me: the counts of a user equal the lengths of their lists", async () => {
  using api = sandboxApi();
  const all = "limit=200&access=playable,preview,blocked";
  const { body } = await api.get("/me");
  const size = async (path: string) => (await api.get(`${path}?${all}`)).items.length;
  assertEquals(body.followers_count, await size("/me/followers"));
  assertEquals(body.followings_count, await size("/me/followings"));
  assertEquals(body.public_favorites_count, await size("/me/likes/tracks"));
  assertEquals(body.reposts_count, await size("/me/reposts/tracks") + await size("/me/reposts/playlists"));
  assertEquals(Number(body.track_count) + Number(body.private_tracks_count), await size("/me/tracks"));
  assertEquals(Number(body.playlist_count) + Number(body.private_playlists_count), await size("/me/playlists"));
});

Deno.test("/me: following is 201 with the user, then 200; unfollowing is 200, then 404", async () => {
  using api = sandboxApi({ user: 9 });
  const first = await api.put("/me/followings/soundcloud:users:2");
  assertObjectMatch(first, {
    status: 201,
    body: { id: 2, followers_count: (await api.get("/users/2/followers?limit=200")).items.length },
  });
  const again = await api.put("/me/followings/2");
  assertObjectMatch(again, { status: 200, text: '{"status":"200 - Successful"}' });
  assertEquals((await api.get("/me/followings/2")).body.id, 2);
  assertEquals((await caller(api.sandbox, 2).get("/me/followers/9")).body.id, 9);
  assertEquals(ids((await api.get("/me/followings")).items), [2]);
  assertEquals((await api.delete("/me/followings/2")).status, 200);
  assertEquals((await api.delete("/me/followings/2")).status, 404);
  assertEquals((await api.get("/me/followings/2")).status, 404);
});

Deno.test("PUT /me/followings/{urn} rejects the user itself and more than the maximum, with a reason", async () => {
  using api = sandboxApi({ user: 9, config: { maxFollowings: 1 } });
  assertEquals((await api.put("/me/followings/9")).status, 422);
  assertEquals((await api.put("/me/followings/999")).status, 404);
  assertEquals((await api.put("/me/followings/2")).status, 201);
  const { status, body } = await api.put("/me/followings/3");
  assertEquals(status, 422);
  assertMatch(body.message, /maximum number of followings \(1\)/);
  assertEquals((await api.put("/me/followings/2")).status, 200);
});

Deno.test("/me: tracks of followed users come newest first, paged by offset", async () => {
  using api = sandboxApi({ user: 9 });
  assertEquals((await api.get("/me/followings/tracks")).items, []);
  await api.put("/me/followings/7");
  const all = ids((await api.get("/me/followings/tracks?limit=200")).items);
  const own = ids((await api.get("/users/7/tracks?limit=200")).items);
  assertEquals(all, own);
  assertEquals((await api.get("/me/followings/tracks?limit=200&offset=1")).items.length < own.length + 1, true);
});

Deno.test("/me: recently played is at most 25 tracks, each once, latest first", async () => {
  using sandbox = createSandbox();
  const { items } = await caller(sandbox).get("/me/recently-played/tracks");
  assert(items.length > 10 && items.length <= 25);
  assertEquals(new Set(ids(items)).size, items.length);
  assertEquals((await caller(sandbox, 9).get("/me/recently-played/tracks")).items, []);
});

Deno.test("/me: related users are those that a user's followers also follow", async () => {
  using api = sandboxApi();
  const related = (await api.get("/users/7/related?limit=200")).items;
  assert(related.length > 0 && related.every(({ id }) => id !== 7));
  const followers = ids((await api.get("/users/7/followers?limit=200")).items);
  const followed = new Set<string>();
  for (const id of followers) names((await api.get(`/users/${id}/followings`)).items).forEach((n) => followed.add(n));
  assert(names(related).every((name) => followed.has(name)));
});

Deno.test("GET /tracks/{urn}/download counts as a download, and as a play neither of the track nor of the app", async () => {
  using api = sandboxApi({ config: { playsLimit: 0 } });
  const tracks = (await api.get("/tracks?limit=200&access=playable")).items;
  const { urn } = tracks.find(({ downloadable }) => downloadable === true)!;
  const counts = async () => {
    const { playback_count: plays, download_count: downloads } = (await api.get(`/tracks/${urn}`)).body;
    const played = (await api.get("/me/recently-played/tracks")).items.map(({ id }) => id);
    return { plays: Number(plays), downloads: Number(downloads), played };
  };
  const before = await counts();
  assertEquals((await api.send(`/tracks/${urn}/download`, { redirect: "manual" })).status, 302);
  assertEquals(await counts(), { ...before, downloads: before.downloads + 1 });
});
