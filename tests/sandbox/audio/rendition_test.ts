import { assertEquals } from "@std/assert";
import { createSandbox } from "@tonearm/sandbox";
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
