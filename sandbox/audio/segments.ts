// Splits a stream of frames into segments: finds their boundaries and durations.
import { type FrameFormat, type FrameHeader, readFrames } from "./frames.ts";
import { isInfoFrame } from "./mp3.ts";

export interface Segment {
  readonly start: number;
  readonly end: number;
  readonly samples: number;
}

export interface SegmentIndex {
  readonly sampleRate: number;
  readonly channels: number;
  readonly segments: readonly Segment[];
}

/** Maximum duration of a segment. It contains complete frames, so it is slightly shorter. */
export const SEGMENT_SECONDS = 10;

export class SegmentBuilder {
  readonly #segments: { -readonly [key in keyof Segment]: Segment[key] }[] = [];
  #sampleRate = 0;
  #channels = 0;

  add(start: number, { size, samples, sampleRate, channels }: FrameHeader): void {
    this.#sampleRate ||= sampleRate;
    this.#channels ||= channels;
    const last = this.#segments.at(-1);
    if (last && last.samples + samples <= SEGMENT_SECONDS * this.#sampleRate) {
      last.end = start + size;
      last.samples += samples;
    } else {
      this.#segments.push({ start, end: start + size, samples });
    }
  }

  get count(): number {
    return this.#segments.length;
  }

  build(): SegmentIndex {
    return { sampleRate: this.#sampleRate, channels: this.#channels, segments: this.#segments };
  }
}

/** Reads a stream once and returns its segments; none if it has no frame. */
export async function indexFrames(chunks: AsyncIterable<Uint8Array>, format: FrameFormat): Promise<SegmentIndex> {
  const builder = new SegmentBuilder();
  let first = true;
  for await (const frame of readFrames(chunks, format)) {
    if (!first || !isInfoFrame(frame.bytes)) builder.add(frame.start, frame);
    first = false;
  }
  return builder.build();
}

export function durationOf({ segments, sampleRate }: SegmentIndex): number {
  const samples = segments.reduce((sum, segment) => sum + segment.samples, 0);
  return sampleRate ? Math.round(samples / sampleRate * 1000) : 0;
}
