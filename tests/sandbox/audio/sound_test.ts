import { assert, assertAlmostEquals, assertEquals, assertObjectMatch } from "@std/assert";
import { spawnSync } from "node:child_process";
import { readFile, rename, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import "../../../sandbox/node.ts";
import { catalogueSound } from "../../../sandbox/audio/catalogue.ts";
import { type Content, memoryContent, readAll } from "../../../sandbox/base/content.ts";
import { fileContent } from "../../../sandbox/host/disk/files.ts";
import { recognise, type Sound } from "../../../sandbox/audio/recognise.ts";
import { playTimeOf } from "../../../sandbox/audio/rendition.ts";
import { planTimeline } from "../../../sandbox/audio/encoding.ts";
import { canRender, measureWaveform, planSound, renderSound } from "../../../sandbox/audio/sound.ts";
import { SAMPLE_RATE, synthesizeBar } from "../../../sandbox/audio/synth.ts";
import { decode } from "../../support/sandbox/decode.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { without } from "../../support/programs.ts";
import { memoryFrames, writeWav } from "../../support/sandbox/sounds.ts";

function wav(seconds: number, rate = SAMPLE_RATE): Content {
  const tone = Float32Array.from({ length: seconds * rate }, (_, i) => 0.5 * Math.sin(i / 20));
  return memoryContent(writeWav(tone.fill(0, 0, tone.length / 2), rate));
}

async function soundOf(content: Content): Promise<Sound> {
  const sound = await recognise(content);
  assert(sound);
  return sound;
}

async function mp3(durationMs: number): Promise<Content> {
  return memoryContent(await readAll((await (await catalogueSound(1, durationMs, "mp3_128")).whole()).read()));
}

function ascii(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

Deno.test("measureWaveform() shows the silent and the loud half of a WAVE file", async () => {
  const { samples } = await measureWaveform(await soundOf(wav(2)));
  assertEquals([samples[10], samples[880], samples[920], samples[1790]], [0, 0, 70, 70]);
});

Deno.test("measureWaveform() returns the same waveform for an MP3 as for its source", async () => {
  const original = synthesizeBar(1);
  const measured = await measureWaveform(await soundOf(await mp3(original.length / SAMPLE_RATE * 1000)));
  const expected = await measureWaveform(await soundOf(memoryContent(writeWav(original, SAMPLE_RATE))));
  const difference = measured.samples.reduce((sum, x, i) => sum + Math.abs(x - (expected.samples[i] ?? 0)), 0) / 1800;
  assert(difference < 10, `columns differ by ${difference} of 140 on average`);
  assert(Math.max(...measured.samples) > 50);
});

Deno.test("renderSound() returns the frames of an MP3 without its tags", async () => {
  const frames = await readAll((await mp3(3000)).read());
  const tag = Uint8Array.of(0x49, 0x44, 0x33, 4, 0, 0, 0, 0, 0, 6, 1, 2, 3, 4, 5, 6);
  const tagged = memoryContent(Uint8Array.of(...tag, ...frames, ...ascii("TAGtitle")));
  const rendition = await renderSound(await soundOf(tagged), "mp3_128", memoryFrames);
  assertEquals(await readAll((await rendition.whole()).read()), frames);
});

Deno.test("renderSound() encodes WAVE of any sample rate to MP3 of the same length", async () => {
  for (const rate of [8000, 44_100, 96_000]) {
    const rendition = await renderSound(await soundOf(wav(2, rate)), "mp3_128", memoryFrames);
    assertObjectMatch(rendition, { codec: "mp3", timeline: { sampleRate: SAMPLE_RATE } });
    assertAlmostEquals(playTimeOf(rendition), 2000, 100);
    assertAlmostEquals((await rendition.whole()).size, 2 * 16_000, 2000);
  }
});

Deno.test("recognise(): a sound that nothing can decode has a flat waveform, and generated music of its length as its stream", async () => {
  const bytes = await readAll(wav(3).read());
  new DataView(bytes.buffer).setUint16(20, 0x1234, true);
  const sound: Sound = { content: memoryContent(bytes), format: "wav", durationMs: 3000 };
  assertEquals(new Set((await measureWaveform(sound)).samples), new Set([0]));
  const rendition = await renderSound(sound, "mp3_128", memoryFrames);
  assertAlmostEquals(playTimeOf(rendition), 3000, 27);
  assertEquals(await readAll((await rendition.whole()).read(0, 2)), Uint8Array.of(0xff, 0xfb));
});

Deno.test({
  name: "recognise() doesn't read an upload as a list of other files",
  ignore: without("ffmpeg"),
  async fn() {
    await using folder = await temporaryFolder();
    const [secret, list] = [join(folder.path, "secret"), join(folder.path, "list")];
    await writeFile(secret, await readAll(wav(30).read()));
    await writeFile(list, "ffconcat version 1.0\nfile secret\n");
    const sound: Sound = { content: fileContent(list, (await stat(list)).size), format: "flac", durationMs: 1000 };
    const rendition = await renderSound(sound, "mp3_128", memoryFrames);
    assertAlmostEquals(playTimeOf(rendition), 1000, 27);
    assertAlmostEquals((await rendition.whole()).size, 16_000, 500);
  },
});

Deno.test({
  name: "recognise() handles every format of the service: length, waveform and stream",
  ignore: without("ffmpeg"),
  async fn(t) {
    await using folder = await temporaryFolder();
    for (const format of ["wav", "aiff", "flac", "ogg", "mp3", "mp2", "aac", "m4a", "wma"]) {
      await t.step(format, async () => {
        const path = join(folder.path, `sound.${format}`);
        const source = ["-f", "lavfi", "-i", "sine=frequency=440:duration=2.5"];
        spawnSync("ffmpeg", ["-v", "error", ...source, "-af", "volume=12dB", path]);
        const bare = join(folder.path, format);
        await rename(path, bare);
        const sound = await soundOf(fileContent(bare, (await stat(bare)).size));
        assertAlmostEquals(sound.durationMs, 2500, 60);
        assertEquals(sound.format, format === "m4a" ? "mp4" : format);
        assert(Math.max(...(await measureWaveform(sound)).samples) > 30);
        for (const codec of format === "flac" ? ["mp3_128", "aac_160", "aac_96"] as const : ["mp3_128"] as const) {
          const rendition = await renderSound(sound, codec, memoryFrames);
          assertAlmostEquals(playTimeOf(rendition), 2500, 120);
          const { errors, seconds } = await decode(await readAll((await rendition.whole()).read()));
          assertEquals(errors, "");
          assertAlmostEquals(seconds, 2.5, 0.15);
        }
        assertEquals((await readFile(bare)).length, sound.content.size);
      });
    }
  },
});

for (const [name, quality] of [["mp3", "mp3_128"], ["aac", "aac_160"], ["wav", "mp3_128"]] as const) {
  Deno.test(`planSound() cuts ${name} like renderSound(), but reads only its beginning`, async () => {
    for (const durationMs of [400, 9_990, 10_000, 61_234]) {
      const bytes = name === "wav"
        ? await readAll(wav(durationMs / 1000).read())
        : await readAll((await (await catalogueSound(2, durationMs, quality)).whole()).read());
      const sound = await soundOf(memoryContent(bytes));
      let read = 0;
      const watched: Content = {
        size: bytes.length,
        async *read(start = 0, end = bytes.length) {
          for (let at = start; at < end; at += 1000) {
            const part = bytes.subarray(at, Math.min(at + 1000, end));
            read += part.length;
            yield part;
          }
        },
      };
      const plan = await planSound({ ...sound, content: watched }, quality);
      assert(read <= 5000, `${read} bytes`);
      const { codec, timeline } = await renderSound(sound, quality, memoryFrames);
      assertEquals(plan, { codec, timeline });
    }
  });
}

Deno.test({
  name: "renderSound() streams an .m4a whose tables are at its end, in memory or in a file, without decoding it",
  ignore: without("ffmpeg"),
  async fn() {
    await using folder = await temporaryFolder();
    const path = join(folder.path, "sound.m4a");
    const source = ["-f", "lavfi", "-i", "sine=frequency=440:duration=25:sample_rate=48000"];
    spawnSync("ffmpeg", ["-v", "error", ...source, "-ac", "2", "-c:a", "aac", path]);
    const bytes = await readFile(path);
    assert(bytes.indexOf("moov") > bytes.indexOf("mdat"));
    for (const content of [fileContent(path, bytes.length), memoryContent(new Uint8Array(bytes))]) {
      const sound = await soundOf(content);
      const rendition = await renderSound(sound, "aac_160", () => {
        throw new Error("it was encoded");
      });
      assertEquals(await canRender(sound, "aac_160"), true);
      assertEquals(rendition.channels, 2);
      assertEquals(rendition.timeline.segments.length, 3);
      const { codec, timeline } = rendition;
      assertEquals(await planSound(sound, "aac_160"), { codec, timeline });
      const smaller = await planSound(sound, "aac_96");
      assertEquals(smaller, { codec, timeline: planTimeline("aac", sound.durationMs) }, "which is encoded");
      const whole = await rendition.whole();
      const all = await readAll(whole.read());
      assertEquals(await readAll(whole.read(1000, 5000)), all.slice(1000, 5000));
      const { errors, seconds } = await decode(all);
      assertEquals(errors, "");
      assertAlmostEquals(seconds, 25, 0.1);
      const mp3 = await renderSound(sound, "mp3_128", memoryFrames);
      assertAlmostEquals((await decode(await readAll((await mp3.whole()).read()))).seconds, 25, 0.1);
    }
  },
});

Deno.test("renderSound() has the timeline of a sound during encoding, and its segments as they are encoded", async () => {
  const sound: Sound = { ...await soundOf(wav(35)), durationMs: 35_000 };
  const written: number[] = [];
  const store = memoryFrames();
  const rendition = await renderSound(sound, "mp3_128", () => ({
    write: async (chunk) => {
      await store.write(chunk);
      written.push(chunk.length);
    },
    finish: () => store.finish(),
    get written() {
      return store.written;
    },
  }));
  assertEquals(rendition.timeline.segments.length, 4);
  assert(written.length < 4, "the encoder was done before anything was asked for");
  const first = await rendition.frames(0, 1);
  assertAlmostEquals(first?.size ?? 0, 160_000, 1000);
  const whole = await rendition.whole();
  assertEquals(await readAll(whole.read(0, first?.size)), await readAll(first?.read() ?? []));
  assertAlmostEquals(whole.size, 35 * 16_000, 2000);
  assertEquals(await rendition.frames(9, 10), undefined);
});
