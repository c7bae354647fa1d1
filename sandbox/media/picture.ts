/**
 * Pictures: what an upload is, and cover art for the catalogue.
 *
 * @module
 */
import { Buffer } from "node:buffer";
import { crc32, deflateSync } from "node:zlib";
import { Random } from "../world/random.ts";
import type { PictureFormat } from "../store/assets.ts";

const MAGIC: readonly (readonly [PictureFormat, readonly number[]])[] = [
  ["png", [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
  ["jpeg", [0xff, 0xd8, 0xff]],
  ["gif", [0x47, 0x49, 0x46, 0x38]],
];

/** What a picture is by its first bytes; undefined for anything the service doesn't take. */
export function recognisePicture(head: Uint8Array): PictureFormat | undefined {
  return MAGIC.find(([, magic]) => magic.every((byte, i) => head[i] === byte))?.[0];
}

/**
 * Draws cover art: a band of colour across another, each cover its own.
 *
 * @param name Which cover.
 * @param size Width and height in pixels.
 * @returns A PNG, the same for the same arguments.
 */
export function drawCover(name: string, size: number): Uint8Array<ArrayBuffer> {
  const random = new Random(`cover:${name}`);
  const colours = [0, 1].map(() => [random.int(0, 255), random.int(0, 255), random.int(0, 255)] as const);
  const [across, width] = [random.float() * 2 - 1, size * (0.2 + 0.3 * random.float())];
  return writePng(size, (x, y) => {
    const inBand = Math.abs(x - size / 2 + across * (y - size / 2)) < width;
    return colours[inBand ? 1 : 0] ?? [0, 0, 0];
  });
}

/** A square PNG of true colour (RFC 2083). */
function writePng(size: number, colourAt: (x: number, y: number) => readonly number[]): Uint8Array<ArrayBuffer> {
  const rowBytes = 1 + 3 * size;
  const rows = new Uint8Array(size * rowBytes);
  for (let i = 0; i < size * size; i++) {
    const [x, y] = [i % size, Math.floor(i / size)];
    const [red = 0, green = 0, blue = 0] = colourAt(x, y);
    const at = y * rowBytes + 1 + 3 * x;
    rows[at] = red;
    rows[at + 1] = green;
    rows[at + 2] = blue;
  }
  const header = new Uint8Array(13);
  const view = new DataView(header.buffer);
  view.setUint32(0, size);
  view.setUint32(4, size);
  header.set([8, 2], 8);
  const signature = Uint8Array.from(MAGIC[0]?.[1] ?? []);
  const chunks = [signature, chunk("IHDR", header), chunk("IDAT", deflateSync(rows)), chunk("IEND", new Uint8Array(0))];
  return new Uint8Array(Buffer.concat(chunks));
}

function chunk(type: string, data: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(12 + data.length);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, data.length);
  bytes.set(new TextEncoder().encode(type), 4);
  bytes.set(data, 8);
  view.setUint32(8 + data.length, crc32(bytes.subarray(4, 8 + data.length)));
  return bytes;
}
