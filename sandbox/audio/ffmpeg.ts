/**
 * ffmpeg, where it is installed: for AAC, which no small encoder without it writes, and for formats that have no
 * decoder here.
 *
 * @module
 */
import { spawn } from "node:child_process";
import process from "node:process";
import { Readable } from "node:stream";
import { toStream } from "./content.ts";
import type { AudioFormat, Sound } from "./recognise.ts";
import type { Quality } from "./rendition.ts";

let installed: Promise<boolean> | undefined;

/** Whether `ffmpeg` can be started, and may be; found out once. */
export function hasFfmpeg(): Promise<boolean> {
  installed ??= probe().catch(() => false);
  return installed;
}

/** It inherits only the variables for finding it, and no secrets. */
function environment(): { PATH: string } {
  return { PATH: process.env.PATH ?? "" };
}

function probe(): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const child = spawn("ffmpeg", ["-version"], { stdio: "ignore", env: environment() });
    child.once("error", reject);
    child.once("close", (code) => resolve(code === 0));
  });
}

/** ffmpeg can't decode the sound. */
export class UndecodableError extends Error {
  override readonly name = "UndecodableError";
}

/** How ffmpeg calls the formats. Naming one keeps it from taking an upload for a list of other files. */
const INPUTS: Readonly<Record<AudioFormat, string>> = {
  aac: "aac",
  aiff: "aiff",
  amr: "amr",
  flac: "flac",
  mp2: "mp3",
  mp3: "mp3",
  mp4: "mov",
  ogg: "ogg",
  wav: "wav",
  wma: "asf",
};

const OUTPUTS: Readonly<Record<Quality, readonly string[]>> = {
  aac_160: ["-c:a", "aac", "-b:a", "160k", "-ar", "44100", "-f", "adts"],
  aac_96: ["-c:a", "aac", "-b:a", "96k", "-ar", "44100", "-f", "adts"],
  mp3_128: [
    "-c:a",
    "libmp3lame",
    "-b:a",
    "128k",
    "-ar",
    "44100",
    "-write_xing",
    "0",
    "-id3v2_version",
    "0",
    "-f",
    "mp3",
  ],
};
const FIXED = ["-map", "0:a:0", "-map_metadata", "-1", "-fflags", "+bitexact", "-flags:a", "+bitexact"];

/**
 * Converts sound.
 *
 * @param input The sound. Where it is a file, ffmpeg reads that: some formats can't be read front to back.
 * @param output What to make of it.
 * @returns The result as a stream, with the same bytes for the same input.
 * @throws {UndecodableError} When ffmpeg can't decode the input.
 */
export async function* convert(
  { content, format }: Pick<Sound, "content" | "format">,
  output: Quality,
): AsyncGenerator<Uint8Array> {
  const from = content.path === undefined ? "pipe:0" : `file:${content.path}`;
  const args = ["-v", "error", "-nostdin", "-f", INPUTS[format], "-i", from, ...FIXED, ...OUTPUTS[output], "pipe:1"];
  const child = spawn("ffmpeg", args, { stdio: ["pipe", "pipe", "ignore"], env: environment() });
  const ended = new Promise<number | null>((resolve) => {
    child.once("close", resolve);
    child.once("error", () => resolve(null));
  });
  const source = content.path === undefined ? Readable.from(toStream(content.read())) : Readable.from([]);
  source.on("error", () => child.kill());
  // ffmpeg stops reading when it has enough; the broken pipe is then expected.
  child.stdin.on("error", () => source.destroy());
  source.pipe(child.stdin);
  try {
    yield* child.stdout;
    const code = await ended;
    if (code !== 0) throw new UndecodableError(`Cannot convert the sound: ffmpeg ended with ${code}`);
  } finally {
    source.destroy();
    child.kill();
    await ended;
  }
}
