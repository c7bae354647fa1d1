/**
 * Writes `sandbox/audio/bars.ts`: the AAC of the catalogue's bars. No AAC encoder runs wherever the sandbox does, so
 * the few bars are encoded here once by an encoder for Deno. The bytes are the same on every machine.
 */
import { registerAacEncoder } from "@mediabunny/aac-encoder";
import { AdtsOutputFormat, AudioSample, AudioSampleSource, BufferTarget, Output } from "mediabunny";
import type { AacQuality } from "../../sandbox/audio/rendition.ts";
import { BARS, SAMPLE_RATE, synthesizeBar } from "../../sandbox/audio/synth.ts";

const TARGET = new URL("../../sandbox/audio/bars.ts", import.meta.url);
/** Target bit rates with which the frames, without their headers, have 160,000 and 96,000 bits per second. */
const BITRATES: Readonly<Record<AacQuality, number>> = { aac_160: 158_000, aac_96: 96_000 };

/** Encodes a bar to AAC in ADTS. */
export async function encodeBar(number: number, quality: AacQuality): Promise<Uint8Array> {
  registerAacEncoder();
  const target = new BufferTarget();
  const output = new Output({ format: new AdtsOutputFormat(), target });
  const source = new AudioSampleSource({ codec: "aac", bitrate: BITRATES[quality] });
  output.addAudioTrack(source);
  await output.start();
  const shape = { format: "f32-planar", numberOfChannels: 1, sampleRate: SAMPLE_RATE, timestamp: 0 } as const;
  using sample = new AudioSample({ ...shape, data: synthesizeBar(number) });
  await source.add(sample);
  await output.finalize();
  if (!target.buffer) throw new Error(`Cannot encode bar ${number}: the encoder gave nothing`);
  return new Uint8Array(target.buffer);
}

async function writeBars(): Promise<void> {
  const lines = [
    "/**",
    " * The bars of the catalogue's music as AAC (ADTS, base64), written by scripts/build/encode_bars.ts.",
    " *",
    " * @module",
    " */",
    "",
    "/** One text a bar, by the bits in a second. */",
    "export const AAC_BARS = {",
  ];
  for (const quality of Object.keys(BITRATES) as AacQuality[]) {
    lines.push(`  ${quality}: [`);
    for (let bar = 0; bar < BARS; bar++) lines.push(`    "${(await encodeBar(bar, quality)).toBase64()}",`);
    lines.push("  ],");
  }
  await Deno.writeTextFile(TARGET, [...lines, "} as const;", ""].join("\n"));
}

if (import.meta.main) await writeBars();
