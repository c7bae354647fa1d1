import { assert, assertEquals } from "@std/assert";
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
