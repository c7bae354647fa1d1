import { assert, assertEquals, assertObjectMatch } from "@std/assert";
import { encodeMp3 } from "../../../sandbox/audio/mp3_encoder.ts";
import { readFrames } from "../../../sandbox/audio/frames.ts";
import { MP3 } from "../../../sandbox/audio/mp3.ts";
import { synthesizeBar } from "../../../sandbox/audio/synth.ts";
import { readAll } from "../../../sandbox/base/content.ts";

async function mp3(): Promise<Uint8Array> {
  return await readAll(encodeMp3([[synthesizeBar(1).subarray(0, 1152 * 20)]]));
}

async function offsets(chunks: Iterable<Uint8Array>, format = MP3): Promise<number[]> {
  return await Array.fromAsync(readFrames(asAsync(chunks), format), ({ start }) => start);
}

async function* asAsync(chunks: Iterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield* chunks;
}

function* pieces(bytes: Uint8Array, size: number): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

function concat(...parts: Uint8Array[]): Uint8Array {
  return Uint8Array.from(parts.flatMap((part) => [...part]));
}

Deno.test("readFrames(): frames cover an encoder's whole output without gaps", async () => {
  const bytes = await mp3();
  let end = 0;
  for await (const frame of readFrames(asAsync([bytes]), MP3)) {
    assertEquals(frame.start, end);
    assertEquals(frame.bytes, bytes.subarray(end, end + frame.size));
    assertObjectMatch(frame, { samples: 1152, sampleRate: 44_100, channels: 1 });
    end += frame.size;
  }
  assertEquals(end, bytes.length);
});

Deno.test("readFrames() returns the same frames however the stream is chunked", async () => {
  const bytes = await mp3();
  const whole = await offsets([bytes]);
  assert(whole.length > 20);
  for (const size of [1, 3, 417, 1000]) assertEquals(await offsets(pieces(bytes, size)), whole);
});

Deno.test("readFrames() skips an ID3 tag, even if its content looks like frames", async () => {
  const bytes = await mp3();
  const plain = await offsets([bytes]);
  const tag = concat(Uint8Array.of(0x49, 0x44, 0x33, 4, 0, 0, 0, 0, 14, 107), bytes.subarray(0, 14 * 128 + 107));
  for (const size of [3, 100]) {
    assertEquals(await offsets(pieces(concat(tag, bytes), size)), plain.map((start) => start + tag.length));
  }
});

Deno.test("readFrames() skips bytes between frames and a truncated last frame", async () => {
  const bytes = await mp3();
  const plain = await offsets([bytes]);
  const noise = Uint8Array.of(1, 0xff, 0xfb, 0x90, 7, 7);
  const cut = concat(noise, bytes.subarray(0, -5));
  assertEquals(await offsets([cut]), plain.slice(0, -1).map((start) => start + noise.length));
});

Deno.test("readFrames() finds no frames in text, zeros or an empty stream", async () => {
  assertEquals(await offsets([new TextEncoder().encode("I am no sound. ".repeat(200))]), []);
  assertEquals(await offsets([new Uint8Array(5000)]), []);
  assertEquals(await offsets([]), []);
});
