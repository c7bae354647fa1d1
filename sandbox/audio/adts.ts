/**
 * The frame header of AAC in ADTS (ISO/IEC 13818-7 6.2), the form in which AAC goes into packed-audio segments.
 *
 * @module
 */
import type { FrameFormat, FrameHeader } from "./frames.ts";

const RATES = [96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000, 7_350];

/** How AAC frames are found. */
export const ADTS: FrameFormat = { headerBytes: 7, parse: parseAdtsHeader };

function parseAdtsHeader(bytes: Uint8Array, offset: number): FrameHeader | undefined {
  if (bytes[offset] !== 0xff) return undefined;
  const [first = 0, second = 0, third = 0, fourth = 0, fifth = 0, sixth = 0] = bytes.subarray(offset + 1, offset + 7);
  if ((first & 0xf6) !== 0xf0) return undefined;
  const sampleRate = RATES[second >> 2 & 15];
  const size = (third & 3) << 11 | fourth << 3 | fifth >> 5;
  if (!sampleRate || size < 7) return undefined;
  return { size, samples: 1024 * ((sixth & 3) + 1), sampleRate, channels: (second & 1) << 2 | third >> 6 };
}
