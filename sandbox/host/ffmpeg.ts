/** Runs ffmpeg, if it is installed: for AAC, which needs an encoder, and for formats without a decoder here. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import process from "node:process";
import { Readable } from "node:stream";
import { type Content, toStream } from "../base/content.ts";
import type { Converter } from "../base/host.ts";

let installed: Promise<boolean> | undefined;

export function hasFfmpeg(): Promise<boolean> {
  return installed ??= probe().catch(() => false);
}

/** Returns the environment of the child process: only the variables that locate programs, no secrets. */
function environment(): { PATH: string } {
  return { PATH: process.env.PATH ?? "" };
}

async function probe(): Promise<boolean> {
  const [code] = await once(spawn("ffmpeg", ["-version"], { stdio: "ignore", env: environment() }), "close");
  return code === 0;
}

/** ffmpeg's names of formats. A fixed format prevents it from reading an upload as a list of other files. */
const INPUTS: Readonly<Record<string, string>> = { mp2: "mp3", mp4: "mov", wma: "asf" };

const OUTPUTS: Readonly<Record<string, string>> = {
  aac_160: "-c:a aac -b:a 160k -ar 44100 -f adts",
  aac_96: "-c:a aac -b:a 96k -ar 44100 -f adts",
  mp3_128: "-c:a libmp3lame -b:a 128k -ar 44100 -write_xing 0 -id3v2_version 0 -f mp3",
};
const FIXED = "-map 0:a:0 -map_metadata -1 -fflags +bitexact -flags:a +bitexact";

/** If the content is a file, ffmpeg reads the file, because some formats need random access. */
export async function* convert(content: Content, format: string, output: string): AsyncGenerator<Uint8Array> {
  const from = content.path === undefined ? "pipe:0" : `file:${content.path}`;
  const input = ["-v", "error", "-nostdin", "-f", INPUTS[format] ?? format, "-i", from];
  const args = [...input, ...`${FIXED} ${OUTPUTS[output] ?? ""} pipe:1`.split(/ +/)];
  const child = spawn("ffmpeg", args, { stdio: ["pipe", "pipe", "ignore"], env: environment() });
  const ended = once(child, "close").catch(() => {});
  const source = content.path === undefined ? Readable.from(toStream(content.read())) : Readable.from([]);
  source.on("error", () => child.kill());
  // ffmpeg stops reading early when it has enough, so a broken pipe is expected.
  child.stdin.on("error", () => source.destroy());
  source.pipe(child.stdin);
  try {
    yield* child.stdout;
  } finally {
    source.destroy();
    child.kill();
    await ended;
  }
}

export const ffmpeg: Converter = { isInstalled: hasFfmpeg, convert };
