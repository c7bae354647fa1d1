import { assert, assertAlmostEquals, assertEquals, assertMatch } from "@std/assert";
import { createSandbox, type Sandbox } from "@tonearm/sandbox";
import { hasFfmpeg } from "../../../sandbox/host/ffmpeg.ts";
import { decode } from "../../support/sandbox/decode.ts";
import { without } from "../../support/programs.ts";
import { bytesAt, call, locationOf, streamsOf } from "../../support/sandbox/streams.ts";
import { writeWav } from "../../support/sandbox/sounds.ts";

async function playableTrack(sandbox: Sandbox): Promise<number> {
  const tracks: { id: number; access: string; user: { id: number } }[] =
    await (await call(sandbox, "/tracks?limit=200")).json();
  return tracks.find(({ access, user }) => access === "playable" && user.id > 1)?.id ?? 0;
}

Deno.test("sandbox streams: AAC is fragmented MP4: a playlist of version 7, an initialisation segment, and fragments", async () => {
  using sandbox = createSandbox();
  const playlistUrl = await locationOf(
    sandbox,
    (await streamsOf(sandbox, await playableTrack(sandbox))).hls_aac_160_url,
  );
  const playlist = await (await sandbox.fetch(playlistUrl)).text();
  assertMatch(playlist, /^#EXTM3U\n#EXT-X-VERSION:7\n/);
  const map = /#EXT-X-MAP:URI="(.*)"/.exec(playlist)?.[1] ?? "";
  const names = playlist.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  const boxesOf = async (name: string) => boxes(await bytesAt(sandbox, new URL(name, playlistUrl).href));
  assertEquals(await boxesOf(map), ["ftyp", "moov"]);
  for (const name of names) assertEquals(await boxesOf(name), ["styp", "moof", "mdat"]);
  const init = await sandbox.fetch(new URL(map, playlistUrl).href);
  assertEquals(init.headers.get("content-type"), "audio/mp4");
  await init.body?.cancel();
});

Deno.test("sandbox streams: the log says why an upload has no AAC", async () => {
  using sandbox = createSandbox({ config: { transcodeDelayMs: 0 } });
  const body = new FormData();
  body.set("track[title]", "A tone");
  body.set("track[asset_data]", new Blob([writeWav(new Float32Array(8000), 8000)]), "tone.wav");
  const { id } = await (await call(sandbox, "/tracks", { method: "POST", body })).json();
  const hasAac = "hls_aac_160_url" in await streamsOf(sandbox, id);
  const [entry] = await sandbox.control.requests({ path: "/tracks", method: "POST" });
  const remark = `Track ${id} streams as MP3 only: ` +
    "encoding this upload as AAC needs ffmpeg, which cannot be started.";
  assertEquals(entry?.notes, hasAac ? [] : [remark]);
  assertEquals(hasAac, await hasFfmpeg());
});

/** Returns the types of a file's top-level boxes. */
function boxes(bytes: Uint8Array<ArrayBuffer>): string[] {
  const types: string[] = [];
  const view = new DataView(bytes.buffer);
  for (let at = 0; at < bytes.length; at += view.getUint32(at)) {
    types.push(String.fromCharCode(...bytes.subarray(at + 4, at + 8)));
  }
  return types;
}

Deno.test({
  name: "sandbox streams: the fragments of an AAC stream decode only with their initialisation segment",
  ignore: without("ffmpeg"),
  async fn() {
    using sandbox = createSandbox();
    const id = await playableTrack(sandbox);
    const { duration } = await (await call(sandbox, `/tracks/${id}`)).json();
    const playlistUrl = await locationOf(sandbox, (await streamsOf(sandbox, id)).hls_aac_160_url);
    const playlist = await (await sandbox.fetch(playlistUrl)).text();
    const map = /#EXT-X-MAP:URI="(.*)"/.exec(playlist)?.[1] ?? "";
    const names = playlist.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
    const parts = await Promise.all(
      [map, ...names].map((name) => bytesAt(sandbox, new URL(name, playlistUrl).href)),
    );
    const join = async (some: Uint8Array<ArrayBuffer>[]) => new Uint8Array(await new Blob(some).arrayBuffer());
    const { errors, seconds } = await decode(await join(parts));
    assertEquals(errors, "");
    assertAlmostEquals(seconds, duration / 1000, 0.1);
    const headless = await decode(await join(parts.slice(1)));
    assertEquals(headless.seconds, 0);
    assert(headless.errors !== "");
  },
});
