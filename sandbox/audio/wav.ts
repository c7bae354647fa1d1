// Reads RIFF WAVE with samples of 8, 16, 24 and 32 bits and 32-bit floats.
import { joinBytes } from "../base/content.ts";

export interface WavFormat {
  readonly sampleRate: number;
  readonly channels: number;
  /** Bytes per sample and channel. */
  readonly sampleBytes: number;
  readonly float: boolean;
  readonly dataStart: number;
  /** Number of bytes of samples according to the header. */
  readonly dataBytes: number;
}

const PCM = 1;
const FLOAT = 3;
const EXTENSIBLE = 0xfffe;
/** Least size of the chunk `fmt `, and least size of an extensible one: the code of its samples is at byte 24. */
const [FORMAT_BYTES, EXTENSIBLE_BYTES] = [16, 26];
const BLOCK_SAMPLES = 16 * 1024;

/** Reads the header of a WAVE file; undefined if it isn't one, or its samples are compressed. */
export function readWavHeader(head: Uint8Array): WavFormat | undefined {
  const view = viewOf(head);
  if (tagAt(head, 0) !== "RIFF" || tagAt(head, 8) !== "WAVE") return undefined;
  let format: Omit<WavFormat, "dataStart" | "dataBytes"> | undefined;
  for (let offset = 12; offset + 8 <= head.length;) {
    const size = view.getUint32(offset + 4, true);
    if (tagAt(head, offset) === "fmt ") format = readFormat(viewOf(head.subarray(offset + 8, offset + 8 + size)));
    if (tagAt(head, offset) === "data") return format && { ...format, dataStart: offset + 8, dataBytes: size };
    offset += 8 + size + size % 2;
  }
  return undefined;
}

function viewOf({ buffer, byteOffset, byteLength }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, byteLength);
}

function tagAt(bytes: Uint8Array, offset: number): string {
  return String.fromCharCode(...bytes.subarray(offset, offset + 4));
}

function readFormat(view: DataView): Omit<WavFormat, "dataStart" | "dataBytes"> | undefined {
  if (view.byteLength < FORMAT_BYTES) return undefined;
  const tag = view.getUint16(0, true);
  const code = tag === EXTENSIBLE && view.byteLength >= EXTENSIBLE_BYTES ? view.getUint16(24, true) : tag;
  const channels = view.getUint16(2, true);
  const sampleRate = view.getUint32(4, true);
  const sampleBytes = view.getUint16(14, true) / 8;
  const known = code === PCM ? [1, 2, 3, 4].includes(sampleBytes) : code === FLOAT && sampleBytes === 4;
  return known && channels > 0 && sampleRate > 0
    ? { sampleRate, channels, sampleBytes, float: code === FLOAT }
    : undefined;
}

/** Reads samples in blocks of a constant size, an array per channel; of more than two channels, the first two. */
export async function* readWavSamples(
  chunks: AsyncIterable<Uint8Array>,
  format: WavFormat,
): AsyncGenerator<Float32Array[]> {
  const instantBytes = format.sampleBytes * format.channels;
  let rest: Uint8Array = new Uint8Array(0);
  for await (const chunk of chunks) {
    const bytes = joinBytes([rest, chunk]);
    const whole = bytes.length - bytes.length % instantBytes;
    for (let at = 0; at < whole; at += BLOCK_SAMPLES * instantBytes) {
      yield readBlock(bytes.subarray(at, Math.min(whole, at + BLOCK_SAMPLES * instantBytes)), format);
    }
    rest = bytes.subarray(whole);
  }
}

function readBlock(bytes: Uint8Array, { channels, sampleBytes, float }: WavFormat): Float32Array[] {
  const view = viewOf(bytes);
  const instants = bytes.length / (channels * sampleBytes);
  return Array.from({ length: Math.min(2, channels) }, (_, channel) => {
    const samples = new Float32Array(instants);
    for (let i = 0; i < instants; i++) {
      samples[i] = sampleAt(view, (i * channels + channel) * sampleBytes, sampleBytes, float);
    }
    return samples;
  });
}

function sampleAt(view: DataView, offset: number, sampleBytes: number, float: boolean): number {
  if (float) return view.getFloat32(offset, true);
  if (sampleBytes === 1) return (view.getUint8(offset) - 128) / 128;
  if (sampleBytes === 2) return view.getInt16(offset, true) / 0x8000;
  if (sampleBytes === 3) return (view.getInt8(offset + 2) << 16 | view.getUint16(offset, true)) / 0x80_0000;
  return view.getInt32(offset, true) / 0x8000_0000;
}
