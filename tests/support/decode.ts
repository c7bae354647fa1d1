/**
 * Decodes sound with ffmpeg, the judge of whether a stream is one.
 *
 * @module
 */
import { spawn } from "node:child_process";
import { once } from "node:events";

/** What ffmpeg made of a sound. */
export interface Decoded {
  /** Its complaints; none for a sound stream. */
  readonly errors: string;
  /** Seconds that it plays. */
  readonly seconds: number;
  /** Its samples at 8 kHz, one channel. */
  readonly samples: Int16Array;
}

const RATE = 8000;

/**
 * Decodes a sound.
 *
 * @param source An address or a file, or the bytes themselves.
 */
export async function decode(source: string | Uint8Array): Promise<Decoded> {
  const input = typeof source === "string" ? source : "pipe:0";
  const args = ["-v", "error", "-i", input, "-f", "s16le", "-ac", "1", "-ar", String(RATE), "pipe:1"];
  const child = spawn("ffmpeg", args, { stdio: ["pipe", "pipe", "pipe"] });
  const closed = once(child, "close");
  child.stdin.on("error", () => {});
  child.stdin.end(typeof source === "string" ? undefined : source);
  const [output, errors] = await Promise.all([gather(child.stdout), gather(child.stderr)]);
  await closed;
  const samples = new Int16Array(output.buffer, 0, output.length >> 1);
  return { errors: new TextDecoder().decode(errors), seconds: samples.length / RATE, samples };
}

async function gather(stream: AsyncIterable<Uint8Array>): Promise<Uint8Array<ArrayBuffer>> {
  const parts = await Array.fromAsync(stream, (part) => new Uint8Array(part));
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}
