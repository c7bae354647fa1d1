/**
 * A stream that is read byte by byte. A program that reads in larger pieces takes what the next program of a script
 * should get; a shell's `read` avoids this in the same way.
 *
 * @module
 */
import { closeSync, constants, fstatSync, openSync, read } from "node:fs";
import process from "node:process";
import { setTimeout as sleep } from "node:timers/promises";

/** Pause before an empty pipe that doesn't block is read again, in milliseconds. Node makes pipes so. */
const PAUSE_MS = 20;

/**
 * Reads a file byte by byte, and only as far as it's iterated.
 *
 * @param file The file's descriptor.
 * @param signal Ends the wait for a byte.
 * @returns The bytes, one at a time. Rejects with the signal's reason when it's aborted.
 */
export async function* bytewise(file: number, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  const byte = new Uint8Array(1);
  const aborted = rejectionOf(signal);
  const source = unblocked(file);
  try {
    for (;;) {
      // A read that has begun can't be taken back: its byte would be lost.
      signal.throwIfAborted();
      const count = await Promise.race([aborted, readByte(source, byte)]);
      if (count === 0) return;
      if (count === undefined) await sleep(PAUSE_MS);
      else yield byte.slice();
    }
  } finally {
    if (source !== file) closeSync(source);
  }
}

/**
 * A pipe that is opened anew doesn't block. Node waits at its end for a read that blocks, for as long as nothing is
 * written. Only Linux opens pipes in this way.
 */
function unblocked(file: number): number {
  if (process.platform !== "linux") return file;
  try {
    if (!fstatSync(file).isFIFO()) return file;
    return openSync(`/proc/self/fd/${file}`, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch {
    // Deno may not open it, and ends without waiting.
    return file;
  }
}

function rejectionOf(signal: AbortSignal): Promise<never> {
  const aborted = new Promise<never>((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    else signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
  // It may be aborted between two bytes, when nothing waits for this.
  aborted.catch(() => {});
  return aborted;
}

/** The number of bytes that were read: 0 at the end, undefined if there is none yet. */
function readByte(file: number, byte: Uint8Array): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    read(file, byte, 0, 1, null, (error, count) => {
      if (!error) resolve(count);
      else if (error.code === "EAGAIN") resolve(undefined);
      else if (error.code === "EOF") resolve(0); // a closed pipe on Windows
      else reject(error);
    });
  });
}
