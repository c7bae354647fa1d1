import { assertEquals, assertRejects } from "@std/assert";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { completeEntry } from "../../../cli/upload/sound_tags.ts";
import { emptyHome } from "../../support/cli/cli.ts";

const PNG = Uint8Array.fromBase64(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
);
const encoder = new TextEncoder();

/** A frame of an ID3 tag, version 2.3. */
function frame(id: string, content: Uint8Array): Uint8Array {
  const head = new Uint8Array(10);
  head.set(encoder.encode(id));
  new DataView(head.buffer).setUint32(4, content.length);
  return Uint8Array.of(...head, ...content);
}

function latin(text: string): Uint8Array {
  return Uint8Array.of(0, ...encoder.encode(text));
}

/** An MP3 of one silent frame with an ID3 tag. */
function mp3(...frames: readonly Uint8Array[]): Uint8Array {
  const body = frames.flatMap((one) => [...one]);
  const size = [21, 14, 7, 0].map((bits) => body.length >> bits & 0x7f);
  const sound = [0xff, 0xfb, 0x90, 0x64, ...Array<number>(413).fill(0)];
  return Uint8Array.of(...encoder.encode("ID3"), 3, 0, 0, ...size, ...body, ...sound, ...sound);
}

const picture = (type: string) => frame("APIC", Uint8Array.of(0, ...encoder.encode(type), 0, 3, 0, ...PNG));
const COVER = picture("image/png");
const TAGGED = mp3(frame("TIT2", latin(" Slow Harbour  ")), frame("TSRC", latin("USABC2600001")), COVER);

async function complete(
  content: Uint8Array,
  given: object = {},
  name: string = "01 take.mp3",
): ReturnType<typeof completeEntry> {
  await using home = await emptyHome();
  const file = join(home.directory, name);
  await writeFile(file, content);
  return await completeEntry({ file, fields: {}, ...given });
}

Deno.test("completeEntry() takes title, ISRC and cover from the file's tags", async () => {
  const { title, fields, cover } = await complete(TAGGED);
  assertEquals({ title, fields }, { title: "Slow Harbour", fields: { isrc: "USABC2600001" } });
  assertEquals(cover?.type, "image/png");
  assertEquals(await cover?.bytes(), PNG);
});

Deno.test("completeEntry() keeps what the entry says", async () => {
  const given = { title: "Mine", fields: { isrc: "", genre: "Ambient" } };
  const { title, fields } = await complete(TAGGED, given);
  assertEquals({ title, fields }, given as never);
});

Deno.test("completeEntry() leaves a file without tags, or with damaged ones or a picture that SoundCloud refuses, as it is", async () => {
  const chunks = new Uint8Array(2 ** 20);
  encoder.encodeInto("RIFF0000WAVE", chunks);
  const files = [
    mp3(),
    mp3(frame("TIT2", latin("  "))),
    mp3(picture("image/bmp")),
    TAGGED.slice(0, 60),
    encoder.encode("fLaC and nothing more"),
    chunks,
  ];
  for (const content of files) {
    const { title, fields, cover } = await complete(content, {}, content === chunks ? "zeros.wav" : "01 take.mp3");
    assertEquals({ title, fields, cover }, { title: undefined, fields: {}, cover: undefined });
  }
});

Deno.test("completeEntry() rejects a sound of more than 24 hours", async () => {
  const rate = 8;
  const head = new DataView(new ArrayBuffer(44 + rate * 86_401));
  for (const [at, text] of [[0, "RIFF"], [8, "WAVEfmt "], [36, "data"]] as const) {
    encoder.encodeInto(text, new Uint8Array(head.buffer, at));
  }
  const numbers: readonly (readonly [at: number, bits: 16 | 32, value: number])[] = [
    [4, 32, 36 + rate * 86_401],
    [16, 32, 16],
    [20, 16, 1],
    [22, 16, 1],
    [24, 32, rate],
    [28, 32, rate],
    [32, 16, 1],
    [34, 16, 8],
    [40, 32, rate * 86_401],
  ];
  for (const [at, bits, value] of numbers) head[`setUint${bits}`](at, value, true);
  await assertRejects(() => complete(new Uint8Array(head.buffer), {}, "night.wav"), Error, "is longer than 24 hours");
});
