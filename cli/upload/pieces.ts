// Reads a file in chunks.
// The buffers of a `node:fs` stream stay in memory until they are garbage-collected: reading a gibibyte that way takes
// 60 MiB in Deno. These functions need only one buffer, or a few.
import { open } from "node:fs/promises";

/** The chunk size of requests: small enough to be collected soon, large enough to be fast. */
const SENT_BYTES = 2 ** 15;
const READ_BYTES = 2 ** 18;

/** Reads a file into new buffers, which the caller may keep, as a request body does. */
export function piecesOf(file: string): AsyncGenerator<Uint8Array<ArrayBuffer>, undefined> {
  return pieces(file, () => new Uint8Array(SENT_BYTES));
}

/** Reads a file into one reused buffer: each chunk is valid until the next one is requested. */
export function passingPiecesOf(file: string): AsyncGenerator<Uint8Array<ArrayBuffer>, undefined> {
  const buffer = new Uint8Array(READ_BYTES);
  return pieces(file, () => buffer);
}

async function* pieces(
  file: string,
  take: () => Uint8Array<ArrayBuffer>,
): AsyncGenerator<Uint8Array<ArrayBuffer>, undefined> {
  const handle = await open(file);
  try {
    for (;;) {
      const buffer = take();
      const { bytesRead } = await handle.read(buffer, 0, buffer.length, null);
      if (bytesRead === 0) return;
      yield buffer.subarray(0, bytesRead);
    }
  } finally {
    await handle.close();
  }
}
