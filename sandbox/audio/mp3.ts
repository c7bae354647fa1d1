// The frame header of MPEG audio, Layer III (ISO/IEC 11172-3 2.4.1.3, 13818-3 for the lower sample rates).
import type { FrameFormat, FrameHeader } from "./frames.ts";

const KBITS_MPEG1 = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];
const KBITS_MPEG2 = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160];
const RATES_MPEG1 = [44_100, 48_000, 32_000];
/** By the version: MPEG 2.5, none, 2 and 1. */
const RATE_DIVISORS = [4, 1, 2, 1];
const LAYER_3 = 1;

export const MP3: FrameFormat = { headerBytes: 4, parse: parseMp3Header };

function parseMp3Header(bytes: Uint8Array, offset: number): FrameHeader | undefined {
  if (bytes[offset] !== 0xff) return undefined;
  const [first = 0, second = 0, third = 0] = bytes.subarray(offset + 1, offset + 4);
  const version = first >> 3 & 3;
  if ((first & 0xe0) !== 0xe0 || version === 1 || (first >> 1 & 3) !== LAYER_3) return undefined;
  const mpeg1 = version === 3;
  const kbits = (mpeg1 ? KBITS_MPEG1 : KBITS_MPEG2)[second >> 4];
  const rate = RATES_MPEG1[second >> 2 & 3];
  if (!kbits || !rate) return undefined;
  const sampleRate = rate / (RATE_DIVISORS[version] ?? 1);
  const samples = mpeg1 ? 1152 : 576;
  const padding = second >> 1 & 1;
  const size = Math.floor(samples / 8 * kbits * 1000 / sampleRate) + padding;
  return { size, samples, sampleRate, channels: third >> 6 === 3 ? 1 : 2 };
}

/** Detects a table of contents (`Xing`, `Info`, `VBRI`) instead of sound, which is wrong for a part of the file. */
export function isInfoFrame(frame: Uint8Array): boolean {
  const head = String.fromCharCode(...frame.subarray(4, 44));
  return head.includes("Xing") || head.includes("Info") || head.includes("VBRI");
}
