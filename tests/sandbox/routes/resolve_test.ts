import { assert, assertEquals } from "@std/assert";
import { type Api, caller, type Item, sandboxApi } from "../../support/api.ts";

const API = "https://api.sandbox.test";

/** Returns the target of a web page, or the status of an error. */
async function resolve(api: Api, url: string): Promise<string | number> {
  const { status, headers, text, body } = await api.get(`/resolve?url=${encodeURIComponent(url)}`);
  if (status !== 302) return status;
  assertEquals(text, JSON.stringify({ status: "302 - Found", location: headers.get("location") }));
  return body.location;
}

/** Returns the caller's first track or playlist of a kind. */
async function mine(api: Api, kind: "tracks" | "playlists", sharing: string): Promise<Item> {
  const item = (await api.get(`/me/${kind}?limit=200`)).items.find((item) => item.sharing === sharing);
  assert(item, `no ${sharing} ${kind}`);
  return item;
}

/** Returns a page's URL without the mark of the calling app. */
function page({ permalink_url }: Item): string {
  return permalink_url.replace(/\?.*/, "");
}

Deno.test("GET /resolve: URLs of users, tracks and playlists redirect to the resource by URN", async () => {
  using api = sandboxApi();
  assertEquals(await resolve(api, "https://soundcloud.com/night-ferry"), `${API}/users/soundcloud:users:1`);
  const track = await mine(api, "tracks", "public");
  assertEquals(await resolve(api, page(track)), track.uri);
  const list = await mine(api, "playlists", "public");
  assertEquals(await resolve(api, page(list)), list.uri);
});

Deno.test("GET /resolve: ignores differences in host, scheme, query, fragment and trailing slash", async () => {
  using api = sandboxApi();
  const forms = [
    "http://soundcloud.com/night-ferry",
    "https://www.soundcloud.com/night-ferry/",
    "https://m.soundcloud.com/night-ferry?utm_source=x&si=1#t=3",
    "soundcloud.com/night-ferry",
    "  https://soundcloud.com//night-ferry  ",
    "HTTPS://SoundCloud.com/night-ferry",
  ];
  for (const form of forms) assertEquals(await resolve(api, form), `${API}/users/soundcloud:users:1`, form);
});

Deno.test("GET /resolve: passes on the token of a secret link; without it, a private track is a 404", async () => {
  using api = sandboxApi();
  const stranger = caller(api.sandbox, 2);
  const made = (await api.post("/playlists", { playlist: { title: "Hush", sharing: "private" } })).body;
  for (const item of [await mine(api, "tracks", "private"), made]) {
    const location = await resolve(stranger, page(item));
    assertEquals(location, item.uri);
    assertEquals((await stranger.get(String(location))).status, 200);
    assertEquals(await resolve(stranger, page(item).replace(/\/s-\w+$/, "")), 404);
    assertEquals(await resolve(stranger, page(item).replace(/\/s-\w+$/, "/s-wrong")), 404);
    assertEquals(await resolve(api, page(item).replace(/\/s-\w+$/, "")), item.uri.replace(/\?.*/, ""));
  }
});

Deno.test("GET /resolve: short links redirect to their resource", async () => {
  using api = sandboxApi();
  for (const [kind, id] of [["users", 3], ["tracks", 1020], ["playlists", 105]] as const) {
    assertEquals(
      await resolve(api, `https://on.soundcloud.com/${kind}${id}`),
      `${API}/${kind}/soundcloud:${kind}:${id}`,
    );
  }
  const hidden = await mine(api, "tracks", "private");
  const stranger = caller(api.sandbox, 2);
  for (const wrong of [`tracks${hidden.id}`, "", "tracks", "1020", "Tracks1020", "comments1", "users999999"]) {
    assertEquals(await resolve(stranger, `https://on.soundcloud.com/${wrong}`), 404, wrong);
  }
});

Deno.test("GET /resolve answers 404 for an unknown URL, 400 for an invalid one", async () => {
  using api = sandboxApi();
  const nowhere = [
    "https://soundcloud.com/nobody",
    "https://soundcloud.com/night-ferry/nothing",
    "https://soundcloud.com/night-ferry/sets/nothing",
    "https://soundcloud.com/night-ferry/sets",
    "https://soundcloud.com/",
    "https://example.com/night-ferry",
    "https://on.soundcloud.com/nothing",
    "https://soundcloud.com/%E0%A4%A",
  ];
  for (const url of nowhere) assertEquals(await resolve(api, url), 404, url);
  assertEquals(await resolve(api, "https://"), 400);
  assertEquals((await api.get("/resolve")).status, 400);
});

for (const name of ["track-stations:1001", "artist-stations:1"]) {
  Deno.test(`resolve() redirects from discover/sets/${name} to the system playlist`, async () => {
    using api = sandboxApi({ user: null });
    for (const host of ["https://soundcloud.com", "https://m.soundcloud.com", "soundcloud.com"]) {
      const location = `${API}/system-playlists/soundcloud:system-playlists:${name}`;
      assertEquals(await resolve(api, `${host}/discover/sets/${name}?utm_source=x`), location);
    }
  });
}
