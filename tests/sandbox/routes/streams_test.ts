import { assert, assertAlmostEquals, assertEquals } from "@std/assert";
import { createSandbox, type Sandbox } from "@tonearm/sandbox";
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

Deno.test("/streams has AAC for every track except those of the old catalogue", async () => {
  using sandbox = createSandbox();
  const playable = await tracksWhere(sandbox, ({ access }) => access === "playable");
  const lists = await Promise.all(playable.map((id) => streamsOf(sandbox, id)));
  const withAac = lists.filter((streams) => streams.hls_aac_160_url).length;
  assert(withAac > 0 && withAac < lists.length);
  assert(lists.some((streams) => streams.hls_aac_96_url));
  assert(lists.every((streams) => streams.hls_aac_160_url || !streams.hls_aac_96_url));
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
