/**
 * Where a stream of frames can be cut: the boundaries of its segments and its length, without the frames themselves.
 *
 * @module
 */
import { type FrameFormat, type FrameHeader, readFrames } from "./frames.ts";
import { isInfoFrame } from "./mp3.ts";

/** A run of complete frames. */
export interface Segment {
  /** Offset of its first byte. */
  readonly start: number;
  /** Offset behind its last byte. */
  readonly end: number;
  /** Samples it decodes to, per channel. */
  readonly samples: number;
}

/** Segments that cover a stream. */
export interface SegmentIndex {
  /** Samples in a second. */
  readonly sampleRate: number;
  /** Samples at an instant. */
  readonly channels: number;
  /** Samples in all, per channel. */
  readonly samples: number;
  /** The segments in order. */
  readonly segments: readonly Segment[];
}

/** The maximum length of a segment; it contains complete frames, so it's slightly shorter. */
export const SEGMENT_SECONDS = 10;

/** Gathers frames into segments. */
export class SegmentBuilder {
  readonly #segments: { -readonly [key in keyof Segment]: Segment[key] }[] = [];
  #sampleRate = 0;
  #channels = 0;
  #samples = 0;

  /** Adds the frame that begins at an offset. */
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
    this.#samples += samples;
  }

  /** How many segments there are, the last of which may grow. */
  get count(): number {
    return this.#segments.length;
  }

  /** The index of the added segment. */
  build(): SegmentIndex {
    const [sampleRate, channels, samples] = [this.#sampleRate, this.#channels, this.#samples];
    return { sampleRate, channels, samples, segments: this.#segments };
  }
}

/**
 * Reads a stream once and notes where to cut it.
 *
 * @param chunks The stream.
 * @param format How its frames look.
 * @returns The index; without segments when no frame was found.
 */
export async function indexFrames(chunks: AsyncIterable<Uint8Array>, format: FrameFormat): Promise<SegmentIndex> {
  const builder = new SegmentBuilder();
  let first = true;
  for await (const frame of readFrames(chunks, format)) {
    if (!first || !isInfoFrame(frame.bytes)) builder.add(frame.start, frame);
    first = false;
  }
  return builder.build();
}

/** Milliseconds that a stream plays. */
export function durationOf({ samples, sampleRate }: SegmentIndex): number {
  return sampleRate ? Math.round(samples / sampleRate * 1000) : 0;
}
