/**
 * Sound of the seeded catalogue: a few loops, encoded once and repeated for as long as a track lasts, so that a stream is
 * real and of the right length and costs next to nothing. MP3 is encoded when it is first needed; the AAC comes along.
 *
 * @module
 */
import { ADTS } from "./adts.ts";
import { joinBytes, repeatedContent } from "./content.ts";
import { type FrameFormat, type FrameHeader, readFrames } from "./frames.ts";
import { MP3 } from "./mp3.ts";
import { encodeMp3 } from "./mp3_encoder.ts";
import { type Codec, finishedRendition, type Rendition } from "./rendition.ts";
import { SegmentBuilder } from "./segments.ts";
import { SAMPLE_RATE, synthesize, VOICES } from "./synth.ts";
import { PeakMeter, type Waveform, WAVEFORM_WIDTH, waveformOf } from "./waveform.ts";

/** Frames that are played over and over. */
interface Loop {
  readonly bytes: Uint8Array;
  readonly frames: readonly FrameHeader[];
}

/** What the encoder of {@linkcode AAC_VOICES} puts before the sound. */
const AAC_PRIMING_FRAMES = 1;

const loops = new Map<string, Promise<Loop>>();

/**
 * The sound of a catalogue track.
 *
 * @param seed Which sound, for example the track's number.
 * @param durationMs How long it plays, to within a frame of 26 ms.
 * @param codec What it is encoded to.
 */
export async function catalogueSound(seed: number, durationMs: number, codec: Codec): Promise<Rendition> {
  const { bytes, frames } = await keptLoop(seed % VOICES, codec);
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
  return finishedRendition(codec, repeatedContent(bytes, size), builder.build());
}

function keptLoop(voice: number, codec: Codec): Promise<Loop> {
  const key = `${codec} ${voice}`;
  const loop = loops.get(key) ?? (codec === "mp3" ? encodedLoop(voice) : readyLoop(voice));
  loops.set(key, loop);
  loop.catch(() => loops.delete(key));
  return loop;
}

function encodedLoop(voice: number): Promise<Loop> {
  const samples = synthesize(voice);
  return loopOf(encodeMp3([[samples]]), MP3, samples.length, 0);
}

async function readyLoop(voice: number): Promise<Loop> {
  const { AAC_VOICES } = await import("./voices.ts");
  const bytes = Uint8Array.from(atob(AAC_VOICES[voice] ?? ""), (char) => char.charCodeAt(0));
  return await loopOf([bytes], ADTS, synthesize(voice).length, AAC_PRIMING_FRAMES);
}

/** Encoders add frames for what they hold back; without those the loop is as long as its samples. */
async function loopOf(
  encoded: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  format: FrameFormat,
  sampleCount: number,
  priming: number,
): Promise<Loop> {
  const frames: FrameHeader[] = [];
  const parts: Uint8Array[] = [];
  let left = sampleCount;
  let skipped = 0;
  for await (const { bytes, size, samples, sampleRate, channels } of readFrames(encoded, format)) {
    if (skipped++ < priming || left <= 0) continue;
    frames.push({ size, samples, sampleRate, channels });
    parts.push(bytes.slice());
    left -= samples;
  }
  return { bytes: joinBytes(parts), frames };
}

/** The waveform of {@linkcode catalogueSound}, taken from the samples of its loop. */
export function catalogueWaveform(seed: number, durationMs: number): Waveform {
  const samples = synthesize(seed % VOICES);
  const meter = new PeakMeter();
  meter.add([samples]);
  const loop = meter.waveform();
  const turns = durationMs / 1000 * SAMPLE_RATE / samples.length;
  return waveformOf((column) => {
    const place = column / WAVEFORM_WIDTH * turns % 1;
    return (loop.samples[Math.floor(place * loop.width)] ?? 0) / loop.height;
  });
}
