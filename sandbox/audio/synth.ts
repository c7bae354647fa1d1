/**
 * Music for the seeded catalogue: a few seconds of arpeggio over a bass note, a different one for every voice.
 *
 * @module
 */
import { Random } from "../world/random.ts";

/** Samples in a second of everything synthesised here. */
export const SAMPLE_RATE = 44_100;

/** How many loops there are: a track has the one of its number modulo this. */
export const VOICES = 6;

/** Samples in one frame of MPEG-1 Layer III; a loop is a whole number of them. */
const FRAME_SAMPLES = 1152;

const PENTATONIC = [0, 3, 5, 7, 10, 12, 15, 17] as const;
const STEPS = 16;

/**
 * Synthesises a loop of about four seconds. It begins with an attack and ends in near silence, so that repeating it,
 * encoded, makes no click.
 *
 * @param seed Any integer: the same one gives the same samples.
 * @returns Mono samples between -1 and 1, a multiple of {@linkcode FRAME_SAMPLES} of them.
 */
export function synthesize(seed: number): Float32Array {
  const random = new Random(seed);
  const stepSamples = FRAME_SAMPLES * random.int(9, 12);
  const root = random.int(48, 57);
  const samples = new Float32Array(STEPS * stepSamples);
  for (let step = 0; step < STEPS; step++) {
    addNote(samples, step * stepSamples, stepSamples, root + 12 + random.pick(PENTATONIC), 0.4 + 0.2 * random.float());
    if (step % 4 === 0) addNote(samples, step * stepSamples, stepSamples * 4, root - 12, 0.3);
  }
  return samples;
}

/** A tone with an octave above it, 4 ms of attack and a decay that reaches a hundredth by the end of the note. */
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
