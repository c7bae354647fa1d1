import { assertEquals } from "@std/assert";
import { ADTS, rawFrame, writeAdtsHeader } from "../../../sandbox/audio/adts.ts";

/** The sample rates of ISO/IEC 14496-3, in the order of their indexes. */
const RATES = [96, 88.2, 64, 48, 44.1, 32, 24, 22.05, 16, 12, 11.025, 8, 7.35].map((kilohertz) => kilohertz * 1000);

Deno.test("writeAdtsHeader() writes AAC-LC without a checksum, bit by bit", () => {
  const bits = (rawBytes: number, sampleRate: number, channels: number) =>
    [...writeAdtsHeader({ sampleRate, channels }, rawBytes)].map((byte) => byte.toString(2).padStart(8, "0")).join(" ");
  assertEquals(bits(57, 44_100, 2), "11111111 11110001 01010000 10000000 00001000 00011111 11111100");
  assertEquals(bits(8184, 96_000, 7), "11111111 11110001 01000001 11000011 11111111 11111111 11111100");
});

Deno.test("ADTS reads each sample rate, number of channels and size that it writes", () => {
  for (const sampleRate of RATES) {
    for (const channels of [1, 2, 5, 7]) {
      for (const raw of [0, 1, 57, 2040, 8184]) {
        const header = writeAdtsHeader({ sampleRate, channels }, raw);
        assertEquals(ADTS.parse(header, 0), { size: raw + 7, samples: 1024, sampleRate, channels });
      }
    }
  }
});

Deno.test("ADTS reads at an offset, the number of blocks, and nothing that isn't a header", () => {
  const header = writeAdtsHeader({ sampleRate: 44_100, channels: 2 }, 57);
  assertEquals(ADTS.parse(Uint8Array.of(0xff, 0xf1, ...header), 2)?.size, 64);
  assertEquals(ADTS.parse(header.with(6, 0xff), 0)?.samples, 4096);
  for (const [at, value] of [[0, 0xfe], [1, 0xe1], [1, 0xf3], [2, 0x7c], [2, 0x74]] as const) {
    assertEquals(ADTS.parse(header.with(at, value), 0), undefined, `${at}: ${value}`);
  }
  assertEquals(ADTS.parse(header.with(3, 0x80).with(4, 0).with(5, 0xdf), 0), undefined, "shorter than its header");
});

Deno.test("rawFrame() leaves out the header, and the checksum if there is one", () => {
  const header = writeAdtsHeader({ sampleRate: 44_100, channels: 2 }, 4);
  assertEquals(rawFrame(Uint8Array.of(...header, 1, 2, 3, 4)), Uint8Array.of(1, 2, 3, 4));
  assertEquals(rawFrame(Uint8Array.of(...header.with(1, 0xf0), 1, 2, 3, 4)), Uint8Array.of(3, 4));
});
