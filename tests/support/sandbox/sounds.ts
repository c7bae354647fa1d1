import { writeFile } from "node:fs/promises";
import { joinBytes, memoryContent } from "../../../sandbox/base/content.ts";
import type { FrameStore } from "../../../sandbox/audio/encoding.ts";

const RATE = 8000;
const HEADER = 44;

/** Returns a WAV file of a tone: mono, 16 bits, 8 kHz. */
export function tone(seconds: number, hertz: number = 440): Uint8Array {
  const samples = Math.round(seconds * RATE);
  const bytes = new Uint8Array(HEADER + 2 * samples);
  const view = new DataView(bytes.buffer);
  const text = (at: number, word: string) => bytes.set(new TextEncoder().encode(word), at);
  text(0, "RIFF");
  view.setUint32(4, bytes.length - 8, true);
  text(8, "WAVEfmt ");
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, RATE, true);
  view.setUint32(28, 2 * RATE, true);
  view.setUint16(32, 2, true);
  view.setUint16(34, 16, true);
  text(36, "data");
  view.setUint32(40, 2 * samples, true);
  for (let i = 0; i < samples; i++) {
    view.setInt16(HEADER + 2 * i, Math.round(12_000 * Math.sin(2 * Math.PI * hertz * i / RATE)), true);
  }
  return bytes;
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
