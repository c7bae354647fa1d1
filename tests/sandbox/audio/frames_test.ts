import { assert, assertEquals, assertObjectMatch } from "@std/assert";
import { encodeMp3 } from "../../../sandbox/audio/mp3_encoder.ts";
import { readFrames } from "../../../sandbox/audio/frames.ts";
import { isInfoFrame, MP3 } from "../../../sandbox/audio/mp3.ts";
import { synthesizeBar } from "../../../sandbox/audio/synth.ts";
import { readAll } from "../../../sandbox/base/content.ts";

async function mp3(): Promise<Uint8Array> {
  return await readAll(encodeMp3([[synthesizeBar(1).subarray(0, 1152 * 20)]]));
}

async function offsets(chunks: Iterable<Uint8Array>, format = MP3): Promise<number[]> {
  return await Array.fromAsync(readFrames(asAsync(chunks), format), ({ start }) => start);
}

async function* asAsync(chunks: Iterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield* chunks;
}

function* pieces(bytes: Uint8Array, size: number): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

function concat(...parts: Uint8Array[]): Uint8Array {
  return Uint8Array.from(parts.flatMap((part) => [...part]));
}

Deno.test("readFrames(): frames cover an encoder's whole output without gaps", async () => {
  const bytes = await mp3();
  let end = 0;
  for await (const frame of readFrames(asAsync([bytes]), MP3)) {
    assertEquals(frame.start, end);
    assertEquals(frame.bytes, bytes.subarray(end, end + frame.size));
    assertObjectMatch(frame, { samples: 1152, sampleRate: 44_100, channels: 1 });
    end += frame.size;
  }
  assertEquals(end, bytes.length);
});

Deno.test("readFrames() returns the same frames however the stream is chunked", async () => {
  const bytes = await mp3();
  const whole = await offsets([bytes]);
  assert(whole.length > 20);
  for (const size of [1, 3, 417, 1000]) assertEquals(await offsets(pieces(bytes, size)), whole);
});

Deno.test("readFrames() skips an ID3 tag, even if its content looks like frames", async () => {
  const bytes = await mp3();
  const plain = await offsets([bytes]);
  const tag = concat(Uint8Array.of(0x49, 0x44, 0x33, 4, 0, 0, 0, 0, 14, 107), bytes.subarray(0, 14 * 128 + 107));
  for (const size of [3, 100]) {
    assertEquals(await offsets(pieces(concat(tag, bytes), size)), plain.map((start) => start + tag.length));
  }
});

Deno.test("readFrames() skips bytes between frames and a truncated last frame", async () => {
  const bytes = await mp3();
  const plain = await offsets([bytes]);
  const noise = Uint8Array.of(1, 0xff, 0xfb, 0x90, 7, 7);
  const cut = concat(noise, bytes.subarray(0, -5));
  assertEquals(await offsets([cut]), plain.slice(0, -1).map((start) => start + noise.length));
});

Deno.test("readFrames() finds no frames in text, zeros or an empty stream", async () => {
  assertEquals(await offsets([new TextEncoder().encode("I am no sound. ".repeat(200))]), []);
  assertEquals(await offsets([new Uint8Array(5000)]), []);
  assertEquals(await offsets([]), []);
});

Deno.test("readFrames() ignores an MP3 header with reserved values", () => {
  const good = [0xff, 0xfb, 0x90, 0xc0];
  assertEquals(MP3.parse(Uint8Array.from(good), 0)?.size, 417);
  const bad = [[1, 0xeb], [1, 0xfd], [2, 0xf0], [2, 0x00], [2, 0x9c], [0, 0xfe]];
  for (const [at = 0, value = 0] of bad) assertEquals(MP3.parse(Uint8Array.from(good.with(at, value)), 0), undefined);
});

const MPEG1_KBITS = [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];
const MPEG2_KBITS = [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160];

for (
  const { name, version, samples, kbits, rates } of [
    { name: "MPEG-1", version: 0xfb, samples: 1152, kbits: MPEG1_KBITS, rates: [44_100, 48_000, 32_000] },
    { name: "MPEG-2", version: 0xf3, samples: 576, kbits: MPEG2_KBITS, rates: [22_050, 24_000, 16_000] },
    { name: "MPEG-2.5", version: 0xe3, samples: 576, kbits: MPEG2_KBITS, rates: [11_025, 12_000, 8000] },
  ]
) {
  Deno.test(`readFrames() reads MP3 frames of ${name} at each bit rate and sample rate`, () => {
    const parse = (second: number, third: number) => MP3.parse(Uint8Array.of(0xff, version, second, third), 0);
    for (const [rate, sampleRate] of rates.entries()) {
      for (const [index, kbit] of kbits.entries()) {
        const second = (index + 1) << 4 | rate << 2;
        const size = Math.floor(samples * kbit * 125 / sampleRate);
        assertEquals(parse(second, 0xc0), { size, samples, sampleRate, channels: 1 });
        assertEquals(parse(second | 2, 0x40), { size: size + 1, samples, sampleRate, channels: 2 }, "padded");
      }
    }
  });
}

Deno.test("readFrames(): a frame with an encoder's table of contents is distinguished from one with sound", async () => {
  const bytes = await mp3();
  assertEquals(isInfoFrame(bytes), false);
  const info = bytes.slice(0, 417);
  info.set(new TextEncoder().encode("Info"), 21);
  assertEquals(isInfoFrame(info), true);
});
