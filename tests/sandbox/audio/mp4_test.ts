import { assert, assertEquals } from "@std/assert";
import { initSegment } from "../../../sandbox/audio/fmp4.ts";
import { readAacOutline, readMp4Aac } from "../../../sandbox/audio/mp4.ts";
import { joinBytes, memoryContent } from "../../../sandbox/base/content.ts";

const FILE = initSegment({ sampleRate: 44_100, channels: 2, bitrate: 160_000 });
const outlineOf = (bytes: Uint8Array) => readAacOutline(memoryContent(bytes));

function renamed(from: string, to: string): Uint8Array {
  const at = new TextDecoder("latin1").decode(FILE).indexOf(from);
  return joinBytes([FILE.subarray(0, at), new TextEncoder().encode(to), FILE.subarray(at + to.length)]);
}

Deno.test("readAacOutline() reads the number of frames and the sample rate; other sound has none", async () => {
  assertEquals(await outlineOf(FILE), { frames: 0, samples: 1024, sampleRate: 44_100 });
  assertEquals(await outlineOf(initSegment({ sampleRate: 44_101, channels: 2, bitrate: 160_000 })), undefined);
  for (const [from, to] of [["mp4a", "alac"], ["esds", "free"], ["moov", "free"]] as const) {
    assertEquals(await outlineOf(renamed(from, to)), undefined, from);
  }
});

Deno.test("readAacOutline() and readMp4Aac() return nothing for a file that was cut or damaged anywhere", async () => {
  for (let at = 0; at < FILE.length; at += 3) {
    assertEquals(await outlineOf(FILE.subarray(0, at)), undefined, `${at} bytes`);
    for (const byte of [0, 0x7f, 0xff]) await readMp4Aac(memoryContent(FILE.with(at, byte)));
  }
});

Deno.test("readAacOutline() reads no part twice, also after a box that is smaller than its own header", async () => {
  for (const size of [2, 7]) {
    const bytes = joinBytes([Uint8Array.of(0, 0, 0, size), new TextEncoder().encode("free"), FILE]);
    const { size: length, read } = memoryContent(bytes);
    let reads = 0;
    await readAacOutline({ size: length, read: (start, end) => (reads++, read(start, end)) });
    assert(reads <= 2, `${reads} reads`);
  }
});
