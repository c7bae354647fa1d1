import { assertEquals } from "@std/assert";
import { readAll } from "../../../sandbox/base/content.ts";
import { batchFrames } from "../../../sandbox/audio/mp3_decoder.ts";
import { encodeMp3 } from "../../../sandbox/audio/mp3_encoder.ts";

Deno.test("batchFrames() returns every byte of the frames, whole frames up to 64 KiB at once", async () => {
  const short = await readAll(encodeMp3([[new Float32Array(1152 * 20)]]));
  const repeated = async function* () {
    for (let copy = 0; copy < 20; copy++) yield short;
  };
  const batches = await Array.fromAsync(batchFrames(repeated()), (batch) => batch.slice());
  assertEquals(batches.map(({ length }) => 64 * 1024 - length < 1024), [true, true, false]);
  assertEquals(await readAll(batches), await readAll(repeated()));
});

Deno.test("batchFrames() returns nothing for a stream without frames", async () => {
  const text = async function* () {
    yield new TextEncoder().encode("no sound");
  };
  assertEquals(await Array.fromAsync(batchFrames(text())), []);
});
