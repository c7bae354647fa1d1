import { assertEquals } from "@std/assert";
import { encodeMp3 } from "../../../sandbox/audio/mp3_encoder.ts";
import { isInfoFrame, MP3 } from "../../../sandbox/audio/mp3.ts";
import { synthesizeBar } from "../../../sandbox/audio/synth.ts";
import { readAll } from "../../../sandbox/base/content.ts";

async function mp3(): Promise<Uint8Array> {
  return await readAll(encodeMp3([[synthesizeBar(1).subarray(0, 1152 * 20)]]));
}

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
