import { spawn } from "node:child_process";
import { once } from "node:events";

/** Decoded audio. */
export interface Decoded {
  /** The error messages of ffmpeg; empty for a valid stream. */
  readonly errors: string;
  /** The length in seconds. */
  readonly seconds: number;
  /** The samples at 8 kHz, mono. */
  readonly samples: Int16Array;
}

const RATE = 8000;

/** Decodes audio. */
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
