// AAC in ADTS (ISO/IEC 13818-7 6.2): frames that need no container.
import type { FrameFormat, FrameHeader } from "./frames.ts";

export const ADTS_RATES: readonly number[] = [
  96_000,
  88_200,
  64_000,
  48_000,
  44_100,
  32_000,
  24_000,
  22_050,
  16_000,
  12_000,
  11_025,
  8_000,
  7_350,
];
/** Size of a header without a checksum, in bytes. */
export const ADTS_HEADER_BYTES = 7;

/** Number of samples of an AAC-LC frame, per channel (ISO/IEC 14496-3). */
export const AAC_FRAME_SAMPLES = 1024;

export interface AacFormat {
  readonly sampleRate: number;
  readonly channels: number;
}

export const ADTS: FrameFormat = { headerBytes: ADTS_HEADER_BYTES, parse: parseAdtsHeader };

function parseAdtsHeader(bytes: Uint8Array, offset: number): FrameHeader | undefined {
  if (bytes[offset] !== 0xff) return undefined;
  const [first = 0, second = 0, third = 0, fourth = 0, fifth = 0, sixth = 0] = bytes.subarray(offset + 1, offset + 7);
  if ((first & 0xf6) !== 0xf0) return undefined;
  const sampleRate = ADTS_RATES[second >> 2 & 15];
  const size = (third & 3) << 11 | fourth << 3 | fifth >> 5;
  if (!sampleRate || size < ADTS_HEADER_BYTES) return undefined;
  return { size, samples: AAC_FRAME_SAMPLES * ((sixth & 3) + 1), sampleRate, channels: (second & 1) << 2 | third >> 6 };
}

/** Returns the header of a frame of AAC-LC, whose size without the header is `rawBytes`. */
export function writeAdtsHeader({ sampleRate, channels }: AacFormat, rawBytes: number): Uint8Array {
  const size = rawBytes + ADTS_HEADER_BYTES;
  const LOW_COMPLEXITY = 1;
  const second = LOW_COMPLEXITY << 6 | ADTS_RATES.indexOf(sampleRate) << 2 | channels >> 2;
  return Uint8Array.of(
    0xff,
    0xf1,
    second,
    (channels & 3) << 6 | size >> 11,
    size >> 3 & 0xff,
    (size & 7) << 5 | 0x1f,
    0xfc,
  );
}

/** Returns a frame without its header, which is two bytes longer if it has a checksum. */
export function rawFrame(frame: Uint8Array): Uint8Array {
  const hasChecksum = ((frame[1] ?? 0) & 1) === 0;
  return frame.slice(ADTS_HEADER_BYTES + (hasChecksum ? 2 : 0));
}
