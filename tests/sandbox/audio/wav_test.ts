import { assert, assertAlmostEquals, assertEquals } from "@std/assert";
import { memoryContent } from "../../../sandbox/base/content.ts";
import { readWavHeader, readWavSamples, type WavFormat } from "../../../sandbox/audio/wav.ts";
import { writeWav } from "../../support/sandbox/sounds.ts";

const RAMP = Float32Array.from([0, 0.5, -0.5, 1, -1]);

/** Creates a WAVE file in a format from raw samples. */
function wav(code: number, channels: number, sampleBytes: number, data: Uint8Array): Uint8Array {
  const bytes = new Uint8Array([...writeWav(new Float32Array(0), 8000), ...data]);
  const view = new DataView(bytes.buffer);
  view.setUint16(20, code, true);
  view.setUint16(22, channels, true);
  view.setUint16(34, sampleBytes * 8, true);
  view.setUint32(40, data.length, true);
  return bytes;
}

async function samples(bytes: Uint8Array): Promise<number[][]> {
  const format = readWavHeader(bytes);
  assert(format);
  const blocks = await Array.fromAsync(readWavSamples(memoryContent(bytes).read(format.dataStart), format));
  return (blocks[0] ?? []).map((_, channel) => blocks.flatMap((block) => [...block[channel] ?? []]));
}

Deno.test("readWavSamples() reads back what writeWav() writes, within 16 bits", async () => {
  const bytes = writeWav(RAMP, 44_100);
  const format = readWavHeader(bytes);
  assertEquals(format, {
    sampleRate: 44_100,
    channels: 1,
    sampleBytes: 2,
    float: false,
    dataStart: 44,
    dataBytes: 2 * RAMP.length,
  });
  const [read = []] = await samples(bytes);
  for (const [i, sample] of RAMP.entries()) assertAlmostEquals(read[i] ?? 9, sample, 1 / 32_767);
});

Deno.test("writeWav() clips samples beyond full scale", async () => {
  const [read] = await samples(writeWav(Float32Array.of(3, -3), 8000));
  assertEquals(read, [32_767 / 32_768, -32_767 / 32_768]);
});

Deno.test("readWavSamples() reads samples of 8, 16, 24 and 32 bits and floats to the same scale", async () => {
  const float = new Uint8Array(Float32Array.of(0.5, -1).buffer);
  assertEquals(await samples(wav(1, 1, 1, Uint8Array.of(192, 0))), [[0.5, -1]]);
  assertEquals(await samples(wav(1, 1, 2, Uint8Array.of(0, 0x40, 0, 0x80))), [[0.5, -1]]);
  assertEquals(await samples(wav(1, 1, 3, Uint8Array.of(0, 0, 0x40, 0, 0, 0x80))), [[0.5, -1]]);
  assertEquals(await samples(wav(1, 1, 4, Uint8Array.of(0, 0, 0, 0x40, 0, 0, 0, 0x80))), [[0.5, -1]]);
  assertEquals(await samples(wav(3, 1, 4, float)), [[0.5, -1]]);
});

Deno.test("readWavSamples() separates channels, and reads only the first two", async () => {
  assertEquals(await samples(wav(1, 2, 1, Uint8Array.of(192, 64, 128, 0))), [[0.5, 0], [-0.5, -1]]);
  assertEquals(await samples(wav(1, 3, 1, Uint8Array.of(192, 64, 7, 128, 0, 9))), [[0.5, 0], [-0.5, -1]]);
});

Deno.test("readWavSamples() joins samples that span two chunks", async () => {
  const bytes = wav(1, 2, 2, new Uint8Array(Int16Array.of(1, -2, 3, -4, 5, -6).buffer));
  const format = readWavHeader(bytes) as WavFormat;
  const single = async function* () {
    for (const byte of bytes.subarray(format.dataStart)) yield Uint8Array.of(byte);
  };
  const blocks = await Array.fromAsync(readWavSamples(single(), format));
  assertEquals([0, 1].map((channel) => blocks.flatMap((block) => [...block[channel] ?? []])), await samples(bytes));
  assertEquals(await samples(bytes), [[1, 3, 5], [-2, -4, -6]].map((each) => each.map((value) => value / 0x8000)));
});

Deno.test("readWavSamples() skips chunks before the samples, even of odd length", () => {
  const plain = writeWav(RAMP, 8000);
  const list = new TextEncoder().encode("LIST\x03\0\0\0abc\0");
  const bytes = Uint8Array.from([...plain.subarray(0, 36), ...list, ...plain.subarray(36)]);
  assertEquals(readWavHeader(bytes)?.dataStart, 44 + list.length);
});

Deno.test("readWavSamples(): a truncated, compressed or foreign header is rejected", () => {
  const good = wav(1, 1, 2, new Uint8Array(4));
  assert(readWavHeader(good));
  for (let length = 0; length < 44; length++) assertEquals(readWavHeader(good.slice(0, length)), undefined);
  assertEquals(readWavHeader(wav(2, 1, 2, new Uint8Array(4))), undefined);
  assertEquals(readWavHeader(wav(1, 0, 2, new Uint8Array(4))), undefined);
  assertEquals(readWavHeader(good.with(8, 0x41)), undefined);
});

/** Returns a header whose format has `size` bytes: 16 bits, mono, and the code of its samples at byte 24. */
function withFormat(size: number, tag: number, code: number): Uint8Array {
  const plain = writeWav(RAMP, 8000);
  const format = new Uint8Array(Math.max(size, 26));
  format.set(plain.subarray(20, 36));
  const view = new DataView(format.buffer);
  view.setUint16(0, tag, true);
  view.setUint16(24, code, true);
  return Uint8Array.from([...plain.subarray(0, 16), size, 0, 0, 0, ...format.subarray(0, size), ...plain.subarray(36)]);
}

const EXTENSIBLE = 0xfffe;

Deno.test("readWavHeader() reads the code of an extensible format of 40 bytes", () => {
  assertEquals(readWavHeader(withFormat(40, EXTENSIBLE, 1)), {
    ...{ sampleRate: 8000, channels: 1, sampleBytes: 2, float: false, dataStart: 68, dataBytes: 10 },
  });
  assertEquals(readWavHeader(withFormat(40, EXTENSIBLE, 2)), undefined, "compressed");
  assertEquals(readWavHeader(withFormat(40, 1, 2))?.dataStart, 68, "the code of another format is not there");
});

Deno.test("readWavHeader() rejects a format that is shorter than its kind", () => {
  for (const size of [16, 18, 24]) {
    assertEquals(readWavHeader(withFormat(size, EXTENSIBLE, 1)), undefined, `${size} bytes`);
    assert(readWavHeader(withFormat(size, 1, 1)), `PCM of ${size} bytes`);
  }
  assert(readWavHeader(withFormat(26, EXTENSIBLE, 1)));
  for (const size of [0, 2, 14]) assertEquals(readWavHeader(withFormat(size, 1, 1)), undefined, `${size} bytes`);
});

Deno.test("writeWav() writes the header of 16-bit mono PCM", () => {
  const ascii = (text: string) => new TextEncoder().encode(text).toHex();
  const [size, format, data] = ["28000000", "1000000001000100401f0000803e000002001000", "0400000000000000"];
  const header = `${ascii("RIFF")}${size}${ascii("WAVEfmt ")}${format}${ascii("data")}${data}`;
  assertEquals(writeWav(new Float32Array(2), 8000).toHex(), header);
});
