import { assert, assertEquals, assertObjectMatch, assertStringIncludes } from "@std/assert";
import { createSandbox } from "@tonearm/sandbox";
import { playlistForm } from "../../../sandbox/routes/fields.ts";
import { type Api, caller, ids, type Item, sandboxApi } from "../../support/api.ts";

const ALL = "access=playable,preview,blocked";
/** Returns tracks that anyone may add, as `[{"urn": …}]`. */
async function addable(api: Api, count: number): Promise<{ urn: string }[]> {
  const { items } = await api.get(`/tracks?limit=200&access=playable`);
  return items.slice(0, count).map(({ urn }) => ({ urn }));
}

/** Creates a playlist of the user. */
async function make(api: Api, more: Record<string, unknown> = {}): Promise<Item> {
  const { status, body } = await api.post("/playlists", { playlist: { title: "Mine & Yours", ...more } });
  assertEquals(status, 201);
  return body;
}

Deno.test("/playlists: a new playlist has its fields, its tracks in order, and a permalink from its title", async () => {
  using sandbox = createSandbox({ clock: "2026-04-05T06:07:08Z" });
  sandbox.clock.freeze();
  const api = caller(sandbox);
  const tracks = (await addable(api, 5)).toReversed();
  const made = await make(api, { description: "Why", sharing: "private", genre: "Pop", tracks, set_type: "album" });
  assertEquals(made.tracks.map(({ urn }) => ({ urn })), tracks);
  assertObjectMatch(made, { permalink: "mine-yours", sharing: "private", track_count: 5 });
  assertObjectMatch(made, { playlist_type: "album", description: "Why", created_at: "2026/04/05 06:07:08 +0000" });
  assertEquals(made.duration, made.tracks.reduce((sum, { duration }) => sum + duration, 0));
  assertEquals((await make(api)).permalink, "mine-yours-2");
  assertEquals((await make(api, { title: "夜" })).permalink, "playlist");
});

Deno.test("/playlists: a track that can't be added is a 422 that names it, and nothing changes", async () => {
  using api = sandboxApi();
  const tracks = await addable(api, 2);
  const { urn } = await make(api, { tracks });
  const blocked = (await api.get("/tracks?access=blocked&limit=200")).items[0]?.urn;
  for (const bad of ["soundcloud:tracks:999999", "soundcloud:users:1", "", blocked]) {
    const { status, body } = await api.put(`/playlists/${urn}`, {
      playlist: { title: "Half", tracks: [...tracks, { urn: bad }] },
    });
    assertEquals(status, 422);
    assertStringIncludes(body.message, String(bad));
  }
  for (const bad of [null, "soundcloud:tracks:1001", 1001]) {
    const { status, body } = await api.put(`/playlists/${urn}`, { playlist: { title: "Half", tracks: [bad] } });
    assertEquals({ status, message: body.message }, { status: 422, message: "Cannot add the track ." }, String(bad));
  }
  const { title, track_count } = (await api.get(`/playlists/${urn}`)).body;
  assertEquals({ title, track_count }, { title: "Mine & Yours", track_count: 2 });
});

/** The values of a form's tracks, and the number of tracks that they name. */
const FORM_TRACKS: Readonly<Record<string, (urns: readonly string[]) => readonly string[]>> = {
  "no value": () => [],
  "an empty value": () => [""],
  "one track": ([first = ""]) => [first],
  "a track per value": (urns) => urns,
  "commas and values": ([first, second, third = ""]) => [`${first},${second},`, third],
};

for (const [what, valuesOf] of Object.entries(FORM_TRACKS)) {
  Deno.test(`POST /playlists: a form with ${what} adds the tracks that it names`, async () => {
    using api = sandboxApi();
    const values = valuesOf((await addable(api, 3)).map(({ urn }) => urn));
    const body = new FormData();
    body.set("playlist[title]", "From a form");
    for (const value of values) body.append("playlist[tracks][][urn]", value);
    const made = await api.send("/playlists", { method: "POST", body });
    assertEquals(
      made.body.tracks.map(({ urn }) => urn),
      values.flatMap((value) => value.split(",")).filter((urn) => urn !== ""),
    );
  });
}

Deno.test("playlistForm() leaves tracks out if a form names none, so that a playlist keeps its own", () => {
  const fields = { title: "Mine", sharing: "private" };
  const formOf = (...urns: readonly string[]) => ({ fields, all: () => urns });
  assertEquals(playlistForm(formOf()), fields);
  assertEquals(playlistForm(formOf("", ",")), fields);
  assertEquals(playlistForm(formOf("a")), { ...fields, tracks: [{ urn: "a" }] });
});

Deno.test("show_tracks=false omits the tracks but keeps the count", async () => {
  using api = sandboxApi();
  for (const path of ["/playlists/101", "/me/playlists", "/playlists?q=selection"]) {
    const { body, items } = await api.get(`${path}${path.includes("?") ? "&" : "?"}show_tracks=false`);
    for (const list of items.length > 0 ? items : [body]) {
      assertEquals("tracks" in list, false);
      assert(Number(list.track_count) > 0);
    }
  }
});

Deno.test("/playlists: access filters a playlist's tracks, while track_count counts them all", async () => {
  using api = sandboxApi();
  const lists = (await api.get(`/playlists?limit=50&${ALL}`)).items;
  const list = lists.find(({ tracks }) => tracks.some(({ access }) => access !== "playable"));
  assert(list);
  const shown = (await api.get(`/playlists/${list.urn}?access=playable`)).body;
  assert(shown.tracks.length < Number(shown.track_count));
  assert(shown.tracks.every(({ access }) => access === "playable"));
});

Deno.test("/playlists: a playlist's tracks are paged by offset, in order; hidden ones are counted and then left out", async () => {
  using api = sandboxApi();
  const path = `/playlists/105/tracks?${ALL}&linked_partitioning=true`;
  const whole = ids((await api.get(`${path}&limit=200`)).items);
  const first = await api.get(`${path}&limit=2`);
  const next = new URL(String(first.body.next_href));
  assertEquals(next.searchParams.get("offset"), "2");
  assertEquals(next.searchParams.get("limit"), "2");
  assertEquals(ids([...first.items, ...(await api.get(next.href)).items]), whole.slice(0, 4));
});

Deno.test("/playlists: a private playlist is visible to its owner and with its secret token, which opens no private track", async () => {
  using api = sandboxApi();
  const hidden = (await api.get("/me/tracks?limit=200")).items.find(({ sharing }) => sharing === "private");
  assert(hidden);
  const made = await make(api, { sharing: "private", tracks: [{ urn: hidden.urn }] });
  const token = new URL(made.uri).searchParams.get("secret_token");
  assertStringIncludes(made.permalink_url, `/sets/mine-yours/${token}?`);
  assertEquals(made.tracks.length, 1);
  const stranger = caller(api.sandbox, 2);
  assertEquals((await stranger.get(`/playlists/${made.urn}`)).status, 404);
  assertEquals((await stranger.get(`/playlists/${made.urn}/tracks`)).status, 404);
  const opened = await stranger.get(`/playlists/${made.urn}?secret_token=${token}`);
  assertObjectMatch(opened, { status: 200, body: { track_count: 1 } });
  assertEquals(opened.body.tracks, []);
  api.sandbox.config.playlistTokenOpensTracks = true;
  assertEquals((await stranger.get(`/playlists/${made.urn}?secret_token=${token}`)).body.tracks.length, 1);
  assertEquals((await stranger.get(`/playlists/${made.urn}/tracks?secret_token=${token}`)).items.length, 1);
});

Deno.test("/playlists: a private track of another user can't be added, and its owner can add it", async () => {
  using sandbox = createSandbox();
  const owner = caller(sandbox);
  const hidden = (await owner.get("/me/tracks?limit=200")).items.find(({ sharing }) => sharing === "private");
  const playlist = { title: "Mine", tracks: [{ urn: hidden!.urn }] };
  const stranger = caller(sandbox, 2);
  assertEquals((await stranger.post("/playlists", { playlist })).status, 422);
  const { urn } = await make(stranger);
  assertEquals((await stranger.put(`/playlists/${urn}`, { playlist })).status, 422);
  assertEquals((await owner.post("/playlists", { playlist })).status, 201);
});

Deno.test("POST /playlists joins a character that two chunks of the request share", async () => {
  using sandbox = createSandbox();
  const bytes = new TextEncoder().encode(JSON.stringify({ playlist: { title: "Für dich" } }));
  const cut = bytes.indexOf(0xc3) + 1;
  const body = ReadableStream.from([bytes.slice(0, cut), bytes.slice(cut)]);
  const headers = { "content-type": "application/json" };
  const made = await caller(sandbox).send("/playlists", { method: "POST", headers, body });
  assertObjectMatch(made, { status: 201, body: { title: "Für dich" } });
});
