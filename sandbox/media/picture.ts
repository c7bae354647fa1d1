// Pictures: formats of uploads, generated cover art, and waveforms.
import type { Waveform } from "../audio/waveform.ts";
import { Random } from "../base/random.ts";
import type { PictureFormat } from "../store/assets.ts";

const MAGIC: readonly (readonly [PictureFormat, readonly number[]])[] = [
  ["png", [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
  ["jpeg", [0xff, 0xd8, 0xff]],
  ["gif", [0x47, 0x49, 0x46, 0x38]],
];

/** Detects the format of a picture from its first bytes; undefined if SoundCloud doesn't accept it. */
export function recognisePicture(head: Uint8Array): PictureFormat | undefined {
  return MAGIC.find(([, magic]) => magic.every((byte, i) => head[i] === byte))?.[0];
}

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

const QUALITY = 85;
const WAVEFORM_HEIGHT = 280;
/** The colour around a waveform; the waveform itself is transparent. */
const AROUND = [239, 239, 239, 255] as const;
const NOTHING = [0, 0, 0, 0] as const;

/** Red, green, blue and alpha, 0 to 255. */
type Colour = readonly [red: number, green: number, blue: number, opacity: number];

/** Draws cover art as a JPEG: a coloured band, different for each name. The same arguments give the same bytes. */
export async function drawCover(name: string, size: number): Promise<Uint8Array<ArrayBuffer>> {
  const random = new Random(`cover:${name}`);
  const colour = (): Colour => [random.int(0, 255), random.int(0, 255), random.int(0, 255), 255];
  const [ground, band] = [colour(), colour()];
  const [across, width] = [random.float() * 2 - 1, size * (0.2 + 0.3 * random.float())];
  const data = paint(size, size, (x, y) => {
    return Math.abs(x - size / 2 + across * (y - size / 2)) < width ? band : ground;
  });
  return await writeJpeg({ data, width: size, height: size });
}

/** Draws a waveform as players overlay it on a colour: a PNG that is grey around a transparent waveform. */
export async function drawWaveform({ width, height, samples }: Waveform): Promise<Uint8Array<ArrayBuffer>> {
  const middle = WAVEFORM_HEIGHT / 2;
  const pixels = paint(width, WAVEFORM_HEIGHT, (x, y) => {
    return Math.abs(y - middle) <= (samples[x] ?? 0) / height * middle ? NOTHING : AROUND;
  });
  const { encode } = await import("fast-png");
  return new Uint8Array(encode({ width, height: WAVEFORM_HEIGHT, data: pixels }));
}

function paint(width: number, height: number, colourAt: (x: number, y: number) => Colour): Uint8Array {
  const pixels = new Uint8Array(4 * width * height);
  for (let i = 0; i < width * height; i++) pixels.set(colourAt(i % width, Math.floor(i / width)), 4 * i);
  return pixels;
}

/** Encodes an RGBA picture. The library makes a `Buffer` of the bytes, which only some runtimes have. */
async function writeJpeg(
  picture: { readonly data: Uint8Array; readonly width: number; readonly height: number },
): Promise<Uint8Array<ArrayBuffer>> {
  const { default: { encode } } = await import("jpeg-js");
  const scope: { Buffer?: unknown } = globalThis;
  const isMissing = scope.Buffer === undefined;
  if (isMissing) scope.Buffer = { from: (bytes: number[]) => Uint8Array.from(bytes) };
  try {
    return new Uint8Array(encode(picture, QUALITY).data);
  } finally {
    if (isMissing) delete scope.Buffer;
  }
}
