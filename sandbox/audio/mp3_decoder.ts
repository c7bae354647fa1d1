// Decodes MP3 in WebAssembly (mpg123), which is loaded on first use.
import { readFrames } from "./frames.ts";
import { MP3 } from "./mp3.ts";

const BATCH_BYTES = 64 * 1024;

/** Decodes the frames of a stream to blocks with one array per channel. Other bytes don't reach the decoder. */
export async function* decodeMp3(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Float32Array[]> {
  const { MPEGDecoder } = await import("mpg123-decoder");
  const decoder = new MPEGDecoder({ enableGapless: false });
  await decoder.ready;
  try {
    for await (const batch of batchFrames(chunks)) yield decoder.decode(batch).channelData;
  } finally {
    decoder.free();
  }
}

/** Returns the frames of a stream without other bytes, as many at once as fit in 64 KiB; each lasts until the next. */
export async function* batchFrames(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const batch = new Uint8Array(BATCH_BYTES);
  let filled = 0;
  for await (const { bytes } of readFrames(chunks, MP3)) {
    if (filled + bytes.length > BATCH_BYTES) {
      yield batch.subarray(0, filled);
      filled = 0;
    }
    batch.set(bytes, filled);
    filled += bytes.length;
  }
  if (filled > 0) yield batch.subarray(0, filled);
}
