import { assertEquals } from "@std/assert";
import { readAll } from "../../../sandbox/base/content.ts";
import { encodeMp3 } from "../../../sandbox/audio/mp3_encoder.ts";
import { synthesizeBar } from "../../../sandbox/audio/synth.ts";

Deno.test("catalogueSound(): two encoders produce the same bytes from the same samples", async () => {
  const encode = () => readAll(encodeMp3([[synthesizeBar(1)]]));
  assertEquals(await encode(), await encode());
});
