import { assert, assertEquals, assertLess } from "@std/assert";
import { BARS, melodyOf, synthesizeBar } from "../../../sandbox/audio/synth.ts";

function loudestOf(samples: Float32Array): number {
  let loudest = 0;
  for (const sample of samples) loudest = Math.max(loudest, Math.abs(sample));
  return loudest;
}

Deno.test("melodyOf() returns the same melody for a seed, and a thousand for a thousand seeds", () => {
  assertEquals(melodyOf(7), melodyOf(7));
  const melodies = Array.from({ length: 1000 }, (_, seed) => melodyOf(seed));
  assertEquals(new Set(melodies.map(String)).size, 1000);
  assertEquals(new Set(melodies.flat()).size, BARS);
});

Deno.test("synthesizeBar() fills whole frames of both codecs, stays within full scale and ends in near silence", () => {
  for (let bar = 0; bar < BARS; bar++) {
    const samples = synthesizeBar(bar);
    assertEquals([samples.length % 1152, samples.length % 1024], [0, 0]);
    const loudest = loudestOf(samples);
    assert(loudest > 0.3 && loudest <= 1, String(loudest));
    assertLess(loudestOf(samples.subarray(-1152)), 0.03);
  }
});
