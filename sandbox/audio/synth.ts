// Synthesises the music of the seeded catalogue: a few bars of arpeggio over a bass note, in a different order for each
// track.
import { Random } from "../base/random.ts";

export const SAMPLE_RATE = 44_100;

export const BARS = 8;

const MELODY_BARS = 8;

const STEPS = 4;
/** A bar is a whole number of MP3 frames (1152 samples) and of AAC frames (1024 samples). */
const STEP_SAMPLES = 1152 * 10;
const ROOT = 52;
const PENTATONIC = [0, 3, 5, 7, 10, 12, 15, 17] as const;

const bars = new Map<number, Float32Array>();

/** A bar begins with an attack and ends in near silence, so that separately encoded bars join without a click. */
export function synthesizeBar(number: number): Float32Array {
  const kept = bars.get(number);
  if (kept) return kept;
  const random = new Random(`bar:${number}`);
  const samples = new Float32Array(STEPS * STEP_SAMPLES);
  addNote(samples, 0, samples.length, ROOT - 12 + random.pick([0, 3, 5, 7]), 0.3);
  for (let step = 0; step < STEPS; step++) {
    const pitch = ROOT + 12 + random.pick(PENTATONIC);
    addNote(samples, step * STEP_SAMPLES, STEP_SAMPLES, pitch, 0.4 + 0.2 * random.float());
    addCymbal(samples, step * STEP_SAMPLES, STEP_SAMPLES, random);
  }
  bars.set(number, samples);
  return samples;
}

/** Returns the numbers of the bars of a track's melody. The same seed gives the same melody. */
export function melodyOf(seed: number): readonly number[] {
  const random = new Random(`melody:${seed}`);
  return Array.from({ length: MELODY_BARS }, () => random.int(0, BARS - 1));
}

/** Adds a tone with its octave, an attack of 4 ms and a decay to a hundredth at the end of the note. */
function addNote(samples: Float32Array, start: number, length: number, pitch: number, volume: number): void {
  const step = (2 * Math.PI * 440 * 2 ** ((pitch - 69) / 12)) / SAMPLE_RATE;
  const attack = 0.004 * SAMPLE_RATE;
  const decay = Math.log(0.01) / length;
  for (let i = 0; i < length; i++) {
    const envelope = volume * Math.min(1, i / attack) * Math.exp(decay * i);
    samples[start + i] = (samples[start + i] ?? 0) +
      envelope * (0.75 * Math.sin(step * i) + 0.25 * Math.sin(2 * step * i));
  }
}

/** Adds fading noise: without noise, the music would need fewer bits than the encoder's bit rate. */
function addCymbal(samples: Float32Array, start: number, length: number, random: Random): void {
  const decay = Math.log(0.01) / length;
  for (let i = 0; i < length; i++) {
    samples[start + i] = (samples[start + i] ?? 0) + 0.1 * Math.exp(decay * i) * (2 * random.float() - 1);
  }
}
