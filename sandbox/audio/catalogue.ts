/**
 * Sound of the seeded catalogue: a loop of its own for every track, encoded once and repeated for as long as the track
 * lasts, so that a stream is real and of the right length and costs a tenth of a second.
 *
 * @module
 */
import { ADTS } from "./adts.ts";
import { memoryContent, repeatedContent } from "./content.ts";
import { convert } from "./ffmpeg.ts";
import { type FrameFormat, type FrameHeader, readFrames } from "./frames.ts";
import { MP3 } from "./mp3.ts";
import { encodeMp3 } from "./mp3_encoder.ts";
import type { Codec, Rendition } from "./rendition.ts";
import { SegmentBuilder } from "./segments.ts";
import { SAMPLE_RATE, synthesize } from "./synth.ts";
import { PeakMeter, type Waveform, WAVEFORM_WIDTH, waveformOf } from "./waveform.ts";
import { writeWav } from "./wav.ts";

/** Frames that are played over and over. */
interface Loop {
  readonly bytes: Uint8Array;
  readonly frames: readonly FrameHeader[];
}

const LOOPS_KEPT = 32;
const loops = new Map<string, Promise<Loop>>();

/**
 * The sound of a catalogue track.
 *
 * @param seed Which sound, for example the track's number.
 * @param durationMs How long it plays, to within a frame of 26 ms.
 * @param codec What to encode it to; AAC only where ffmpeg is installed.
 */
export async function catalogueSound(seed: number, durationMs: number, codec: Codec): Promise<Rendition> {
  const { bytes, frames } = await keptLoop(seed, codec);
  const builder = new SegmentBuilder();
  let size = 0;
  let samples = 0;
  for (let number = 0; samples < durationMs / 1000 * SAMPLE_RATE; number++) {
    const frame = frames[number % frames.length];
    if (!frame) break;
    builder.add(size, frame);
    size += frame.size;
    samples += frame.samples;
  }
  return { codec, content: repeatedContent(bytes, size), index: builder.build() };
}

/** Loops that were asked for lately stay in memory, some 70 kB each. */
function keptLoop(seed: number, codec: Codec): Promise<Loop> {
  const key = `${codec} ${seed}`;
  const loop = loops.get(key) ?? (codec === "mp3" ? encodeLoop(seed, MP3) : encodeLoop(seed, ADTS));
  loops.delete(key);
  loops.set(key, loop);
  const [oldest] = loops.keys();
  if (loops.size > LOOPS_KEPT && oldest !== undefined) loops.delete(oldest);
  loop.catch(() => loops.delete(key));
  return loop;
}

/** Encoders add frames at the end for what they hold back; without those the loop is as long as its samples. */
async function encodeLoop(seed: number, format: FrameFormat): Promise<Loop> {
  const samples = synthesize(seed);
  const encoded = format === MP3
    ? encodeMp3([[samples]])
    : convert({ content: memoryContent(writeWav(samples, SAMPLE_RATE)), format: "wav" }, "aac");
  const frames: FrameHeader[] = [];
  const parts: Uint8Array[] = [];
  let left = samples.length;
  for await (const frame of readFrames(encoded, format)) {
    if (left <= 0) continue;
    frames.push({ size: frame.size, samples: frame.samples, sampleRate: frame.sampleRate, channels: frame.channels });
    parts.push(frame.bytes.slice());
    left -= frame.samples;
  }
  return { bytes: new Uint8Array(await new Blob(parts as Uint8Array<ArrayBuffer>[]).arrayBuffer()), frames };
}

/** The waveform of {@linkcode catalogueSound}, taken from the samples of its loop. */
export function catalogueWaveform(seed: number, durationMs: number): Waveform {
  const samples = synthesize(seed);
  const meter = new PeakMeter();
  meter.add([samples]);
  const loop = meter.waveform();
  const turns = durationMs / 1000 * SAMPLE_RATE / samples.length;
  return waveformOf((column) => {
    const place = column / WAVEFORM_WIDTH * turns % 1;
    return (loop.samples[Math.floor(place * loop.width)] ?? 0) / loop.height;
  });
}
