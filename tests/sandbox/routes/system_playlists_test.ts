import { assert, assertEquals, assertObjectMatch } from "@std/assert";
import { createSandbox } from "@tonearm/sandbox";
import { caller, sandboxApi, walk } from "../../support/api.ts";

const TRACK = "soundcloud:system-playlists:track-stations:1001";
const ARTIST = "soundcloud:system-playlists:artist-stations:1";

for (const [urn, type] of [[TRACK, "TRACK_STATION"], [ARTIST, "ARTIST_STATION"]] as const) {
  const tail = urn.replace("soundcloud:system-playlists:", "");

  Deno.test(`GET /system-playlists/{id} returns ${tail} by its URN, by the last two parts, and to an app`, async () => {
    using sandbox = createSandbox();
    const { status, body } = await caller(sandbox, null).get(`/system-playlists/${urn}`);
    assertEquals(status, 200);
    assertObjectMatch(body, { urn, kind: "system-playlist", playlist_type: type, permalink: tail });
    assert(body.permalink_url.startsWith(`https://soundcloud.com/discover/sets/${tail}?`));
    assertEquals(body.track_count, body.tracks.length);
    assert(body.tracks.length > 1);
    for (const field of ["id", "duration", "user_id", "tag_list", "sharing"]) assert(!(field in body), field);
    for (const path of [tail, encodeURIComponent(urn)]) {
      assertEquals((await caller(sandbox, null).get(`/system-playlists/${path}`)).body.urn, urn);
    }
  });
}

Deno.test("/system-playlists: a track's station starts with the track, an artist's with the artist's tracks, then others", async () => {
  using api = sandboxApi();
  const track = (await api.get(`/system-playlists/${TRACK}`)).body;
  assertEquals(track.tracks[0]?.id, 1001);
  const artist = (await api.get(`/system-playlists/${ARTIST}`)).body;
  assertEquals(artist.tracks[0]?.user.id, 1);
  assert(artist.tracks.some(({ user }) => user.id !== 1));
});

Deno.test("GET /system-playlists/{id} contains no private or blocked track", async () => {
  using api = sandboxApi({ user: 9 });
  for (let id = 1; id <= 20; id++) {
    for (const { sharing, access } of (await api.get(`/system-playlists/artist-stations:${id}`)).body.tracks ?? []) {
      assert(sharing === "public" && access !== "blocked");
    }
  }
});

Deno.test("GET /system-playlists/{id} answers 404 if nothing is visible", async () => {
  using api = sandboxApi();
  const hidden = (await api.get("/me/tracks?limit=200")).items.find(({ sharing }) => sharing === "private");
  // The ninth artist has no tracks; the tenth is available in Switzerland only.
  const paths = ["track-stations:9", "artist-stations:9", "artist-stations:99", `track-stations:${hidden?.id}`, "1001"];
  for (const path of [...paths, "soundcloud:playlists:101", "charts:1"]) {
    assertEquals((await api.get(`/system-playlists/${path}`)).status, 404, path);
  }
});

Deno.test("station_urn is the station of public tracks and of users with public tracks", async () => {
  using api = sandboxApi();
  const { items } = await api.get("/me/tracks?limit=200");
  for (const { id, sharing, station_urn } of items) {
    const expected = sharing === "public" ? `soundcloud:system-playlists:track-stations:${id}` : undefined;
    assertEquals(station_urn, expected);
  }
  assertEquals((await api.get("/users/1")).body.station_urn, ARTIST);
  assertEquals(
    (await api.get("/tracks/1001")).body.user.station_urn,
    `soundcloud:system-playlists:artist-stations:${(await api.get("/tracks/1001")).body.user.id}`,
  );
  assert(!("station_urn" in (await api.get("/users/9")).body));
});

Deno.test("/system-playlists: a station is liked and unliked like a playlist, and appears in both lists without its tracks", async () => {
  using api = sandboxApi({ user: 9 });
  for (const urn of [TRACK, ARTIST, ARTIST]) {
    const { status, text } = await api.post(`/likes/playlists/${urn}`);
    assertEquals({ status, text }, { status: 200, text: '{"status":"200 - OK"}' });
  }
  for (const path of ["/me/likes/system-playlists", "/users/9/likes/system-playlists"]) {
    const { items } = await api.get(path);
    assertEquals(items.map((item) => [item.urn, "tracks" in item]), [[ARTIST, false], [TRACK, false]]);
  }
  assertEquals((await api.delete(`/likes/playlists/${ARTIST}`)).status, 200);
  assertEquals((await api.delete(`/likes/playlists/${ARTIST}`)).status, 404);
  assertEquals((await api.get("/me/likes/system-playlists")).items.map(({ urn }) => urn), [TRACK]);
  assertEquals((await api.get("/me/likes/playlists")).items, []);
});

Deno.test("/system-playlists: an unknown station can't be liked, and none can be reposted: 404", async () => {
  using api = sandboxApi();
  assertEquals((await api.post("/likes/playlists/soundcloud:system-playlists:track-stations:9")).status, 404);
  assertEquals((await api.post(`/likes/tracks/${TRACK}`)).status, 404);
  assertEquals((await api.post(`/reposts/playlists/${TRACK}`)).status, 404);
  assertEquals((await caller(api.sandbox, null).post(`/likes/playlists/${TRACK}`)).status, 401);
});

Deno.test("/system-playlists: liked stations are paged, as an array or an object", async () => {
  using api = sandboxApi();
  const all = (await api.get("/me/likes/system-playlists?limit=200")).items.map(({ urn }) => urn);
  assertEquals(all.length, 6);
  const pages = await walk(api, "/me/likes/system-playlists?limit=4&linked_partitioning=true");
  assertEquals(pages.map(({ length }) => length), [4, 2]);
  assertEquals(pages.flat().map(({ urn }) => urn), all);
  assertEquals((await api.get("/users/999999/likes/system-playlists")).status, 404);
});

Deno.test("/system-playlists: a liked station leaves the list when its track or artist is deleted", async () => {
  using sandbox = createSandbox();
  const owner = caller(sandbox);
  const mine = (await owner.get("/me/tracks")).items.find(({ sharing }) => sharing === "public");
  await owner.post(`/likes/playlists/${mine?.station_urn}`);
  assertEquals((await owner.get("/me/likes/system-playlists")).items.length, 7);
  await owner.delete(`/tracks/${mine?.urn}`);
  assertEquals((await owner.get("/me/likes/system-playlists")).items.length, 6);
  assertEquals((await owner.delete(`/likes/playlists/${mine?.station_urn}`)).status, 200);
});

Deno.test("writeLagMs delays likes of stations", async () => {
  using sandbox = createSandbox({ clock: "2026-11-01T00:00:00Z", config: { writeLagMs: 1000 } });
  sandbox.clock.freeze();
  const api = caller(sandbox, 9);
  const count = async () => (await api.get("/me/likes/system-playlists")).items.length;
  await api.post(`/likes/playlists/${TRACK}`);
  assertEquals(await count(), 0);
  sandbox.clock.advance(1000);
  assertEquals(await count(), 1);
  await api.delete(`/likes/playlists/${TRACK}`);
  assertEquals(await count(), 1);
  sandbox.clock.advance(1000);
  assertEquals(await count(), 0);
});
