import { assert, assertAlmostEquals, assertEquals } from "@std/assert";
import { ADTS, rawFrame } from "../../../sandbox/audio/adts.ts";
import { type FrameFormat, readFrames } from "../../../sandbox/audio/frames.ts";
import { catalogueSound, catalogueWaveform } from "../../../sandbox/audio/catalogue.ts";
import { readAll } from "../../../sandbox/base/content.ts";
import { MP3 } from "../../../sandbox/audio/mp3.ts";
import { encodeMp3 } from "../../../sandbox/audio/mp3_encoder.ts";
import {
  type AacQuality,
  playTimeOf,
  previewOf,
  type Quality,
  type Rendition,
} from "../../../sandbox/audio/rendition.ts";
import { BARS, melodyOf, SAMPLE_RATE, synthesizeBar } from "../../../sandbox/audio/synth.ts";
import { AAC_BARS } from "../../../sandbox/audio/bars.ts";
import { encodeBar } from "../../../scripts/build/encode_bars.ts";
import { decode } from "../../support/sandbox/decode.ts";
import { without } from "../../support/programs.ts";

const FRAME_MS = 27;

async function bytesOf(sound: Rendition): Promise<Uint8Array> {
  return await readAll((await sound.whole()).read());
}

/** Number of samples of a bar, and of the repeated melody. */
const BAR = synthesizeBar(0).length;

const LOOP = melodyOf(0).length * BAR;

Deno.test("catalogueSound() is as long as the track, whatever the length of its loop", async () => {
  for (const durationMs of [1000, 30_000, 187_654]) {
    const sound = await catalogueSound(3, durationMs, "mp3_128");
    assertAlmostEquals(playTimeOf(sound), durationMs, FRAME_MS);
    const { size } = await sound.whole();
    assertEquals((await bytesOf(sound)).length, size);
    assertAlmostEquals(size, durationMs * 16, 500);
  }
});

Deno.test("catalogueSound(): any range of a repeated loop equals that part of the whole", async () => {
  const sound = await catalogueSound(4, 12_000, "mp3_128");
  const content = await sound.whole();
  const whole = await readAll(content.read());
  for (const [from, to] of [[0, 1], [60_000, 140_000], [whole.length - 3, whole.length], [5, 5]] as const) {
    assertEquals(await readAll(content.read(from, to)), whole.slice(from, to));
  }
});

Deno.test("catalogueSound(): segments end on frame boundaries and join to the whole stream", async () => {
  const sound = await catalogueSound(5, 34_000, "mp3_128");
  const whole = await bytesOf(sound);
  assertEquals(sound.timeline.segments.length, 4);
  let end = 0;
  for (const number of sound.timeline.segments.keys()) {
    const segment = await readAll((await sound.frames(number, number + 1))?.read() ?? []);
    assertEquals(segment.subarray(0, 2), Uint8Array.of(0xff, 0xfb));
    assertEquals(segment, whole.slice(end, end + segment.length));
    end += segment.length;
  }
  assertEquals(end, whole.length);
  assertEquals(await sound.frames(4, 5), undefined);
});

Deno.test("previewOf() returns the first thirty seconds, or all of a shorter stream", async () => {
  const long = await catalogueSound(6, 90_000, "mp3_128");
  const preview = await readAll((await previewOf(long)).read());
  assertAlmostEquals(preview.length / 16, 30_000, 100);
  assertEquals(preview, (await bytesOf(long)).slice(0, preview.length));
  const short = await catalogueSound(6, 8000, "mp3_128");
  assertEquals((await previewOf(short)).size, (await short.whole()).size);
});

/** Returns the frames of an encoded stream. */
async function framesOf(bytes: Uint8Array, format: FrameFormat): Promise<Uint8Array[]> {
  return await Array.fromAsync(readFrames([bytes], format), (frame) => frame.bytes.slice());
}

Deno.test("catalogueSound() joins its bars without the encoders' delay and padding", async () => {
  const SEED = 2;
  const [first = 0, second = 0] = melodyOf(SEED);
  const made = async (bar: number) => await readAll(encodeMp3([[synthesizeBar(bar)]]));
  const ready = (bar: number) => Uint8Array.fromBase64(AAC_BARS.aac_96[bar]!);
  const cases = [
    {
      quality: "mp3_128",
      format: MP3,
      priming: 0,
      count: BAR / 1152,
      bars: await Promise.all([first, second].map(made)),
    },
    { quality: "aac_96", format: ADTS, priming: 1, count: BAR / 1024, bars: [first, second].map(ready) },
  ] as const;
  for (const { quality, format, priming, count, bars } of cases) {
    const sounding = await Promise.all(
      bars.map(async (bar) => (await framesOf(bar, format)).slice(priming, priming + count)),
    );
    const whole = await framesOf(await bytesOf(await catalogueSound(SEED, 5000, quality)), format);
    assertEquals(whole.slice(0, 2 * count), sounding.flat(), quality);
  }
});

Deno.test("catalogueWaveform() has 1800 columns and repeats with the loop", () => {
  const { width, height, samples } = catalogueWaveform(9, LOOP / SAMPLE_RATE * 2000);
  assertEquals({ width, samples: samples.length, height }, { width: 1800, samples: 1800, height: 140 });
  assertEquals(samples.slice(0, 900), samples.slice(900));
  assert(samples.every((sample) => Number.isInteger(sample) && sample >= 0 && sample <= height));
  assert(Math.max(...samples) > 40 && Math.min(...samples) < 20);
});

Deno.test({
  name: "catalogueSound(): ffmpeg decodes a catalogue track without errors, and finds the loop repeated",
  ignore: without("ffmpeg"),
  async fn() {
    const { errors, seconds, samples } = await decode(await bytesOf(await catalogueSound(11, 30_000, "mp3_128")));
    assertEquals(errors, "");
    assertAlmostEquals(seconds, 30, 0.1);
    const loop = Math.round(LOOP / SAMPLE_RATE * 8000);
    const energy = (from: number) => samples.subarray(from, from + 8000).reduce((sum, x) => sum + x * x, 0);
    assertAlmostEquals(energy(loop) / energy(2 * loop), 1, 0.01);
    assert(energy(loop) > 8000 * 1000 ** 2);
  },
});

for (const [quality, kbits] of [["aac_160", 160], ["aac_96", 96]] as const) {
  Deno.test(`catalogueSound() provides AAC of ${kbits} kbit/s and the same length without another program`, async () => {
    for (let seed = 0; seed < 20; seed++) {
      const sound = await catalogueSound(seed, 25_000, quality);
      assertAlmostEquals(playTimeOf(sound), 25_000, FRAME_MS);
      assertEquals(sound.timeline.segments.length, 3);
      assertEquals(sound.channels, 1);
      let bytes = 0;
      for await (const frame of readFrames((await sound.whole()).read(), ADTS)) bytes += rawFrame(frame.bytes).length;
      assertAlmostEquals(bytes * 8 / playTimeOf(sound), kbits, kbits * 0.04);
    }
  });
}

Deno.test("catalogueSound(): the included AAC is the encoder's output for the synthesiser's bars", async () => {
  for (const quality of Object.keys(AAC_BARS) as AacQuality[]) {
    assertEquals(AAC_BARS[quality].length, BARS);
    assertEquals((await encodeBar(0, quality)).toBase64(), AAC_BARS[quality][0]);
  }
});

Deno.test({
  name: "catalogueSound(): ffmpeg decodes a catalogue track's AAC without errors to the same sound as its MP3",
  ignore: without("ffmpeg"),
  async fn() {
    const hear = async (quality: Quality) => await decode(await bytesOf(await catalogueSound(3, 20_000, quality)));
    const mp3 = await hear("mp3_128");
    assertEquals(mp3.errors, "");
    for (const quality of ["aac_160", "aac_96"] as const) {
      const aac = await hear(quality);
      assertEquals(aac.errors, "");
      assertAlmostEquals(aac.seconds, 20, 0.1);
      const energy = (samples: Int16Array) => samples.subarray(8000, 120_000).reduce((sum, x) => sum + x * x, 0);
      assertAlmostEquals(energy(aac.samples) / energy(mp3.samples), 1, 0.2);
    }
  },
});
