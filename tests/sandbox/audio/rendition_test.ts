import { assertEquals } from "@std/assert";
import { createSandbox } from "@tonearm/sandbox";
import { encodeMp3 } from "../../../sandbox/audio/mp3_encoder.ts";
import { previewOf, renditionOf } from "../../../sandbox/audio/rendition.ts";
import { synthesizeBar } from "../../../sandbox/audio/synth.ts";
import { joinBytes, memoryContent, readAll } from "../../../sandbox/base/content.ts";
import { hasFfmpeg } from "../../../sandbox/host/ffmpeg.ts";
import { call, streamsOf } from "../../support/sandbox/requests.ts";
import { writeWav } from "../../support/sandbox/sounds.ts";

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

Deno.test("renditionOf(): segments of ten seconds are the sound, without what stands before and after its frames", async () => {
  const piece = await readAll(encodeMp3([[synthesizeBar(1).subarray(0, 1152 * 20)]]));
  const sound = joinBytes(Array<Uint8Array>(50).fill(piece));
  const junk = new Uint8Array(77);
  const rendition = await renditionOf(memoryContent(joinBytes([junk, sound, junk])), "mp3");
  const count = rendition.timeline.segments.length;
  assertEquals(await readAll((await rendition.whole()).read()), sound);
  const segments = await Promise.all(Array.from({ length: count }, (_, i) => rendition.frames(i, i + 1)));
  const parts = await Promise.all(segments.map((each) => readAll(each?.read() ?? memoryContent(sound).read())));
  assertEquals({ count, bytes: joinBytes(parts) }, { count: 3, bytes: sound });
  assertEquals(await rendition.frames(count, count + 1), undefined);
  assertEquals(await readAll((await previewOf(rendition)).read()), sound);
});
