// Sound that is served while it is being encoded. Its timeline is derived from its duration, so a playlist is available
// at once; a segment is available once the encoder has passed it.
import { type Content, joinBytes } from "../base/content.ts";
import { type Frame, readFrames } from "./frames.ts";
import {
  type Codec,
  evenTimeline,
  FRAME_FORMATS,
  FRAME_SAMPLES,
  framesOf,
  PRIMING_FRAMES,
  type Rendition,
  type Timeline,
} from "./rendition.ts";
import { SegmentBuilder } from "./segments.ts";
import { SAMPLE_RATE } from "./synth.ts";

export interface FrameStore {
  write(chunk: Uint8Array): Promise<void>;
  readonly written: Content;
  finish(): Promise<unknown>;
}

export interface EncodingPlan {
  readonly codec: Codec;
  readonly durationMs: number;
  readonly store: FrameStore;
}

export function planTimeline(codec: Codec, durationMs: number): Timeline {
  const samples = FRAME_SAMPLES[codec];
  return evenTimeline(Math.ceil(durationMs / 1000 * SAMPLE_RATE / samples), { samples, sampleRate: SAMPLE_RATE });
}

export class Encoding implements Rendition {
  readonly codec: Codec;
  readonly timeline: Timeline;
  channels = 0;
  readonly #store: FrameStore;
  readonly #builder = new SegmentBuilder();
  #pending: Uint8Array[] = [];
  #size = 0;
  /** Number of segments that can be read. */
  #complete = 0;
  #isOver = false;
  #failure: unknown;
  #isStopped = false;
  #waiting: (() => void)[] = [];

  constructor({ codec, durationMs, store }: EncodingPlan) {
    this.codec = codec;
    this.timeline = planTimeline(codec, durationMs);
    this.#store = store;
  }

  /** Starts encoding. Returns it once it has a frame; undefined if the encoder ends without one. */
  async start(chunks: AsyncIterable<Uint8Array>): Promise<this | undefined> {
    this.#run(chunks).catch((error) => this.#failure = error).finally(() => {
      this.#isOver = true;
      this.#tell();
    });
    await this.#until(() => this.channels > 0);
    return this.channels > 0 ? this : undefined;
  }

  /** Stops the encoder. Missing segments never become available. */
  stop(): void {
    this.#isStopped = true;
  }

  async frames(from: number, to: number): Promise<Content | undefined> {
    await this.#until(() => this.#complete >= to);
    return framesOf(this.#store.written, this.#builder.build(), from, Math.min(to, this.#complete));
  }

  async whole(): Promise<Content> {
    await this.#until(() => false);
    return this.#store.written;
  }

  async #until(isThere: () => boolean): Promise<void> {
    while (!isThere() && !this.#isOver) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    if (this.#failure) throw this.#failure;
  }

  async #run(chunks: AsyncIterable<Uint8Array>): Promise<void> {
    for await (const frame of this.#planned(readFrames(chunks, FRAME_FORMATS[this.codec]))) {
      if (this.#isStopped) return;
      const before = this.#builder.count;
      this.#builder.add(this.#size, frame);
      if (before && this.#builder.count > before) await this.#flush();
      this.#size += frame.size;
      this.#pending.push(frame.bytes);
      if (before) continue;
      this.channels = frame.channels;
      this.#tell();
    }
    await this.#flush();
    await this.#store.finish();
  }

  /** Drops the encoder's padding: yields only the frames that fit the timeline. */
  async *#planned(frames: AsyncIterable<Frame>): AsyncGenerator<Frame> {
    let left = this.timeline.segments.reduce((sum, samples) => sum + samples, 0) / FRAME_SAMPLES[this.codec];
    let primed = 0;
    for await (const frame of frames) {
      if (primed++ < PRIMING_FRAMES[this.codec]) continue;
      if (left-- <= 0) return;
      yield frame;
    }
  }

  async #flush(): Promise<void> {
    const frames = this.#pending.splice(0);
    if (!frames.length) return;
    await this.#store.write(joinBytes(frames));
    this.#complete++;
    this.#tell();
  }

  #tell(): void {
    for (const wake of this.#waiting.splice(0)) wake();
  }
}
