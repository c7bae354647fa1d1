// Sound of the seeded catalogue: a few bars, each encoded once. Every track repeats them in its own order for its
// duration, so streams are real, have the right duration and cost almost nothing. MP3 is encoded on first use; the AAC
// is included.
import { joinBytes, repeatedContent } from "../base/content.ts";
import { type FrameHeader, readFrames } from "./frames.ts";
import { encodeMp3 } from "./mp3_encoder.ts";
import {
  type AacQuality,
  type Codec,
  codecOf,
  finishedRendition,
  FRAME_FORMATS,
  FRAME_SAMPLES,
  PRIMING_FRAMES,
  type Quality,
  type Rendition,
} from "./rendition.ts";
import { SegmentBuilder } from "./segments.ts";
import { melodyOf, SAMPLE_RATE, synthesizeBar } from "./synth.ts";
import { PeakMeter, type Waveform, WAVEFORM_WIDTH, waveformOf } from "./waveform.ts";

interface Bar {
  readonly bytes: Uint8Array;
  readonly frames: readonly FrameHeader[];
}

const bars = new Map<string, Promise<Bar>>();

/** Returns the sound of a catalogue track, which the seed selects; its duration is right to within a frame of 26 ms. */
export async function catalogueSound(seed: number, durationMs: number, quality: Quality): Promise<Rendition> {
  const melody = await Promise.all(melodyOf(seed).map((number) => keptBar(number, quality)));
  const frames = melody.flatMap((bar) => bar.frames);
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
  const content = repeatedContent(joinBytes(melody.map((bar) => bar.bytes)), size);
  return finishedRendition(codecOf(quality), content, builder.build());
}

function keptBar(number: number, quality: Quality): Promise<Bar> {
  const key = `${quality} ${number}`;
  const bar = bars.get(key) ?? (quality === "mp3_128" ? encodedBar(number) : readyBar(number, quality));
  bars.set(key, bar);
  bar.catch(() => bars.delete(key));
  return bar;
}

function encodedBar(number: number): Promise<Bar> {
  const samples = synthesizeBar(number);
  return barOf(encodeMp3([[samples]]), "mp3", samples.length);
}

async function readyBar(number: number, quality: AacQuality): Promise<Bar> {
  const { AAC_BARS } = await import("./bars.ts");
  const bytes = Uint8Array.from(atob(AAC_BARS[quality][number] ?? ""), (char) => char.charCodeAt(0));
  return await barOf([bytes], "aac", synthesizeBar(number).length);
}

/** Returns the frames of a bar from the first one with sound, without the encoder's padding after them. */
async function barOf(
  encoded: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  codec: Codec,
  sampleCount: number,
): Promise<Bar> {
  const frames: FrameHeader[] = [];
  const parts: Uint8Array[] = [];
  for await (const { bytes, size, samples, sampleRate, channels } of readFrames(encoded, FRAME_FORMATS[codec])) {
    frames.push({ size, samples, sampleRate, channels });
    parts.push(bytes);
  }
  const first = PRIMING_FRAMES[codec];
  const end = first + sampleCount / FRAME_SAMPLES[codec];
  return { bytes: joinBytes(parts.slice(first, end)), frames: frames.slice(first, end) };
}

export function catalogueWaveform(seed: number, durationMs: number): Waveform {
  const melody = melodyOf(seed).map(synthesizeBar);
  const meter = new PeakMeter();
  for (const samples of melody) meter.add([samples]);
  const loop = meter.waveform();
  const length = melody.reduce((sum, samples) => sum + samples.length, 0);
  const turns = durationMs / 1000 * SAMPLE_RATE / length;
  return waveformOf((column) => {
    const place = column / WAVEFORM_WIDTH * turns % 1;
    return (loop.samples[Math.floor(place * loop.width)] ?? 0) / loop.height;
  });
}
