// Detects the format of an upload from its bytes; its name and declared type are ignored.
import type { IAudioMetadata } from "music-metadata";
import { ADTS } from "./adts.ts";
import { type Content, readAll } from "../base/content.ts";
import { MP3 } from "./mp3.ts";
import { durationOf, indexFrames } from "./segments.ts";
import { readWavHeader } from "./wav.ts";

/** Formats that SoundCloud accepts. */
export type AudioFormat = "aac" | "aiff" | "amr" | "flac" | "mp2" | "mp3" | "mp4" | "ogg" | "wav" | "wma";

export interface Sound {
  readonly content: Content;
  readonly format: AudioFormat;
  readonly durationMs: number;
}

const CONTAINERS: readonly (readonly [RegExp, AudioFormat])[] = [
  [/^ADTS/, "aac"],
  [/^AIFF/, "aiff"],
  [/^FLAC/, "flac"],
  [/^Ogg/, "ogg"],
  [/^WAVE/, "wav"],
  [/^ASF/, "wma"],
  [/^(M4A|mp4|isom|iso\d|dash)/i, "mp4"],
];
const WAV_HEAD_BYTES = 64 * 1024;
const AMR_MAGIC = "#!AMR\n";
const AMR_FRAME_BYTES = [13, 14, 16, 18, 20, 21, 27, 32, 6];
const AMR_FRAME_MS = 20;

/** Detects a sound; undefined if SoundCloud doesn't accept the format, or the file has no sound. */
export async function recognise(content: Content): Promise<Sound | undefined> {
  const head = await readAll(content.read(0, Math.min(content.size, AMR_MAGIC.length + 1)));
  const sound = isAmr(head) ? amr(content, head) : await parse(content);
  return sound && sound.durationMs > 0 ? sound : undefined;
}

function isAmr(head: Uint8Array): boolean {
  return String.fromCharCode(...head.subarray(0, AMR_MAGIC.length)) === AMR_MAGIC;
}

/** Frames of AMR last 20 ms, and the first one gives their size. The metadata library doesn't know the format. */
function amr(content: Content, head: Uint8Array): Sound {
  const frameBytes = AMR_FRAME_BYTES[(head[AMR_MAGIC.length] ?? 0) >> 3 & 15] ?? 1;
  const frames = Math.floor((content.size - AMR_MAGIC.length) / frameBytes);
  return { content, format: "amr", durationMs: frames * AMR_FRAME_MS };
}

async function parse(content: Content): Promise<Sound | undefined> {
  const metadata = await readMetadata(content);
  const format = metadata && formatOf(metadata);
  if (!format) return undefined;
  const durationMs = await measure(content, format) ?? Math.round((metadata.format.duration ?? 0) * 1000);
  return { content, format, durationMs };
}

async function readMetadata(content: Content): Promise<IAudioMetadata | undefined> {
  const library = await import("music-metadata");
  const options = { skipCovers: true };
  try {
    // The library reads files only where there are some.
    if (content.path !== undefined) return await library.parseFile(content.path, options);
    return await library.parseBuffer(await readAll(content.read()), undefined, options);
  } catch {
    // The library throws many kinds of errors for unknown input; all of them mean an unsupported file.
    return undefined;
  }
}

function formatOf({ format: { container, codec, hasVideo } }: IAudioMetadata): AudioFormat | undefined {
  if (hasVideo || container === undefined) return undefined;
  if (container === "MPEG") return codec?.endsWith("Layer 3") ? "mp3" : "mp2";
  return CONTAINERS.find(([pattern]) => pattern.test(container))?.[1];
}

/** Measures the duration if the format allows it, because a header may claim any duration. */
async function measure(content: Content, format: AudioFormat): Promise<number | undefined> {
  if (format === "mp3") return durationOf(await indexFrames(content.read(), MP3));
  if (format === "aac") return durationOf(await indexFrames(content.read(), ADTS));
  if (format === "wav") return await measureWav(content);
  return undefined;
}

async function measureWav(content: Content): Promise<number | undefined> {
  const wav = await readWavFormat(content);
  if (!wav) return undefined;
  const bytes = Math.min(wav.dataBytes, content.size - wav.dataStart);
  return Math.round(bytes / (wav.sampleBytes * wav.channels) / wav.sampleRate * 1000);
}

export async function readWavFormat(content: Content): Promise<ReturnType<typeof readWavHeader>> {
  return readWavHeader(await readAll(content.read(0, Math.min(content.size, WAV_HEAD_BYTES))));
}
