import { assert, assertEquals } from "@std/assert";
import { createSandbox } from "@tonearm/sandbox";
import { caller, type Item } from "../../support/api.ts";

const tagsOf = (items: readonly Item[]) => items.map(({ tag_list }) => String(tag_list));

Deno.test("sandbox: era 2026-10 returns no machine tags, but stores them and finds tracks by them", async () => {
  using sandbox = createSandbox();
  const api = caller(sandbox);
  const { items } = await api.get("/tracks?limit=200");
  assertEquals(tagsOf(items).filter((tags) => tags.includes("=")), []);
  const mine = (await api.get("/me/tracks")).items[0]?.urn;
  const tag_list = '"late night" geo:lat=43.555 "app:note=two words" a=b dub';
  const { body } = await api.put(`/tracks/${mine}`, { track: { tag_list } });
  assertEquals(body.tag_list, '"late night" a=b dub');
  assertEquals((await api.get("/tracks?tags=geo:lat%3D43.555&limit=200")).items.some(({ urn }) => urn === mine), true);
  sandbox.config.era = "2026-07";
  assertEquals((await api.get(`/tracks/${mine}`)).body.tag_list, tag_list);
});

Deno.test("sandbox: era 2026-07 has neither tempo nor key; 2026-10 has them for analysed tracks", async () => {
  using sandbox = createSandbox();
  const api = caller(sandbox);
  const read = async () => (await api.get("/tracks?limit=200")).items;
  const now = await read();
  for (const field of ["bpm", "key_signature"]) {
    assert(now.some((track) => track[field] !== null) && now.some((track) => track[field] === null), field);
  }
  sandbox.config.era = "2026-07";
  for (const track of await read()) {
    assertEquals({ bpm: track.bpm, key_signature: track.key_signature }, { bpm: null, key_signature: null });
  }
});

Deno.test("sandbox: era 2026-07 has no stations", async () => {
  using sandbox = createSandbox({ config: { era: "2026-07" } });
  const api = caller(sandbox);
  const urn = "soundcloud:system-playlists:track-stations:1001";
  assert(!("station_urn" in (await api.get("/tracks/1001")).body));
  assert(!("station_urn" in (await api.get("/users/1")).body));
  for (const path of [`/system-playlists/${urn}`, "/me/likes/system-playlists", "/users/1/likes/system-playlists"]) {
    assertEquals((await api.get(path)).status, 404, path);
  }
  assertEquals((await api.post(`/likes/playlists/${urn}`)).status, 404);
});

Deno.test("sandbox: era 2026-07 rejects set_type=playlist; 2026-10 accepts it", async () => {
  using sandbox = createSandbox();
  const api = caller(sandbox);
  const playlist = { title: "Mine", set_type: "playlist" };
  const { status, body } = await api.post("/playlists", { playlist });
  assertEquals({ status, playlist_type: body.playlist_type }, { status: 201, playlist_type: "" });
  sandbox.config.era = "2026-07";
  const refused = await api.post("/playlists", { playlist });
  assertEquals({ status: refused.status, message: refused.body.message }, {
    status: 422,
    message: "set_type is not included in the list",
  });
});

Deno.test("sandbox: era 2026-07 fails storefronts with an empty body; 2026-10 accepts them", async () => {
  using sandbox = createSandbox();
  const api = caller(sandbox);
  const mine = (await api.get("/me/tracks")).items[0]?.urn;
  const storefront = { title: "Buy", type: "vinyl", link: "https://shop.example" };
  assertEquals((await api.put(`/tracks/${mine}/storefront`, storefront)).status, 200);
  sandbox.config.era = "2026-07";
  const { status, text } = await api.put(`/tracks/${mine}/storefront`, storefront);
  assertEquals({ status, text }, { status: 500, text: "" });
});

Deno.test("needs_paid_plan is a 403 only on /streams", async () => {
  using sandbox = createSandbox();
  const api = caller(sandbox);
  sandbox.faults.add("needs_paid_plan");
  assertEquals((await api.get("/tracks/1001/streams")).status, 403);
  for (const path of ["/tracks/1001", "/me", "/tracks/1001/related"]) assertEquals((await api.get(path)).status, 200);
  assertEquals((await api.get("/tracks/1001/preview")).status, 302);
});

Deno.test("sandbox: followers, followings and playlists of a missing user are empty; other lists are 404", async () => {
  using sandbox = createSandbox();
  const api = caller(sandbox);
  for (const list of ["followers", "followings"]) {
    assertEquals((await api.get(`/users/999999/${list}`)).text, '{"collection":[],"next_href":null}');
  }
  assertEquals((await api.get("/users/999999/playlists")).text, "[]");
  assertEquals((await api.get("/users/999999/playlists?linked_partitioning=true")).text, '{"collection":[]}');
  for (const path of ["", "/tracks", "/favorites", "/likes/tracks", "/likes/playlists", "/related", "/web-profiles"]) {
    assertEquals((await api.get(`/users/999999${path}`)).status, 404, path);
  }
  assertEquals((await api.get("/users/nonsense/followers")).status, 404);
});
