/**
 * Waiting that a signal can end.
 *
 * @module
 */

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
    signal.addEventListener("abort", abort);
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
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
