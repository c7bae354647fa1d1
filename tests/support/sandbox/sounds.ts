import { writeFile } from "node:fs/promises";
import { joinBytes, memoryContent } from "../../../sandbox/base/content.ts";
import type { FrameStore } from "../../../sandbox/audio/encoding.ts";

const RATE = 8000;
const HEADER_BYTES = 44;

/** Encodes mono samples as a WAVE file of 16-bit PCM. */
export function writeWav(samples: ArrayLike<number>, sampleRate: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(HEADER_BYTES + samples.length * 2);
  const view = new DataView(bytes.buffer);
  const text = (at: number, word: string) => bytes.set(new TextEncoder().encode(word), at);
  text(0, "RIFF");
  view.setUint32(4, bytes.length - 8, true);
  text(8, "WAVEfmt ");
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, sampleRate, true);
  view.setUint32(28, sampleRate * 2, true);
  view.setUint16(32, 2, true);
  view.setUint16(34, 16, true);
  text(36, "data");
  view.setUint32(40, samples.length * 2, true);
  for (const [i, sample] of Array.from(samples).entries()) {
    view.setInt16(HEADER_BYTES + i * 2, Math.round(32_767 * Math.max(-1, Math.min(1, sample))), true);
  }
  return bytes;
}

/** Returns a WAV file of a tone: mono, 16 bits, 8 kHz. */
export function tone(seconds: number, hertz: number = 440): Uint8Array {
  const length = Math.round(seconds * RATE);
  const level = 12_000 / 32_767;
  return writeWav(Array.from({ length }, (_, i) => level * Math.sin(2 * Math.PI * hertz * i / RATE)), RATE);
}

/** Writes a WAV file of a tone. */
export async function writeTone(path: string, seconds: number = 1, hertz?: number): Promise<string> {
  await writeFile(path, tone(seconds, hertz));
  return path;
}

/** Creates an in-memory store for frames. */
export function memoryFrames(): FrameStore {
  const parts: Uint8Array[] = [];
  return {
    write: (chunk) => Promise.resolve(void parts.push(chunk)),
    finish: () => Promise.resolve(),
    get written() {
      return memoryContent(joinBytes(parts));
    },
  };
}
