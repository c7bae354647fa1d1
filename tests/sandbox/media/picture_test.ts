import { assert, assertEquals, assertNotEquals } from "@std/assert";
import jpeg from "jpeg-js";
import { hash } from "node:crypto";
import { crc32, inflateSync } from "node:zlib";
import { drawCover, drawWaveform, PICTURE_SIZES, recognisePicture } from "../../../sandbox/media/picture.ts";
import { replaced } from "../../support/replaced.ts";

const SIGNATURES = {
  png: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
  jpeg: [0xff, 0xd8, 0xff],
  gif: [0x47, 0x49, 0x46, 0x38],
};

Deno.test("recognisePicture() recognises a format by its whole signature", () => {
  for (const [format, signature] of Object.entries(SIGNATURES)) {
    assertEquals(recognisePicture(Uint8Array.of(...signature, 1, 2)), format);
    for (const [i, byte] of signature.entries()) {
      assertEquals(recognisePicture(Uint8Array.from(signature.with(i, byte ^ 1))), undefined, `${format}, byte ${i}`);
    }
    assertEquals(recognisePicture(Uint8Array.from(signature.slice(0, -1))), undefined, `${format}, cut`);
  }
});

interface Chunk {
  readonly type: string;
  readonly data: Uint8Array;
}

/** Reads the chunks of a PNG file, and checks their checksums. */
function chunksOf(png: Uint8Array): Chunk[] {
  const view = new DataView(png.buffer, png.byteOffset);
  const chunks: Chunk[] = [];
  for (let at = SIGNATURES.png.length; at < png.length;) {
    const end = at + 8 + view.getUint32(at);
    const type = String.fromCharCode(...png.subarray(at + 4, at + 8));
    assertEquals(view.getUint32(end), crc32(png.subarray(at + 4, end)), `the checksum of ${type}`);
    chunks.push({ type, data: png.subarray(at + 8, end) });
    at = end + 4;
  }
  return chunks;
}

Deno.test("drawWaveform() draws a PNG of eight bits and four channels, grey around the transparent sound", async () => {
  const [width, height] = [3, 280];
  const png = await drawWaveform({ width, height: 140, samples: [0, 70, 140] });
  assertEquals([...png.subarray(0, 8)], SIGNATURES.png);
  const [header, data, end] = chunksOf(png);
  assertEquals(header?.type, "IHDR");
  assertEquals([...header?.data ?? []], [0, 0, 0, width, 0, 0, height >> 8, height & 255, 8, 6, 0, 0, 0]);
  assertEquals(data?.type, "IDAT");
  assertEquals(end, { type: "IEND", data: new Uint8Array(0) });
  const rows = inflateSync(data!.data);
  const row = 1 + 4 * width;
  assertEquals(rows.length, height * row);
  const pixel = (x: number, y: number) => [...rows.subarray(y * row + 1 + 4 * x, y * row + 5 + 4 * x)];
  const clear = Array.from(
    { length: width },
    (_, x) => Array.from({ length: height }, (_, y) => y).filter((y) => pixel(x, y)[3] === 0),
  );
  assertEquals(clear.map((ys) => [ys[0], ys.at(-1), ys.length]), [[140, 140, 1], [70, 210, 141], [0, 279, 280]]);
  assertEquals([pixel(0, 0), pixel(2, 0)], [[239, 239, 239, 255], [0, 0, 0, 0]]);
  assert(Array.from({ length: height }, (_, y) => rows[y * row]).every((filter) => filter === 0));
});

Deno.test("drawCover() draws a JPEG of the size, the same for a name and another one for another name", async () => {
  const cover = await drawCover("tracks/1", 100);
  const { width, height } = jpeg.decode(cover);
  assertEquals({ width, height, format: recognisePicture(cover) }, { width: 100, height: 100, format: "jpeg" });
  assertEquals(await drawCover("tracks/1", 100), cover);
  assertNotEquals(await drawCover("tracks/2", 100), cover);
});

Deno.test("drawCover() draws without a global Buffer, as in browsers, and leaves none", async () => {
  using _ = replaced(globalThis, "Buffer", undefined);
  assertEquals(recognisePicture(await drawCover("tracks/1", 20)), "jpeg");
  assertEquals(Object.hasOwn(globalThis, "Buffer"), false);
});

Deno.test("drawCover() draws the covers that it has always drawn", async () => {
  const drawn = await Promise.all(["tracks/1", "playlists/7"].map((name) => drawCover(name, 47)));
  assertEquals(drawn.map((bytes) => hash("sha256", bytes).slice(0, 16)), ["d9f3fb63b23d0822", "cd17940a66d4e90b"]);
});

Deno.test("PICTURE_SIZES are those of the service", () => {
  const { original, crop, large, badge, small, tiny, mini, ...named } = PICTURE_SIZES;
  assertEquals({ original, crop, large, badge, small, tiny, mini }, {
    original: 800,
    crop: 400,
    large: 100,
    badge: 47,
    small: 32,
    tiny: 20,
    mini: 16,
  });
  for (const [name, size] of Object.entries(named)) assertEquals(name, `t${size}x${size}`);
});

Deno.test("drawCover() draws the same band at each size", async () => {
  const colours = async (size: number) => {
    const { data } = jpeg.decode(await drawCover("tracks/1", size));
    const at = (x: number, y: number) => 4 * (Math.round(y * (size - 1)) * size + Math.round(x * (size - 1)));
    const places = [[0.05, 0.05], [0.5, 0.5], [0.95, 0.95], [0.05, 0.95], [0.95, 0.05]] as const;
    return places.map(([x, y]) => Array.from(data.subarray(at(x, y), at(x, y) + 3), (value) => Math.round(value / 16)));
  };
  const [large, small] = [await colours(100), await colours(47)];
  assertEquals(small, large);
  assert(new Set(large.map(String)).size > 1, "there is a band");
});
