import { assert, assertAlmostEquals, assertEquals } from "@std/assert";
import { spawnSync } from "node:child_process";
import "../../../sandbox/node.ts";
import { memoryContent, readAll } from "../../../sandbox/base/content.ts";
import { convert } from "../../../sandbox/host/ffmpeg.ts";
import { playTimeOf } from "../../../sandbox/audio/rendition.ts";
import { measureWaveform, renderSound } from "../../../sandbox/audio/sound.ts";
import { decode } from "../../support/sandbox/decode.ts";
import { without } from "../../support/programs.ts";
import { memoryFrames, tone } from "../../support/sandbox/sounds.ts";

const ignore = without("ffmpeg");

/** Returns a tone of ten seconds as FLAC. */
function flac(): Uint8Array<ArrayBuffer> {
  const args = ["-v", "error", "-f", "wav", "-i", "pipe:0", "-f", "flac", "pipe:1"];
  return new Uint8Array(spawnSync("ffmpeg", args, { input: tone(10) }).stdout);
}

Deno.test({
  name: "convert() returns nothing of what ffmpeg can't decode",
  ignore,
  async fn() {
    const content = memoryContent(new TextEncoder().encode("no sound ".repeat(500)));
    assertEquals(await readAll(convert(content, "flac", "mp3_128")), new Uint8Array(0));
  },
});

Deno.test({
  name: "convert() may be left before its end",
  ignore,
  async fn() {
    for await (const chunk of convert(memoryContent(flac()), "flac", "mp3_128")) {
      assert(chunk.length > 0);
      break;
    }
  },
});

Deno.test({
  name: "renderSound() and measureWaveform() have the part of a damaged sound that can be decoded",
  ignore,
  async fn() {
    const whole = flac();
    const content = memoryContent(whole.slice(0, whole.length / 2));
    const sound = { content, format: "flac", durationMs: 10_000 } as const;
    const rendition = await renderSound(sound, "mp3_128", memoryFrames);
    assertAlmostEquals(playTimeOf(rendition), 10_000, 30, "the header's length");
    const { errors, seconds } = await decode(await readAll((await rendition.whole()).read()));
    assertEquals(errors, "");
    assert(seconds > 3 && seconds < 7, `${seconds} s of the half`);
    const { samples } = await measureWaveform(sound);
    assert((samples[200] ?? 0) > 30, `${samples[200]} of 140`);
  },
});
