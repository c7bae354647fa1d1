// Encodes MP3 in WebAssembly (LAME), which is loaded on first use.
import { SAMPLE_RATE } from "./synth.ts";

let lame: WebAssembly.Module | undefined;

/** Uses a compiled LAME: some runtimes forbid compiling the one of the package. */
export function useLame(module: WebAssembly.Module): void {
  lame = module;
}

/** Encodes blocks of one or two channels at 128 kbit/s and 44.1 kHz, without tags. Equal samples give equal bytes. */
export async function* encodeMp3(
  blocks: AsyncIterable<Float32Array[]> | Iterable<Float32Array[]>,
  sampleRate: number = SAMPLE_RATE,
): AsyncGenerator<Uint8Array> {
  const { createEncoder, createMp3Encoder } = await import("./lame.ts");
  const encoder = await (lame ? createEncoder("audio/mpeg", lame) : createMp3Encoder());
  let configured = false;
  for await (const block of blocks) {
    if (!configured) {
      const channels = block.length === 1 ? 1 : 2;
      encoder.configure({ sampleRate, outputSampleRate: SAMPLE_RATE, channels, bitrate: 128 });
      configured = true;
    }
    yield encoder.encode(block).slice();
  }
  if (configured) yield encoder.finalize().slice();
}
