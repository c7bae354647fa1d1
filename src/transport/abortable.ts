/**
 * Waiting that a signal can end.
 *
 * @module
 */

const watchers: WeakMap<AbortSignal, Set<() => void>> = new WeakMap();

/**
 * Calls back when a signal is aborted. However many calls share the signal, it gets one listener: Node warns of a leak
 * where there are more than ten.
 *
 * @param signal The signal, if there is one.
 * @param callback What is called, once.
 * @returns Ends the watch.
 */
export function onAbort(signal: AbortSignal | undefined, callback: () => void): () => void {
  if (!signal) return () => {};
  const callbacks = watchers.get(signal) ?? watch(signal);
  callbacks.add(callback);
  return () => callbacks.delete(callback);
}

function watch(signal: AbortSignal): Set<() => void> {
  const callbacks = new Set<() => void>();
  watchers.set(signal, callbacks);
  signal.addEventListener("abort", () => callbacks.forEach((callback) => callback()));
  return callbacks;
}

/**
 * Waits for something that others may wait for too: an abort ends this wait alone.
 *
 * @param work What is waited for.
 * @param signal Ends the wait.
 * @returns The result of the work. Rejects with the reason of the abort.
 */
export function abortable<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return work;
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) abort();
    const forget = onAbort(signal, abort);
    work.then(resolve, reject).finally(forget);
  });
}

/**
 * Waits for a time.
 *
 * @param ms Milliseconds.
 * @param signal Ends the wait.
 * @returns Nothing. Rejects with the reason of the abort.
 */
export async function sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const wait = new Promise<void>((resolve) => timer = setTimeout(resolve, ms));
  try {
    await abortable(wait, signal);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Tells an observer something. One that throws disturbs nothing.
 *
 * @param observer The function to call, if there is one.
 * @param news What it's told.
 */
export function notify<T>(observer: ((news: T) => void) | undefined, news: T): void {
  try {
    observer?.(news);
  } catch {
    // The call that is observed goes on: its result is the caller's, the observer's mistake isn't.
  }
}
