import { assertEquals } from "@std/assert";
import { ADTS } from "../../../sandbox/audio/adts.ts";
import { AAC_BARS } from "../../../sandbox/audio/bars.ts";
import { memoryContent } from "../../../sandbox/base/content.ts";
import { readFrames } from "../../../sandbox/audio/frames.ts";

for (const [quality, bars] of Object.entries(AAC_BARS)) {
  Deno.test(`AAC_BARS: each of the eight bars of ${quality} is whole AAC, as long as the others`, async () => {
    const lengths = await Promise.all(bars.map(async (text) => {
      const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
      const frames = await Array.fromAsync(readFrames(memoryContent(bytes).read(), ADTS));
      assertEquals(frames.reduce((sum, { size }) => sum + size, 0), bytes.length, "nothing is between the frames");
      return frames.length;
    }));
    assertEquals(lengths, Array(8).fill(46));
  });
}
