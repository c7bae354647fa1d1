import { assertEquals } from "@std/assert";
import { PeakMeter } from "../../../sandbox/audio/waveform.ts";

function waveform(samples: Float32Array, blockSamples = samples.length): number[] {
  const meter = new PeakMeter();
  for (let at = 0; at < samples.length; at += blockSamples) meter.add([samples.subarray(at, at + blockSamples)]);
  return meter.waveform().samples;
}

Deno.test("PeakMeter shows where a sound is loud, half as loud, and silent", () => {
  const samples = new Float32Array(900_000).fill(-1, 0, 300_000).fill(0.5, 300_000, 600_000);
  const columns = waveform(samples);
  assertEquals(columns.length, 1800);
  assertEquals([columns[10], columns[590], columns[610], columns[1190], columns[1210]], [140, 140, 70, 70, 0]);
});

Deno.test("PeakMeter returns the same waveform for blocks of any size", () => {
  const samples = Float32Array.from({ length: 2_000_000 }, (_, i) => Math.sin(i / 1e5) * Math.sin(i));
  assertEquals(waveform(samples, 1000), waveform(samples));
});

Deno.test("PeakMeter shows a single loud sample in ten minutes of silence", () => {
  const meter = new PeakMeter();
  const second = new Float32Array(44_100);
  for (let i = 0; i < 600; i++) meter.add([i === 300 ? second.with(9000, 1) : second]);
  const columns = meter.waveform().samples;
  assertEquals(columns.filter((column) => column > 0), [140]);
  assertEquals(columns.indexOf(140), 900);
});

Deno.test("PeakMeter uses the loudest channel, and ignores NaN", () => {
  const meter = new PeakMeter();
  meter.add([new Float32Array(5000).fill(0.25), new Float32Array(5000).fill(0.75)]);
  meter.add([new Float32Array(5000).fill(NaN)]);
  assertEquals(new Set(meter.waveform().samples), new Set([105, 0]));
});

Deno.test("PeakMeter: the waveform of no samples is flat", () => {
  assertEquals(new Set(new PeakMeter().waveform().samples), new Set([0]));
});
