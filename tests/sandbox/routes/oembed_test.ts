import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { createSandbox, type Sandbox } from "@tonearm/sandbox";
import { getWidgetUrl } from "../../../src/formats/widget.ts";
import { type Api, caller, type Item } from "../../support/api.ts";

const API = "https://api.sandbox.test";

interface Embed {
  readonly html: string;
  readonly [field: string]: unknown;
}

async function requestEmbed(sandbox: Sandbox, query: Readonly<Record<string, string>>): Promise<Response> {
  return await sandbox.fetch(`${API}/oembed?${new URLSearchParams(query)}`);
}

async function embed(sandbox: Sandbox, query: Readonly<Record<string, string>>): Promise<Embed> {
  const reply = await requestEmbed(sandbox, query);
  assertEquals(reply.status, 200);
  return await reply.json();
}

/** Returns the URL in the embed's HTML. */
function source({ html }: Embed): URL {
  return new URL(/ src="([^"]+)"/.exec(html)?.[1] ?? "");
}

function page({ permalink_url }: Item): string {
  return permalink_url.replace(/\?.*/, "");
}

async function first(api: Api, sharing: string): Promise<Item> {
  const track = (await api.get("/me/tracks?limit=200")).items.find((item) => item.sharing === sharing);
  assert(track, `no ${sharing} track`);
  return track;
}

Deno.test("GET /oembed answers like the service's recorded replies, without a token", async () => {
  using sandbox = createSandbox();
  const track = await first(caller(sandbox), "public");
  const reply = await requestEmbed(sandbox, { url: page(track) });
  assertEquals(reply.headers.get("content-type"), "application/json; charset=utf-8");
  const text = await reply.text();
  assert(text.startsWith('{"version":1.0,"type":"rich","provider_name":"SoundCloud"'), text);
  assertStringIncludes(text, '"html":"\\u003Ciframe width=\\"100%\\"');
  assertStringIncludes(text, "\\u0026show_artwork=true");
  const { html, ...facts } = JSON.parse(text);
  assertEquals(facts, {
    version: 1,
    type: "rich",
    provider_name: "SoundCloud",
    provider_url: "https://soundcloud.com",
    height: 400,
    width: "100%",
    title: `${track.title} by ${track.user.username}`,
    description: track.description,
    thumbnail_url: String(track.artwork_url).replace("-large", "-t500x500"),
    author_name: track.user.username,
    author_url: `https://soundcloud.com/${track.user.permalink}`,
  });
  const player = encodeURIComponent(`${API}/tracks/${track.id}`);
  assertEquals(
    html,
    `<iframe width="100%" height="400" scrolling="no" frameborder="no" allow="autoplay; encrypted-media" ` +
      `src="https://w.sandbox.test/player/?visual=true&url=${player}&show_artwork=true"></iframe>`,
  );
});

Deno.test("GET /oembed on the service's host embeds the service's player, at the URL of getWidgetUrl()", async () => {
  using sandbox = createSandbox();
  const url = "https://soundcloud.com/oembed?url=https://soundcloud.com/night-ferry";
  const embedded = source(await (await sandbox.fetch(url)).json());
  const widget = new URL(getWidgetUrl("soundcloud:users:1"));
  assertEquals(embedded.origin + embedded.pathname, widget.origin + widget.pathname);
  assertEquals(embedded.searchParams.get("url"), widget.searchParams.get("url"));
  assertEquals((await sandbox.fetch(widget)).status, 200);
});

Deno.test("GET /oembed accepts users, playlists, short links, other hosts and API URLs", async () => {
  using sandbox = createSandbox();
  const user = await embed(sandbox, { url: "https://m.soundcloud.com/night-ferry?utm_source=x" });
  assertEquals({ height: user.height, title: user.title, url: source(user).searchParams.get("url") }, {
    height: 450,
    title: "Night Ferry",
    url: `${API}/users/1`,
  });
  const list = (await caller(sandbox).get("/me/playlists?limit=1")).items[0];
  assert(list);
  const { height, title } = await embed(sandbox, { url: page(list) });
  assertEquals({ height, title }, { height: 450, title: `${list.title} by Night Ferry` });
  for (const url of ["https://api.soundcloud.com/users/1", `${API}/users/soundcloud%3Ausers%3A1`]) {
    assertEquals((await embed(sandbox, { url })).title, "Night Ferry");
  }
});

Deno.test("GET /oembed respects maxwidth and maxheight, and passes parameters to the player", async () => {
  using sandbox = createSandbox();
  const url = "https://soundcloud.com/night-ferry";
  const small = await embed(sandbox, { url, maxwidth: "500", maxheight: "166", color: "ff0066", auto_play: "true" });
  assertEquals({ width: small.width, height: small.height }, { width: 500, height: 166 });
  assertMatch(small.html, /^<iframe width="500" height="166" /);
  const { color, auto_play, visual, maxwidth } = Object.fromEntries(source(small).searchParams);
  assertEquals({ color, auto_play, visual, maxwidth }, {
    color: "ff0066",
    auto_play: "true",
    visual: "true",
    maxwidth: "500",
  });
  const large = await embed(sandbox, { url, maxwidth: "100%", maxheight: "9000" });
  assertEquals({ width: large.width, height: large.height }, { width: "100%", height: 450 });
  const quoted = await embed(sandbox, { url, color: `"><script>alert(1)</script>` });
  assertEquals(quoted.html.match(/[<>]/g)?.length, 4, quoted.html);
});

Deno.test("GET /oembed?format=js accepts only function names as the callback", async () => {
  using sandbox = createSandbox();
  const url = "https://soundcloud.com/night-ferry";
  const reply = await requestEmbed(sandbox, { url, format: "js", callback: "app.show" });
  assertEquals(reply.headers.get("content-type"), "text/javascript; charset=utf-8");
  const seen: Embed[] = [];
  new Function("app", await reply.text())({ show: (shown: Embed) => seen.push(shown) });
  assertEquals(seen.map(({ title }) => title), ["Night Ferry"]);
  for (const callback of ["", "alert(1)//", "a b", "a..b", "<script>"]) {
    const refused = await requestEmbed(sandbox, { url, format: "js", callback });
    assertEquals(refused.status, 400, callback);
    await refused.body?.cancel();
  }
});

Deno.test("GET /oembed?format=xml spells names with hyphens, and escapes the code twice", async () => {
  using sandbox = createSandbox();
  const reply = await requestEmbed(sandbox, { url: "https://soundcloud.com/night-ferry", format: "xml" });
  assertEquals(reply.headers.get("content-type"), "text/xml; charset=utf-8");
  const text = await reply.text();
  for (
    const line of [
      '<?xml version="1.0" encoding="UTF-8"?>\n<oembed>\n  <version type="float">1.0</version>\n',
      "  <provider-name>SoundCloud</provider-name>\n",
      '  <height type="integer">450</height>\n  <width>100%</width>\n',
      "  <html>&lt;![CDATA[&lt;iframe ",
      "&lt;/iframe&gt;]]&gt;</html>\n",
      "  <author-url>https://soundcloud.com/night-ferry</author-url>\n</oembed>\n",
    ]
  ) assertStringIncludes(text, line);
});

Deno.test("GET /oembed shows a private track with its secret link, and answers 404 without it", async () => {
  using sandbox = createSandbox();
  const track = await first(caller(sandbox), "private");
  const shown = source(await embed(sandbox, { url: page(track) })).searchParams.get("url") ?? "";
  assertMatch(shown, /\/tracks\/\d+\?secret_token=s-\w+$/);
  assertEquals((await embed(sandbox, { url: shown })).author_name, "Night Ferry");
  const closed = [page(track).replace(/\/s-\w+$/, ""), shown.replace(/\?.*/, ""), `${shown}x`];
  for (const url of [...closed, "https://soundcloud.com/nobody", "https://example.com/tracks/1"]) {
    assertEquals((await requestEmbed(sandbox, { url })).status, 404, url);
  }
});

Deno.test("GET /oembed rejects a missing url, another format, and a track that nobody may embed", async () => {
  using sandbox = createSandbox();
  const api = caller(sandbox);
  const track = await first(api, "public");
  assertEquals((await requestEmbed(sandbox, {})).status, 400);
  assertEquals((await requestEmbed(sandbox, { url: page(track), format: "yaml" })).status, 501);
  await api.put(`/tracks/${track.id}`, { track: { embeddable_by: "none" } });
  assertEquals((await requestEmbed(sandbox, { url: page(track) })).status, 403);
});

Deno.test("GET /player/ may be framed, runs only its own script, and escapes titles", async () => {
  using sandbox = createSandbox();
  const api = caller(sandbox);
  const title = `<img src=x onerror="alert(1)"><script>alert(2)</script>`;
  const list = (await api.post("/playlists", { playlist: { title } })).body;
  const reply = await sandbox.fetch(source(await embed(sandbox, { url: page(list) })));
  assertEquals({ status: reply.status, xFrameOptions: reply.headers.get("x-frame-options") }, {
    status: 200,
    xFrameOptions: null,
  });
  assertMatch(reply.headers.get("content-security-policy") ?? "", /script-src 'sha256-[\w+/]{43}='/);
  const text = await reply.text();
  assertEquals(text.match(/<script/g)?.length, 1);
  assertStringIncludes(text, "&lt;script&gt;alert(2)");
  for (const url of ["", "https://example.com/", "https://api.soundcloud.com/tracks/999999999"]) {
    const missing = await sandbox.fetch(`https://w.sandbox.test/player/?url=${encodeURIComponent(url)}`);
    assert([400, 404].includes(missing.status), url);
    assertMatch(await missing.text(), /<p>\S/);
  }
});

Deno.test("GET /player/tracks/ID redirects to the sound, and counts a play", async () => {
  using sandbox = createSandbox();
  const api = caller(sandbox);
  const track = (await api.get("/tracks?limit=50")).items.find(({ access }) => access === "playable");
  assert(track);
  const reply = await sandbox.fetch(`https://w.sandbox.test/player/tracks/${track.id}`, { redirect: "manual" });
  assertEquals(reply.status, 302);
  const sound = await sandbox.fetch(reply.headers.get("location") ?? "", { headers: { range: "bytes=0-3" } });
  assertEquals({ status: sound.status, contentType: sound.headers.get("content-type") }, {
    status: 206,
    contentType: "audio/mpeg",
  });
  await sound.body?.cancel();
  assertEquals((await api.get(`/tracks/${track.id}`)).body.playback_count, Number(track.playback_count) + 1);
});
