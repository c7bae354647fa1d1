// A stream that is read byte by byte. A program that reads larger chunks would also consume input for the next program
// of a script; a shell's `read` avoids this in the same way.
import { once } from "node:events";
import { closeSync, constants, fstatSync, openSync, read } from "node:fs";
import process from "node:process";
import { setTimeout as sleep } from "node:timers/promises";

/** The delay before an empty non-blocking pipe is read again, in milliseconds. Node creates such pipes. */
const PAUSE_MS = 20;

/** Reads a file byte by byte, only as far as the caller iterates. */
export async function* bytewise(file: number, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  const byte = new Uint8Array(1);
  const aborted = once(signal, "abort").then(() => Promise.reject(signal.reason));
  // The signal may abort while nothing awaits the promise; prevents an unhandled rejection.
  aborted.catch(() => {});
  const source = unblocked(file);
  try {
    for (;;) {
      // A started read can't be cancelled, so its byte would be lost.
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

/** Reopens a pipe in non-blocking mode (on Linux): otherwise Node waits at exit for a pending read. */
function unblocked(file: number): number {
  if (process.platform !== "linux") return file;
  try {
    if (!fstatSync(file).isFIFO()) return file;
    return openSync(`/proc/self/fd/${file}`, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch {
    // Deno may not open it, but exits without waiting.
    return file;
  }
}

/** Resolves with the number of bytes read: 0 at the end, undefined if no data is available yet. */
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
