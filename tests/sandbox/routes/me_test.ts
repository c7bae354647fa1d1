import { assert, assertEquals } from "@std/assert";
import { ids, names, sandboxApi } from "../../support/api.ts";

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

Deno.test("/me: related users are those that a user's followers also follow", async () => {
  using api = sandboxApi();
  const related = (await api.get("/users/7/related?limit=200")).items;
  assert(related.length > 0 && related.every(({ id }) => id !== 7));
  const followers = ids((await api.get("/users/7/followers?limit=200")).items);
  const followed = new Set<string>();
  for (const id of followers) names((await api.get(`/users/${id}/followings`)).items).forEach((n) => followed.add(n));
  assert(names(related).every((name) => followed.has(name)));
});
