import { assert, assertAlmostEquals, assertEquals, assertLess, assertNotEquals } from "@std/assert";
import { catalogueSound, catalogueWaveform } from "../../../sandbox/audio/catalogue.ts";
import { readAll } from "../../../sandbox/audio/content.ts";
import { encodeMp3 } from "../../../sandbox/audio/mp3_encoder.ts";
import { previewOf, type Rendition, segmentOf } from "../../../sandbox/audio/rendition.ts";
import { durationOf } from "../../../sandbox/audio/segments.ts";
import { SAMPLE_RATE, synthesize } from "../../../sandbox/audio/synth.ts";
import { decode } from "../../support/decode.ts";
import { without } from "../../support/programs.ts";

const FRAME_MS = 27;

async function bytesOf({ content }: Rendition): Promise<Uint8Array> {
  return await readAll(content.read());
}

function loudestOf(samples: Float32Array): number {
  let loudest = 0;
  for (const sample of samples) loudest = Math.max(loudest, Math.abs(sample));
  return loudest;
}

Deno.test("a seed always makes the same sound, and another seed another one", () => {
  assertEquals(synthesize(7), synthesize(7));
  assertNotEquals(synthesize(7), synthesize(8));
});

Deno.test("a loop lasts some seconds, stays within full scale and ends in near silence", () => {
  for (let seed = 0; seed < 16; seed++) {
    const samples = synthesize(seed);
    assertEquals(samples.length % 1152, 0);
    assert(samples.length > 3 * SAMPLE_RATE && samples.length < 6 * SAMPLE_RATE);
    const loudest = loudestOf(samples);
    assert(loudest > 0.3 && loudest <= 1, String(loudest));
    assertLess(loudestOf(samples.subarray(-1152)), 0.02);
  }
});

Deno.test("catalogueSound() is as long as the track, whatever the length of its loop", async () => {
  for (const durationMs of [1000, 30_000, 187_654]) {
    const sound = await catalogueSound(3, durationMs, "mp3");
    assertAlmostEquals(durationOf(sound.index), durationMs, FRAME_MS);
    assertEquals((await bytesOf(sound)).length, sound.content.size);
    assertAlmostEquals(sound.content.size, durationMs * 16, 500);
  }
});

Deno.test("any range of a repeated loop is the same as that part of the whole", async () => {
  const sound = await catalogueSound(4, 12_000, "mp3");
  const whole = await bytesOf(sound);
  for (const [from, to] of [[0, 1], [60_000, 140_000], [whole.length - 3, whole.length], [5, 5]] as const) {
    assertEquals(await readAll(sound.content.read(from, to)), whole.slice(from, to));
  }
});

Deno.test("segments are cut on frame boundaries and together are the whole stream", async () => {
  const sound = await catalogueSound(5, 34_000, "mp3");
  const whole = await bytesOf(sound);
  assertEquals(sound.index.segments.length, 4);
  let end = 0;
  for (const [number, segment] of sound.index.segments.entries()) {
    assertEquals(segment.start, end);
    assertEquals(whole.subarray(end, end + 2), Uint8Array.of(0xff, 0xfb));
    assertEquals(await readAll(segmentOf(sound, number)?.read() ?? []), whole.slice(segment.start, segment.end));
    end = segment.end;
  }
  assertEquals(end, whole.length);
  assertEquals(segmentOf(sound, 4), undefined);
});

Deno.test("a preview is the first thirty seconds, or the whole of what is shorter", async () => {
  const long = await catalogueSound(6, 90_000, "mp3");
  const preview = previewOf(long);
  assertAlmostEquals(durationOf(preview.index), 30_000, 100);
  assertEquals(await bytesOf(preview), (await bytesOf(long)).slice(0, preview.content.size));
  const short = await catalogueSound(6, 8000, "mp3");
  assertEquals(previewOf(short).content.size, short.content.size);
});

Deno.test("two encoders make the same bytes of the same samples", async () => {
  const encode = () => readAll(encodeMp3([[synthesize(100)]]));
  assertEquals(await encode(), await encode());
});

Deno.test("catalogueWaveform() has 1800 columns and repeats with the loop", () => {
  const { width, height, samples } = catalogueWaveform(9, synthesize(9).length / SAMPLE_RATE * 2000);
  assertEquals([width, samples.length, height], [1800, 1800, 140]);
  assertEquals(samples.slice(0, 900), samples.slice(900));
  assert(samples.every((sample) => Number.isInteger(sample) && sample >= 0 && sample <= height));
  assert(Math.max(...samples) > 40 && Math.min(...samples) < 20);
});

Deno.test({
  name: "ffmpeg decodes a catalogue track without complaint, and hears the loop come back",
  ignore: without("ffmpeg"),
  async fn() {
    const { errors, seconds, samples } = await decode(await bytesOf(await catalogueSound(11, 20_000, "mp3")));
    assertEquals(errors, "");
    assertAlmostEquals(seconds, 20, 0.1);
    const loop = Math.round(synthesize(11).length / SAMPLE_RATE * 8000);
    const energy = (from: number) => samples.subarray(from, from + 8000).reduce((sum, x) => sum + x * x, 0);
    assertAlmostEquals(energy(loop) / energy(2 * loop), 1, 0.01);
    assert(energy(loop) > 8000 * 1000 ** 2);
  },
});

Deno.test({
  name: "where ffmpeg is, a catalogue track comes as AAC of the same length",
  ignore: without("ffmpeg"),
  async fn() {
    const sound = await catalogueSound(12, 25_000, "aac");
    assertAlmostEquals(durationOf(sound.index), 25_000, FRAME_MS);
    assertEquals(sound.index.segments.length, 3);
    const { errors, seconds } = await decode(await bytesOf(sound));
    assertEquals(errors, "");
    assertAlmostEquals(seconds, 25, 0.1);
  },
});
