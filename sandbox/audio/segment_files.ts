// The files that a playlist names.
import { ADTS, rawFrame } from "./adts.ts";
import { type Content, memoryContent } from "../base/content.ts";
import { initSegment, mediaSegment } from "./fmp4.ts";
import { readFrames } from "./frames.ts";
import { INIT_SEGMENT, SEGMENT_ENDINGS } from "./hls.ts";
import { bitrateOf, type Quality, type Rendition } from "./rendition.ts";

/** Creates a file of a stream by its name in the playlist; undefined if the playlist doesn't name it. */
export async function segmentFile(rendition: Rendition, quality: Quality, file: string): Promise<Content | undefined> {
  const { codec, channels, timeline: { sampleRate, segments } } = rendition;
  if (codec === "aac" && file === INIT_SEGMENT) {
    return memoryContent(initSegment({ sampleRate, channels, bitrate: bitrateOf(quality) }));
  }
  const [, digits, ending] = /^(\d+)\.(\w+)$/.exec(file) ?? [];
  const number = Number(digits);
  if (ending !== SEGMENT_ENDINGS[codec] || number >= segments.length) return undefined;
  const frames = await rendition.frames(number, number + 1);
  if (codec === "mp3" || !frames) return frames;
  const raw: Uint8Array[] = [];
  for await (const { bytes } of readFrames(frames.read(), ADTS)) raw.push(rawFrame(bytes));
  const before = segments.slice(0, number).reduce((sum, samples) => sum + samples, 0);
  return memoryContent(mediaSegment(raw, number, before));
}
