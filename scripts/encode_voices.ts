/**
 * Writes `sandbox/audio/voices.ts`: the AAC of the catalogue's loops. There is no AAC encoder that runs wherever the
 * sandbox does, so the few loops are encoded here, once, by one that runs on Deno; the bytes are the same on every
 * machine.
 *
 * @module
 */
import { registerAacEncoder } from "@mediabunny/aac-encoder";
import { AdtsOutputFormat, AudioSample, AudioSampleSource, BufferTarget, Output } from "mediabunny";
import { SAMPLE_RATE, synthesize, VOICES } from "../sandbox/audio/synth.ts";

const TARGET = new URL("../sandbox/audio/voices.ts", import.meta.url);
/** Bits in a second that the encoder aims at. */
const BITRATE = 96_000;

/** Encodes the loop of a voice to AAC in ADTS. */
export async function encodeVoice(voice: number): Promise<Uint8Array> {
  registerAacEncoder();
  const target = new BufferTarget();
  const output = new Output({ format: new AdtsOutputFormat(), target });
  const source = new AudioSampleSource({ codec: "aac", bitrate: BITRATE });
  output.addAudioTrack(source);
  await output.start();
  const shape = { format: "f32-planar", numberOfChannels: 1, sampleRate: SAMPLE_RATE, timestamp: 0 } as const;
  using sample = new AudioSample({ ...shape, data: synthesize(voice) });
  await source.add(sample);
  await output.finalize();
  if (!target.buffer) throw new Error(`Cannot encode voice ${voice}: the encoder gave nothing`);
  return new Uint8Array(target.buffer);
}

async function writeVoices(): Promise<void> {
  const lines = [
    "/**",
    " * The loops of the catalogue as AAC (ADTS, base64), written by scripts/encode_voices.ts.",
    " *",
    " * @module",
    " */",
    "",
    "/** One text a voice. */",
    "export const AAC_VOICES: readonly string[] = [",
  ];
  for (let voice = 0; voice < VOICES; voice++) lines.push(`  "${(await encodeVoice(voice)).toBase64()}",`);
  await Deno.writeTextFile(TARGET, [...lines, "];", ""].join("\n"));
}

if (import.meta.main) await writeVoices();
