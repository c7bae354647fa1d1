import { assertEquals } from "@std/assert";
import { joinBytes, memoryContent } from "../../../sandbox/base/content.ts";
import { readAacOutline } from "../../../sandbox/audio/mp4_outline.ts";

type Bytes = Uint8Array<ArrayBuffer>;

function u32(...values: readonly number[]): Bytes {
  const bytes = new Uint8Array(4 * values.length);
  for (const [i, value] of values.entries()) new DataView(bytes.buffer).setUint32(4 * i, value);
  return bytes;
}

const ascii = (text: string) => new TextEncoder().encode(text);
const zeros = (length: number) => new Uint8Array(length);

function box(type: string, ...parts: readonly Uint8Array[]): Bytes {
  const body = joinBytes(parts);
  return joinBytes([u32(8 + body.length), ascii(type), body]);
}

/** A box whose size has 64 bits. */
function largeBox(type: string, ...parts: readonly Uint8Array[]): Bytes {
  const body = joinBytes(parts);
  return joinBytes([u32(1), ascii(type), u32(0, 16 + body.length), body]);
}

/** A box that lasts until the end of what it is in. */
function lastBox(type: string, ...parts: readonly Uint8Array[]): Bytes {
  return joinBytes([u32(0), ascii(type), ...parts]);
}

/** AAC-LC in the decoder configuration; its length is in one byte. */
const CONFIG = Uint8Array.of(5, 2, 2 << 3, 0);

function descriptors(config: Uint8Array = CONFIG): Bytes {
  const decoder = joinBytes([Uint8Array.of(4, 13 + config.length), zeros(13), config]);
  return joinBytes([Uint8Array.of(3, 3 + decoder.length), zeros(3), decoder]);
}

interface Sound {
  readonly rate?: number;
  readonly frames?: number;
  readonly codec?: string;
  readonly esds?: Uint8Array;
}

function description({ rate = 44_100, codec = "mp4a", esds = descriptors() }: Sound): Bytes {
  return box("stsd", u32(0, 1), box(codec, zeros(24), u32(rate * 0x1_0000), box("esds", u32(0), esds)));
}

const sizes = ({ frames = 7 }: Sound) => box("stsz", u32(0, 0, frames));

function trackOf(...table: readonly Uint8Array[]): Bytes {
  return box("trak", box("tkhd", zeros(8)), box("mdia", box("minf", box("smhd"), box("stbl", ...table))));
}

const track = (sound: Sound = {}) => trackOf(description(sound), sizes(sound));
const file = (...tracks: readonly Uint8Array[]) =>
  joinBytes([box("ftyp", ascii("M4A ")), box("mdat", zeros(99)), box("moov", box("mvhd", zeros(4)), ...tracks)]);
const outlineOf = (bytes: Uint8Array) => readAacOutline(memoryContent(bytes));

const AAC = { frames: 7, samples: 1024, sampleRate: 44_100 };

Deno.test("readAacOutline() reads the number of frames and the sample rate", async () => {
  assertEquals(await outlineOf(file(track())), AAC);
  assertEquals(await outlineOf(file(track({ rate: 48_000, frames: 0 }))), { ...AAC, frames: 0, sampleRate: 48_000 });
});

Deno.test("readAacOutline() reads the first track of AAC, whatever is before it", async () => {
  const video = trackOf(description({ codec: "avc1" }), sizes({}));
  const empty = box("trak", box("mdia"));
  assertEquals(await outlineOf(file(video, empty, trackOf(), track(), track({ frames: 9 }))), AAC);
  assertEquals(await outlineOf(file(box("udta", track()))), undefined, "a track elsewhere is none");
});

Deno.test("readAacOutline() takes no more frames than the file has bytes, whatever the table claims", async () => {
  const bytes = file(track({ frames: 4_000_000_000 }));
  assertEquals((await outlineOf(bytes))?.frames, bytes.length);
});

Deno.test("readAacOutline() reads a box with a size of 64 bits, and one that lasts to the end", async () => {
  const head = box("ftyp", ascii("M4A "));
  assertEquals(await outlineOf(joinBytes([head, largeBox("mdat", zeros(30)), largeBox("moov", track())])), AAC);
  assertEquals(await outlineOf(joinBytes([head, lastBox("moov", track())])), AAC);
  assertEquals(await outlineOf(joinBytes([lastBox("mdat", zeros(8)), box("moov", track())])), undefined);
});

Deno.test("readAacOutline() ends at a box that is smaller than its own header", async () => {
  const broken = (size: number) => joinBytes([u32(size), ascii("free"), box("moov", track())]);
  for (const size of [2, 7]) assertEquals(await outlineOf(broken(size)), undefined, `${size}`);
  assertEquals(await outlineOf(broken(8)), AAC);
});

Deno.test("readAacOutline() reads descriptors whose length has several bytes", async () => {
  const long = (tag: number, length: number) => Uint8Array.of(tag, 0x80, 0x80, 0x80, length);
  const config = joinBytes([long(5, 2), Uint8Array.of(2 << 3, 0)]);
  const decoder = joinBytes([long(4, 13 + config.length), zeros(13), config]);
  const esds = joinBytes([long(3, 3 + decoder.length), zeros(3), decoder]);
  assertEquals(await outlineOf(file(track({ esds }))), AAC);
});

const OTHERS: Readonly<Record<string, Uint8Array>> = {
  "a rate that ADTS lacks": track({ rate: 44_101 }),
  "a profile other than low complexity": track({ esds: descriptors(Uint8Array.of(5, 2, 5 << 3, 0)) }),
  "a decoder without a configuration": track({ esds: descriptors(Uint8Array.of(6, 1, 2 << 3)) }),
  "a stream without a decoder": track({ esds: joinBytes([Uint8Array.of(3, 5), zeros(20), CONFIG]) }),
  "descriptors that begin elsewhere": track({ esds: descriptors().with(0, 4) }),
  "another codec": track({ codec: "alac" }),
  "no descriptors": trackOf(box("stsd", u32(0, 1), box("mp4a", zeros(24), u32(44_100 * 0x1_0000))), sizes({})),
  "descriptors before the end of the entry": trackOf(
    box("stsd", u32(0, 1), box("mp4a", zeros(16), ascii("esds"), zeros(4), u32(44_100 * 0x1_0000), descriptors())),
    sizes({}),
  ),
  "no sizes": trackOf(description({})),
  "no description": trackOf(sizes({})),
  "sizes that are cut": trackOf(description({}), box("stsz", u32(0, 0), zeros(3))),
};

for (const [what, one] of Object.entries(OTHERS)) {
  Deno.test(`readAacOutline() returns nothing for a track with ${what}`, async () => {
    assertEquals(await outlineOf(file(one)), undefined);
    assertEquals(await outlineOf(file(one, track())), AAC, "and reads the next one");
  });
}

Deno.test("readAacOutline() returns nothing for a file that was cut anywhere", async () => {
  const bytes = file(track());
  for (let length = 0; length < bytes.length; length++) {
    assertEquals(await outlineOf(bytes.slice(0, length)), undefined, `${length} bytes`);
  }
});

Deno.test("readAacOutline() reads descriptors in the first 4 KiB of a description", async () => {
  const padded = (length: number) => {
    const entry = box(
      "mp4a",
      zeros(24),
      u32(44_100 * 0x1_0000),
      box("free", zeros(length)),
      box("esds", u32(0), descriptors()),
    );
    return file(trackOf(box("stsd", u32(0, 1), entry), sizes({})));
  };
  const before = 8 + 36 + 8 + 8 + 4 + descriptors().length;
  assertEquals(await outlineOf(padded(4096 - before)), AAC);
  assertEquals(await outlineOf(padded(4096)), undefined);
});
