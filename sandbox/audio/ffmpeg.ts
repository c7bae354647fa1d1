/**
 * ffmpeg, where it is installed: for AAC, which no small encoder without it writes, and for formats that have no
 * decoder here.
 *
 * @module
 */
import { spawn } from "node:child_process";
import { Readable } from "node:stream";
import { type Content, toStream } from "./content.ts";
import type { Codec } from "./rendition.ts";

let installed: Promise<boolean> | undefined;

/** Whether `ffmpeg` can be started, and may be; found out once. */
export function hasFfmpeg(): Promise<boolean> {
  installed ??= probe().catch(() => false);
  return installed;
}

function probe(): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const child = spawn("ffmpeg", ["-version"], { stdio: "ignore" });
    child.once("error", reject);
    child.once("close", (code) => resolve(code === 0));
  });
}

const OUTPUTS = {
  aac: ["-c:a", "aac", "-b:a", "160k", "-ar", "44100", "-f", "adts"],
  mp3: ["-c:a", "libmp3lame", "-b:a", "128k", "-ar", "44100", "-write_xing", "0", "-id3v2_version", "0", "-f", "mp3"],
} as const;

/**
 * Converts sound.
 *
 * @param input The sound in any format that ffmpeg knows.
 * @param output What to make of it: AAC of 160 kbit/s, or MP3 of 128.
 * @returns The result as it is made, always with the same bytes for the same input.
 * @throws {Error} When ffmpeg can't make sense of the input.
 */
export async function* convert(input: Content, output: Codec): AsyncGenerator<Uint8Array> {
  const fixed = ["-map", "0:a:0", "-map_metadata", "-1", "-fflags", "+bitexact", "-flags:a", "+bitexact"];
  const args = ["-v", "error", "-i", "pipe:0", ...fixed, ...OUTPUTS[output], "pipe:1"];
  const child = spawn("ffmpeg", args, { stdio: ["pipe", "pipe", "ignore"] });
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  const source = Readable.fromWeb(toStream(input.read()));
  source.on("error", () => child.kill());
  // ffmpeg stops reading when it has what it needs; the pipe then breaks, and that is no failure.
  child.stdin.on("error", () => source.destroy());
  source.pipe(child.stdin);
  try {
    yield* child.stdout;
    const code = await ended;
    if (code !== 0) throw new Error(`Cannot convert the sound: ffmpeg ended with ${code}`);
  } finally {
    source.destroy();
    child.kill();
    await ended;
  }
}
