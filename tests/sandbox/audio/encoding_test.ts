import { assert, assertEquals, assertRejects } from "@std/assert";
import { joinBytes, memoryContent, readAll } from "../../../sandbox/base/content.ts";
import { Encoding, type FrameStore, planTimeline } from "../../../sandbox/audio/encoding.ts";
import { readFrames } from "../../../sandbox/audio/frames.ts";
import { MP3 } from "../../../sandbox/audio/mp3.ts";

/** An MP3 frame of 128 kbit/s, 44.1 kHz, mono: 1152 samples in 417 bytes. */
const FRAME_BYTES = 417;
/** The number of frames of a segment of ten seconds. */
const SEGMENT_FRAMES = 382;
const SECONDS_PER_FRAME = 1152 / 44_100;

function frames(count: number): Uint8Array {
  const bytes = new Uint8Array(count * FRAME_BYTES);
  for (let i = 0; i < count; i++) bytes.set([0xff, 0xfb, 0x90, 0xc4, i % 200], i * FRAME_BYTES);
  return bytes;
}

const msOf = (frameCount: number) => frameCount * SECONDS_PER_FRAME * 1000;

/** A store in memory, whose end can be held back. */
class MemoryStore implements FrameStore {
  readonly #parts: Uint8Array[] = [];
  readonly #end: () => Promise<void>;
  isFinished = false;

  constructor(end: () => Promise<void> = () => Promise.resolve()) {
    this.#end = end;
  }

  get written() {
    return memoryContent(joinBytes(this.#parts));
  }

  async write(chunk: Uint8Array): Promise<void> {
    await Promise.resolve();
    this.#parts.push(chunk);
  }

  async finish(): Promise<void> {
    await this.#end();
    this.isFinished = true;
  }
}

/** An encoder whose output is written by the test. */
function encoder() {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const writer = writable.getWriter();
  return { output: readable, write: (bytes: Uint8Array) => writer.write(bytes), end: () => writer.close(), writer };
}

async function started(output: AsyncIterable<Uint8Array>, frameCount: number, store: FrameStore): Promise<Encoding> {
  const encoding = await new Encoding({ codec: "mp3", durationMs: msOf(frameCount), store }).start(output);
  assert(encoding);
  return encoding;
}

async function* chunksOf(...chunks: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  for (const chunk of chunks) yield await Promise.resolve(chunk);
}

Deno.test("planTimeline() is the timeline of an encoding: segments of up to ten seconds", () => {
  const { sampleRate, segments } = planTimeline("mp3", msOf(SEGMENT_FRAMES + 5) - 1);
  assertEquals(sampleRate, 44_100);
  assertEquals(segments.map((samples) => samples / 1152), [SEGMENT_FRAMES, 5]);
});

Deno.test("Encoding.start() returns nothing if the encoder ends without a frame", async () => {
  const store = new MemoryStore();
  assertEquals(await new Encoding({ codec: "mp3", durationMs: 1000, store }).start(chunksOf()), undefined);
  assert(store.isFinished);
});

Deno.test("Encoding.start(): a segment is there once the next one begins, the last one at the end", async () => {
  const { output, write, end } = encoder();
  const store = new MemoryStore();
  const all = frames(SEGMENT_FRAMES + 5);
  const starting = started(output, SEGMENT_FRAMES + 5, store);
  await write(all.subarray(0, 20 * FRAME_BYTES));
  const encoding = await starting;
  assertEquals({ codec: encoding.codec, channels: encoding.channels }, { codec: "mp3", channels: 1 });
  const first = encoding.frames(0, 1);
  assertEquals(store.written.size, 0);
  await write(all.subarray(20 * FRAME_BYTES));
  assertEquals((await first)?.size, SEGMENT_FRAMES * FRAME_BYTES);
  await end();
  const last = await encoding.frames(1, 2);
  assert(last);
  assertEquals(await readAll(last.read()), all.subarray(SEGMENT_FRAMES * FRAME_BYTES));
  assertEquals(await encoding.frames(2, 3), undefined);
});

Deno.test("Encoding.whole() waits until the store has kept everything", async () => {
  const kept = Promise.withResolvers<void>();
  const store = new MemoryStore(() => kept.promise);
  const encoding = await started(chunksOf(frames(3)), 3, store);
  let isWhole = false;
  const whole = encoding.whole().finally(() => isWhole = true);
  assertEquals((await encoding.frames(0, 1))?.size, 3 * FRAME_BYTES);
  assert(!isWhole);
  kept.resolve();
  assertEquals({ size: (await whole).size, isFinished: store.isFinished }, { size: 3 * FRAME_BYTES, isFinished: true });
});

Deno.test("Encoding.whole() rejects if the store cannot keep the sound", async () => {
  const encoding = await started(chunksOf(frames(3)), 3, new MemoryStore(() => Promise.reject(new Error("disk full"))));
  await assertRejects(() => encoding.whole(), Error, "disk full");
});

Deno.test("Encoding: an encoder that fails ends every wait with its error", async () => {
  const { output, write, writer } = encoder();
  const starting = started(output, SEGMENT_FRAMES, new MemoryStore());
  await write(frames(20));
  const encoding = await starting;
  const waits = [encoding.frames(0, 1), encoding.whole()];
  await writer.abort(new Error("ffmpeg is gone"));
  for (const wait of waits) await assertRejects(() => wait, Error, "ffmpeg is gone");
});

Deno.test("Encoding keeps only the frames of its duration: an encoder pads the end", async () => {
  const encoding = await started(chunksOf(frames(9)), 6, new MemoryStore());
  const whole = await readAll((await encoding.whole()).read());
  assertEquals((await Array.fromAsync(readFrames(chunksOf(whole), MP3))).length, 6);
});

Deno.test("Encoding.stop() ends it: segments that are missing never come", async () => {
  const { output, write, end } = encoder();
  const store = new MemoryStore();
  const starting = started(output, SEGMENT_FRAMES, store);
  await write(frames(20));
  const encoding = await starting;
  encoding.stop();
  await write(frames(20)).catch(() => {});
  await end().catch(() => {});
  assertEquals(await encoding.frames(0, 1), undefined);
  assertEquals(store.isFinished, false);
});
