import { assertEquals } from "@std/assert";
import { createFile } from "mp4box";
import { writeAdtsHeader } from "../../../sandbox/audio/adts.ts";
import { memoryContent } from "../../../sandbox/base/content.ts";
import { fileContent } from "../../../sandbox/host/disk/files.ts";
import { type AudioFormat, recognise } from "../../../sandbox/audio/recognise.ts";
import { tone, writeWav } from "../../support/sandbox/sounds.ts";

interface Recognised {
  readonly format: AudioFormat;
  readonly durationMs: number;
}

async function recognised(bytes: Uint8Array): Promise<Recognised | undefined> {
  const sound = await recognise(memoryContent(bytes));
  return sound && { format: sound.format, durationMs: sound.durationMs };
}

function ascii(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/** A number of four bytes, the most significant first. */
function uint32(number: number): number[] {
  return [number >>> 24, number >> 16 & 255, number >> 8 & 255, number & 255];
}

/** Returns silent frames of 128 kbit/s and 44.1 kHz: of a layer of MPEG audio, or of AAC. */
function frames(count: number, header: readonly number[], size: number): Uint8Array {
  const bytes = new Uint8Array(count * size);
  for (let at = 0; at < bytes.length; at += size) bytes.set(header, at);
  return bytes;
}

const MP3 = { header: [0xff, 0xfb, 0x90, 0xc0], size: 417 };
const MP2 = { header: [0xff, 0xfd, 0x80, 0xc0], size: 417 };
const AAC = { header: [...writeAdtsHeader({ sampleRate: 44_100, channels: 1 }, 57)], size: 64 };

/** Returns an MP4 file with one sample of a second in each track. */
function mp4(...tracks: readonly ("mp4a" | "avc1")[]): Uint8Array {
  const file = createFile();
  for (const type of tracks) {
    const id = file.addTrack({ type, hdlr: type === "mp4a" ? "soun" : "vide", timescale: 1000 });
    file.addSample(id, new Uint8Array(16), { duration: 1000, dts: 0, cts: 0, is_sync: true });
  }
  return new Uint8Array(file.getBuffer().buffer);
}

Deno.test("recognise() recognises WAVE and its length", async () => {
  assertEquals(await recognised(tone(1.5)), { format: "wav", durationMs: 1500 });
});

Deno.test("recognise() measures the bytes of a WAVE file instead of trusting its header", async () => {
  const long = tone(1);
  new DataView(long.buffer).setUint32(40, 3600 * 2 * 8000, true);
  assertEquals(await recognised(long), { format: "wav", durationMs: 1000 }, "the size of its samples");
  const fine = tone(1);
  new DataView(fine.buffer).setUint16(32, 1, true);
  assertEquals(await recognised(fine), { format: "wav", durationMs: 1000 }, "the size of a sample");
});

Deno.test("recognise() reads the length of a WAVE file with compressed samples from its header", async () => {
  const bytes = tone(2);
  new DataView(bytes.buffer).setUint16(20, 0x1234, true);
  assertEquals(await recognised(bytes), { format: "wav", durationMs: 2000 });
});

Deno.test("recognise() measures MP3 and AAC by their frames", async () => {
  const [mp3, aac] = [frames(100, MP3.header, MP3.size), frames(100, AAC.header, AAC.size)];
  assertEquals(await recognised(mp3), { format: "mp3", durationMs: Math.round(115_200_000 / 44_100) });
  assertEquals(await recognised(aac), { format: "aac", durationMs: Math.round(102_400_000 / 44_100) });
});

Deno.test("recognise() measures the frames of an MP3 instead of trusting its table of contents", async () => {
  const contents = frames(1, MP3.header, MP3.size);
  const HAS_COUNT = 1;
  contents.set([...ascii("Xing"), ...uint32(HAS_COUNT), ...uint32(1_000_000)], 21);
  const bytes = Uint8Array.of(...contents, ...frames(50, MP3.header, MP3.size));
  assertEquals(await recognised(bytes), { format: "mp3", durationMs: Math.round(57_600_000 / 44_100) });
});

Deno.test("recognise() distinguishes the layers of MPEG audio", async () => {
  assertEquals((await recognised(frames(40, MP2.header, MP2.size)))?.format, "mp2");
});

Deno.test("recognise() reads AIFF", async () => {
  const RATE_8000_HZ = [0x40, 0x0b, 0xfa, 0, 0, 0, 0, 0, 0, 0];
  const common = [...ascii("COMM"), ...uint32(18), 0, 1, ...uint32(12_000), 0, 16, ...RATE_8000_HZ];
  const samples = [...ascii("SSND"), ...uint32(24_008), ...uint32(0), ...uint32(0), ...new Uint8Array(24_000)];
  const body = [...ascii("AIFF"), ...common, ...samples];
  assertEquals(await recognised(Uint8Array.of(...ascii("FORM"), ...uint32(body.length), ...body)), {
    format: "aiff",
    durationMs: 1500,
  });
});

for (
  const [frameBytes, first] of [
    [13, 0x04],
    [14, 0x0c],
    [16, 0x14],
    [18, 0x1c],
    [20, 0x24],
    [21, 0x2c],
    [27, 0x34],
    [32, 0x3c],
    [6, 0x44],
    [1, 0x7c],
  ] as const
) {
  Deno.test(`recognise() reads AMR in frames of ${frameBytes} bytes, which last 20 ms`, async () => {
    const frames = Uint8Array.from({ length: 50 * frameBytes }, (_, i) => i % frameBytes === 0 ? first : 1);
    assertEquals(await recognised(Uint8Array.of(...ascii("#!AMR\n"), ...frames)), { format: "amr", durationMs: 1000 });
  });
}

Deno.test("recognise() accepts MP4 with sound, and none with pictures", async () => {
  assertEquals(await recognised(mp4("mp4a")), { format: "mp4", durationMs: 1000 });
  assertEquals(await recognised(mp4("avc1")), undefined);
  assertEquals(await recognised(mp4("mp4a", "avc1")), undefined);
});

Deno.test("recognise() rejects text, HTML, a picture, an empty file, noise, and sound without a sample", async () => {
  const noise = Uint8Array.from({ length: 5000 }, (_, i) => Math.imul(i, 2_654_435_761) >>> 24);
  const header = [...uint32(13), ...ascii("IHDR"), ...uint32(1), ...uint32(1), 8, 2];
  const png = Uint8Array.of(0x89, ...ascii("PNG\r\n\x1a\n"), ...header);
  const empty = writeWav(new Float32Array(0), 8000);
  for (
    const bytes of [ascii("hello"), ascii("<html></html>"), png, new Uint8Array(0), noise, empty, ascii("#!AMR\n")]
  ) {
    assertEquals(await recognised(bytes), undefined);
  }
});

Deno.test("recognise() reads a file as it reads bytes", async () => {
  const path = await Deno.makeTempFile();
  try {
    const inFile = async (bytes: Uint8Array) => {
      await Deno.writeFile(path, bytes);
      const sound = await recognise(fileContent(path, bytes.length));
      return sound && { format: sound.format, durationMs: sound.durationMs };
    };
    for (const bytes of [tone(1), frames(100, AAC.header, AAC.size), mp4("mp4a"), ascii("hello, no sound")]) {
      assertEquals(await inFile(bytes), await recognised(bytes));
    }
  } finally {
    await Deno.remove(path);
  }
});
