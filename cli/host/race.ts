import { once } from "node:events";

/**
 * Settles as the first of the promises, or rejects with the reason of the signal.
 *
 * @param start Returns the promises. Its signal is aborted once one has settled, to end the others.
 */
export async function race<T>(signal: AbortSignal, start: (done: AbortSignal) => readonly Promise<T>[]): Promise<T> {
  const done = new AbortController();
  const aborted = once(signal, "abort", { signal: done.signal }).then(() => Promise.reject(signal.reason));
  return await Promise.race([aborted, ...start(done.signal)]).finally(() => done.abort());
}
