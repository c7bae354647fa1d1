// Compressed sound that can be served as a whole, in segments, or as a preview.
import { AAC_FRAME_SAMPLES, ADTS } from "./adts.ts";
import { type Content, slicedContent } from "../base/content.ts";
import { MP3 } from "./mp3.ts";
import type { FrameFormat, FrameHeader } from "./frames.ts";
import { indexFrames, SEGMENT_SECONDS, type SegmentIndex } from "./segments.ts";

export type Codec = "mp3" | "aac";

export const FRAME_FORMATS: Readonly<Record<Codec, FrameFormat>> = { mp3: MP3, aac: ADTS };
/** Number of samples of a frame that an encoder creates, per channel. */
export const FRAME_SAMPLES: Readonly<Record<Codec, number>> = { mp3: 1152, aac: AAC_FRAME_SAMPLES };
/** Number of silent priming frames that an encoder emits before the sound. */
export const PRIMING_FRAMES: Readonly<Record<Codec, number>> = { mp3: 0, aac: 1 };

/** SoundCloud's qualities: a codec and a bit rate in kbit/s. */
export type Quality = AacQuality | "mp3_128";

export type AacQuality = "aac_160" | "aac_96";

export function bitrateOf(quality: Quality): number {
  return Number(quality.slice(4)) * 1000;
}

export function codecOf(quality: Quality): Codec {
  return quality === "mp3_128" ? "mp3" : "aac";
}

export interface Timeline {
  readonly sampleRate: number;
  readonly segments: readonly number[];
}

export interface StreamPlan {
  readonly codec: Codec;
  readonly timeline: Timeline;
}

/** Distributes frames of one length among segments like {@linkcode SegmentBuilder}. */
export function evenTimeline(
  frameCount: number,
  { samples, sampleRate }: Pick<FrameHeader, "samples" | "sampleRate">,
): Timeline {
  const segmentFrames = Math.floor(SEGMENT_SECONDS * sampleRate / samples);
  const segments: number[] = [];
  for (let left = frameCount; left > 0; left -= segmentFrames) segments.push(Math.min(left, segmentFrames) * samples);
  return { sampleRate, segments };
}

/** Compressed sound and its segments. While it is being encoded, its parts resolve once they are available. */
export interface Rendition extends StreamPlan {
  readonly channels: number;
  frames(from: number, to: number): Promise<Content | undefined>;
  whole(): Promise<Content>;
}

const PREVIEW_SEGMENTS = 3;

export function finishedRendition(codec: Codec, content: Content, index: SegmentIndex): Rendition {
  return {
    codec,
    channels: index.channels,
    timeline: { sampleRate: index.sampleRate, segments: index.segments.map(({ samples }) => samples) },
    frames: (from, to) => Promise.resolve(framesOf(content, index, from, to)),
    whole: () => Promise.resolve(content),
  };
}

export function framesOf(content: Content, { segments }: SegmentIndex, from: number, to: number): Content | undefined {
  const first = segments[from];
  const last = segments.slice(from, to).at(-1);
  return first && last && slicedContent(content, first.start, last.end);
}

/** Finds the frames of compressed sound; ignores other bytes before the first and after the last one. */
export async function renditionOf(content: Content, codec: Codec): Promise<Rendition> {
  const { segments, ...index } = await indexFrames(content.read(), FRAME_FORMATS[codec]);
  const start = segments[0]?.start ?? 0;
  const moved = segments.map((segment) => ({ ...segment, start: segment.start - start, end: segment.end - start }));
  const sound = slicedContent(content, start, segments.at(-1)?.end ?? start);
  return finishedRendition(codec, sound, { ...index, segments: moved });
}

export async function previewOf(rendition: Rendition): Promise<Content> {
  return await rendition.frames(0, PREVIEW_SEGMENTS) ?? await rendition.whole();
}

export function playTimeOf({ timeline: { segments, sampleRate } }: StreamPlan): number {
  const samples = segments.reduce((sum, segment) => sum + segment, 0);
  return sampleRate ? Math.round(samples / sampleRate * 1000) : 0;
}
