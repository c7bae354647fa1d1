import { assert, assertAlmostEquals, assertEquals, assertMatch } from "@std/assert";
import { createSandbox, type Sandbox } from "@tonearm/sandbox";
import { decode as decodeJpeg } from "jpeg-js";
import { decode } from "../../support/sandbox/decode.ts";
import { without } from "../../support/programs.ts";
import { bytesAt, call, locationOf, overHttp, statusOf, streamsOf } from "../../support/sandbox/requests.ts";

const START = "2026-03-01T00:00:00Z";

/** Returns the ids of other users' tracks in the catalogue that meet a condition. */
async function tracksWhere(
  sandbox: Sandbox,
  condition: (track: Record<string, unknown>) => boolean,
): Promise<number[]> {
  const reply = await call(sandbox, "/tracks?limit=200&access=playable,preview,blocked");
  const tracks: Record<string, unknown>[] = await reply.json();
  return tracks.filter(condition).map(({ id }) => Number(id));
}

async function playableTrack(sandbox: Sandbox): Promise<number> {
  const [id] = await tracksWhere(
    sandbox,
    ({ access, user }) => access === "playable" && (user as { id: number }).id > 1,
  );
  return id ?? 0;
}

Deno.test("/streams links to the API on the caller's host, and needs a token", async () => {
  using sandbox = createSandbox();
  const id = await playableTrack(sandbox);
  const streams = await streamsOf(sandbox, id);
  const uuid = "[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}";
  const start = `^https://api\\.sandbox\\.test/tracks/soundcloud:tracks:${id}/streams/${uuid}`;
  assertMatch(streams.hls_mp3_128_url ?? "", new RegExp(`${start}/hls$`));
  assertMatch(streams.preview_mp3_128_url ?? "", new RegExp(`${start}/preview$`));
  assertEquals(Object.keys(streams).filter((name) => name.startsWith("http_")), []);
  assertEquals(await statusOf(sandbox.fetch(`${sandbox.clientConfig.baseUrl}/tracks/${id}/streams`)), 401);
  assertEquals(await statusOf(sandbox.fetch(streams.hls_mp3_128_url ?? "")), 401);
  assertEquals(await statusOf(call(sandbox, `/tracks/${id}/streams`, { user: null })), 200);
});

Deno.test("/streams has AAC for every track except those of the old catalogue", async () => {
  using sandbox = createSandbox();
  const playable = await tracksWhere(sandbox, ({ access }) => access === "playable");
  const lists = await Promise.all(playable.map((id) => streamsOf(sandbox, id)));
  const withAac = lists.filter((streams) => streams.hls_aac_160_url).length;
  assert(withAac > 0 && withAac < lists.length);
  assert(lists.some((streams) => streams.hls_aac_96_url));
  assert(lists.every((streams) => streams.hls_aac_160_url || !streams.hls_aac_96_url));
});

Deno.test("sandbox streams: a link answers GET and HEAD with 302 to another origin, in the header and in the body", async () => {
  using sandbox = createSandbox();
  const { hls_mp3_128_url: link = "" } = await streamsOf(sandbox, await playableTrack(sandbox));
  const got = await call(sandbox, link);
  const { status, location } = await got.json();
  assertEquals(got.status, 302);
  assertEquals(status, "302 - Found");
  assertEquals(got.headers.get("location"), location);
  assertMatch(location, /^https:\/\/media\.sandbox\.test\/.*playlist\.m3u8\?expires=\d+&Policy=/);
  const head = await call(sandbox, link, { method: "HEAD" });
  assertEquals({ status: head.status, text: await head.text() }, { status: 302, text: "" });
  assertMatch(head.headers.get("location") ?? "", /^https:\/\/media\.sandbox\.test\//);
});

Deno.test("sandbox streams: a link with another UUID, protocol or track is a 404", async () => {
  using sandbox = createSandbox();
  const id = await playableTrack(sandbox);
  const { hls_mp3_128_url: link = "" } = await streamsOf(sandbox, id);
  const wrong = [
    link.replace(/hls$/, "http"),
    link.replace(/.\/hls$/, "x/hls"),
    link.replace(String(id), String(id + 1)),
  ];
  for (const url of wrong) assertEquals(await statusOf(call(sandbox, url)), 404, url);
});

Deno.test("sandbox streams: a preview track has only the preview, and a blocked one nothing", async () => {
  using sandbox = createSandbox();
  const [preview = 0] = await tracksWhere(sandbox, ({ access }) => access === "preview");
  assertEquals(Object.keys(await streamsOf(sandbox, preview)), ["preview_mp3_128_url"]);
  const [blocked = 0] = await tracksWhere(sandbox, ({ access }) => access === "blocked");
  assertEquals(await streamsOf(sandbox, blocked), {});
  assertEquals(await statusOf(call(sandbox, `/tracks/${blocked}/preview`)), 404);
});

Deno.test("sandbox streams: a full stream is 403 with an empty message if only the preview is allowed", async () => {
  using sandbox = createSandbox();
  const [id = 0] = await tracksWhere(sandbox, ({ available_country_codes: codes }) => codes === "US,CA");
  const headers = { "x-sandbox-country": "US" };
  const { hls_mp3_128_url: link = "" } = await (await call(sandbox, `/tracks/${id}/streams`, { headers })).json();
  assertEquals(await statusOf(call(sandbox, link, { headers })), 302);
  const refused = await call(sandbox, link);
  assertEquals({ status: refused.status, message: (await refused.json()).message }, { status: 403, message: "" });
});

Deno.test("sandbox streams: a private track streams for its owner, and with its secret token", async () => {
  using sandbox = createSandbox();
  const own: Record<string, unknown>[] = await (await call(sandbox, "/me/tracks?limit=200", { user: 2 })).json();
  const track = own.find(({ sharing }) => sharing === "private") ??
    await (await call(sandbox, `/tracks/${own[0]?.id}`, {
      user: 2,
      method: "PUT",
      headers: { "content-type": "application/json" },
      body: '{"track":{"sharing":"private"}}',
    })).json();
  const secret = new URL(String(track.secret_uri)).searchParams.get("secret_token");
  assert((await streamsOf(sandbox, String(track.id), 2)).hls_mp3_128_url);
  assertEquals(await statusOf(call(sandbox, `/tracks/${track.id}/streams`)), 404);
  const shared = await (await call(sandbox, `/tracks/${track.id}/streams?secret_token=${secret}`)).json();
  assertEquals(await statusOf(call(sandbox, shared.hls_mp3_128_url)), 302);
});

Deno.test("sandbox streams: the segments of a playlist start with the preview, and stay valid longer than the playlist's URL", async () => {
  using sandbox = createSandbox({ clock: START });
  sandbox.clock.freeze(START);
  const streams = await streamsOf(sandbox, await playableTrack(sandbox));
  const playlistUrl = await locationOf(sandbox, streams.hls_mp3_128_url);
  const playlist = await sandbox.fetch(playlistUrl);
  assertEquals(playlist.headers.get("content-type"), "application/vnd.apple.mpegurl");
  const names = (await playlist.text()).split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  assert(names.length >= 3);
  sandbox.clock.advance(301_000);
  const parts: Uint8Array<ArrayBuffer>[] = [];
  for (const name of names) {
    parts.push(await bytesAt(sandbox, new URL(name, playlistUrl).href));
    assertEquals(parts.at(-1)?.subarray(0, 2), Uint8Array.of(0xff, 0xfb));
  }
  const joined = new Uint8Array(await new Blob(parts).arrayBuffer());
  const preview = await bytesAt(sandbox, await locationOf(sandbox, streams.preview_mp3_128_url));
  assertEquals(joined.subarray(0, preview.length), preview);
  const beyond = new URL(names[0] ?? "", playlistUrl);
  beyond.pathname = beyond.pathname.replace(/0\.mp3$/, "99.mp3");
  assertEquals(await statusOf(sandbox.fetch(beyond)), 404);
});

Deno.test("sandbox streams: the preview supports ranges", async () => {
  using sandbox = createSandbox();
  const { preview_mp3_128_url } = await streamsOf(sandbox, await playableTrack(sandbox));
  const url = await locationOf(sandbox, preview_mp3_128_url);
  const whole = await bytesAt(sandbox, url);
  assertEquals(await bytesAt(sandbox, url, { range: "bytes=-50" }), whole.slice(-50));
});

Deno.test("/preview and /stream redirect to the first thirty seconds", async () => {
  using sandbox = createSandbox();
  const [id = 0] = await tracksWhere(
    sandbox,
    ({ access, duration }) => access === "playable" && Number(duration) > 40_000,
  );
  for (const path of ["preview", "stream"]) {
    const reply = await call(sandbox, `/tracks/${id}/${path}`);
    const { location } = await reply.json();
    assertEquals(reply.status, 302);
    assertAlmostEquals((await bytesAt(sandbox, location)).length, 30 * 16_000, 2000);
  }
});

Deno.test("sandbox streams: an app has 15,000 plays a day, then a 429 of the documented shape", async () => {
  using sandbox = createSandbox({ clock: START, config: { playsLimit: 3 } });
  sandbox.clock.freeze(START);
  const { hls_mp3_128_url: link = "" } = await streamsOf(sandbox, await playableTrack(sandbox));
  for (let i = 0; i < 3; i++) assertEquals(await statusOf(call(sandbox, link)), 302);
  const reply = await call(sandbox, link, { user: 2 });
  const rate_limit = { bucket: "by-client", max_nr_of_requests: 3, time_window: "PT24H", name: "plays" };
  const meta = { rate_limit, remaining_requests: 0, reset_time: "2026/03/02 00:00:00 +0000" };
  assertEquals({ status: reply.status, json: await reply.json() }, { status: 429, json: { errors: [{ meta }] } });
  sandbox.clock.advance(86_400_000);
  assertEquals(await statusOf(call(sandbox, link)), 302);
});

Deno.test("sandbox streams: a play appears in the recently played tracks, and in the track's count", async () => {
  using sandbox = createSandbox();
  const id = await playableTrack(sandbox);
  const count = async () => (await (await call(sandbox, `/tracks/${id}`)).json()).playback_count;
  const before = await count();
  await locationOf(sandbox, (await streamsOf(sandbox, id)).preview_mp3_128_url);
  assertEquals(await count(), before + 1);
  const recent = await (await call(sandbox, "/me/recently-played/tracks")).json();
  assertEquals((recent.collection ?? recent)[0].id, id);
});

Deno.test("sandbox streams: a picture is a JPEG of the size in its name", async () => {
  using sandbox = createSandbox();
  const { user } = await (await call(sandbox, `/tracks/${await playableTrack(sandbox)}`)).json();
  assertMatch(user.avatar_url, /-large\.jpg$/);
  const sizes = { original: 800, t500x500: 500, crop: 400, t300x300: 300, large: 100, t67x67: 67, badge: 47, tiny: 20 };
  for (const [name, pixels] of Object.entries({ ...sizes, small: 32, mini: 16 })) {
    const { width, height } = decodeJpeg(await bytesAt(sandbox, user.avatar_url.replace("-large", `-${name}`)));
    assertEquals({ width, height }, { width: pixels, height: pixels }, name);
  }
  assertEquals(await statusOf(sandbox.fetch(user.avatar_url.replace("-large", "-huge"))), 404);
});

Deno.test("sandbox streams: users may download a track if the owner allows it", async () => {
  using sandbox = createSandbox();
  const [id = 0] = await tracksWhere(
    sandbox,
    ({ downloadable, access }) => downloadable === true && access === "playable",
  );
  const { download_url } = await (await call(sandbox, `/tracks/${id}`)).json();
  const url = await locationOf(sandbox, download_url);
  const reply = await sandbox.fetch(url);
  assertMatch(reply.headers.get("content-disposition") ?? "", /^attachment; filename=".*\.mp3"$/);
  assert((await reply.arrayBuffer()).byteLength > 24 * 16_000);
});

Deno.test("sandbox streams: the same seed and clock give the same URLs and bytes", async () => {
  const listen = async () => {
    using sandbox = createSandbox({ seed: 5, clock: START });
    sandbox.clock.freeze(START);
    const url = await locationOf(sandbox, (await streamsOf(sandbox, await playableTrack(sandbox))).preview_mp3_128_url);
    return [url, await bytesAt(sandbox, url)];
  };
  assertEquals(await listen(), await listen());
});

Deno.test({
  name: "sandbox streams: over HTTP, ffmpeg decodes every stream and mpv plays the HLS ones",
  ignore: without("ffmpeg", "mpv"),
  async fn(t) {
    using sandbox = createSandbox();
    await using server = await sandbox.serve();
    const served = overHttp(sandbox, server);
    const id = await playableTrack(sandbox);
    const { duration } = await (await call(served, `/tracks/${id}`)).json();
    const streams: Record<string, string> = await (await call(served, `/tracks/${id}/streams`)).json();
    assert(Object.keys(streams).length >= 4);
    for (const [name, link] of Object.entries(streams)) {
      await t.step(name, async () => {
        const { location } = await (await call(served, link)).json();
        assert(new URL(location).origin !== server.url);
        const { errors, seconds } = await decode(location);
        assertEquals(errors, "");
        assertAlmostEquals(seconds, name.startsWith("preview") ? Math.min(30, duration / 1000) : duration / 1000, 0.3);
        if (!name.startsWith("hls")) return;
        const args = ["--no-config", "--no-video", "--ao=null", "--ao-null-untimed=yes", "--ytdl=no", location];
        const { code } = await new Deno.Command("mpv", { args, stdout: "null", stderr: "null" }).output();
        assertEquals(code, 0);
      });
    }
  },
});
