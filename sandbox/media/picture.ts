/**
 * Pictures: formats of uploads, generated cover art, and waveforms.
 *
 * @module
 */
import { Buffer } from "node:buffer";
import { crc32, deflateSync } from "node:zlib";
import type { Waveform } from "../audio/waveform.ts";
import { Random } from "../base/random.ts";
import type { PictureFormat } from "../store/assets.ts";

const MAGIC: readonly (readonly [PictureFormat, readonly number[]])[] = [
  ["png", [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
  ["jpeg", [0xff, 0xd8, 0xff]],
  ["gif", [0x47, 0x49, 0x46, 0x38]],
];

/** Detects the format of a picture from its first bytes; undefined if the service doesn't accept it. */
export function recognisePicture(head: Uint8Array): PictureFormat | undefined {
  return MAGIC.find(([, magic]) => magic.every((byte, i) => head[i] === byte))?.[0];
}

/** Width and height in pixels, by the suffix of a picture's name. */
export const PICTURE_SIZES: Readonly<Record<string, number>> = {
  original: 800,
  t500x500: 500,
  crop: 400,
  t300x300: 300,
  large: 100,
  t67x67: 67,
  badge: 47,
  small: 32,
  tiny: 20,
  mini: 16,
};

/** JPEG quality, 0 to 100. */
const QUALITY = 85;
/** Height of a waveform's picture, in pixels. */
const WAVEFORM_HEIGHT = 280;
/** The colour around a waveform; the waveform itself is transparent. */
const AROUND = [239, 239, 239, 255] as const;
const NOTHING = [0, 0, 0, 0] as const;

/** Red, green, blue and alpha, 0 to 255. */
type Colour = readonly [red: number, green: number, blue: number, opacity: number];

/**
 * Draws cover art: a coloured band, different for each cover.
 *
 * @param name Selects the cover.
 * @param size Width and height in pixels.
 * @returns A JPEG; the same arguments give the same bytes.
 */
export async function drawCover(name: string, size: number): Promise<Uint8Array<ArrayBuffer>> {
  const random = new Random(`cover:${name}`);
  const colour = (): Colour => [random.int(0, 255), random.int(0, 255), random.int(0, 255), 255];
  const [ground, band] = [colour(), colour()];
  const [across, width] = [random.float() * 2 - 1, size * (0.2 + 0.3 * random.float())];
  const data = paint(size, size, (x, y) => {
    return Math.abs(x - size / 2 + across * (y - size / 2)) < width ? band : ground;
  });
  const { encode } = await import("jpeg-js");
  return new Uint8Array(encode({ data, width: size, height: size }, QUALITY).data);
}

/**
 * Draws a waveform as players overlay it on a colour: grey around a transparent waveform.
 *
 * @param waveform The waveform.
 * @returns A PNG of 1800 × 280 pixels.
 */
export function drawWaveform({ width, height, samples }: Waveform): Uint8Array<ArrayBuffer> {
  const middle = WAVEFORM_HEIGHT / 2;
  const pixels = paint(width, WAVEFORM_HEIGHT, (x, y) => {
    return Math.abs(y - middle) <= (samples[x] ?? 0) / height * middle ? NOTHING : AROUND;
  });
  return writePng(width, WAVEFORM_HEIGHT, pixels);
}

function paint(width: number, height: number, colourAt: (x: number, y: number) => Colour): Uint8Array {
  const pixels = new Uint8Array(4 * width * height);
  for (let i = 0; i < width * height; i++) pixels.set(colourAt(i % width, Math.floor(i / width)), 4 * i);
  return pixels;
}

/** Encodes an RGBA picture as PNG (RFC 2083). */
function writePng(width: number, height: number, pixels: Uint8Array): Uint8Array<ArrayBuffer> {
  const rows = new Uint8Array(height * (1 + 4 * width));
  for (let y = 0; y < height; y++) {
    rows.set(pixels.subarray(y * 4 * width, (y + 1) * 4 * width), y * (1 + 4 * width) + 1);
  }
  const header = new Uint8Array(13);
  const view = new DataView(header.buffer);
  view.setUint32(0, width);
  view.setUint32(4, height);
  header.set([8, 6], 8);
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
