import { LONGEST_TIMER } from "../checks.ts";
import { failure } from "../failure.ts";

/** Calls an observer synchronously. Its errors and rejections are ignored. */
export async function notify<T>(observer: ((news: T) => unknown) | undefined, news: T): Promise<void> {
  try {
    await observer?.(news);
  } catch {
    // An error of the observer doesn't fail the observed call.
  }
}

/** Describes a thrown value, whatever it is. */
export function messageOf(thrown: unknown): string {
  try {
    return String((thrown as Error)?.message ?? thrown);
  } catch {
    return typeof thrown;
  }
}

/**
 * Limits the wait for a function that may never answer.
 *
 * @param limitMs How long to wait, in milliseconds; 0, or more than a timer takes, for no limit.
 * @param makeError Creates the error when the time is up. Default: a `TimeoutError`.
 * @returns Its answer. Rejects with that error when the time is up.
 */
export async function inTime<T>(
  work: () => T,
  limitMs: number,
  makeError: (limitMs: number) => Error = silent,
): Promise<Awaited<T>> {
  const answer = work();
  if (!limitMs || limitMs > LONGEST_TIMER || typeof Object(answer).then !== "function") return await answer;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const silence = new Promise<never>((_, reject) => timer = setTimeout(() => reject(makeError(limitMs)), limitMs));
  try {
    return await Promise.race([answer, silence]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Limits a call's wait for a refresh of its token. The refresh itself continues, and its pair is stored.
 *
 * @param limitMs How long to wait, in milliseconds; 0 for no limit.
 * @param waitedMs How much time refreshes have waited for other processes, which doesn't count.
 * @returns Its result. Rejects with a {@linkcode ServiceError} of the code `timeout`.
 */
export async function awaitRefresh<T>(
  refresh: Promise<T>,
  limitMs: number,
  waitedMs: () => number = () => 0,
): Promise<Awaited<T>> {
  const late = failure("timeout", "The token refresh did not end in time");
  let [leftMs, countedMs] = [limitMs, waitedMs()];
  for (;;) {
    try {
      return await inTime(() => refresh, leftMs, () => late);
    } catch (error) {
      const moreMs = waitedMs() - countedMs;
      if (error !== late || moreMs <= 0) throw error;
      [leftMs, countedMs] = [moreMs, countedMs + moreMs];
    }
  }
}

/** Creates the error for a missing answer. */
export function silent(limitMs: number): DOMException {
  return new DOMException(`No answer within ${limitMs} ms`, "TimeoutError");
}
