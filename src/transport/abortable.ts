/**
 * Waits that a signal can end.
 *
 * @module
 */
import { failure } from "../failure.ts";

/** The callbacks of signals. Each signal has one listener, because Node warns of more than ten. */
const waiting = new Map<AbortSignal, Set<() => void>>();

/**
 * Calls a function when a signal is aborted, or immediately if it already is.
 *
 * @param signal The signal, if there is one.
 * @param callback The function, called once.
 * @returns A function that removes the callback.
 */
export function onAbort(signal: AbortSignal | undefined, callback: () => void): () => void {
  if (!signal) return () => {};
  if (signal.aborted) {
    callback();
    return () => {};
  }
  const callbacks = waiting.get(signal) ?? new Set();
  callbacks.add(callback);
  if (callbacks.size === 1) {
    waiting.set(signal, callbacks);
    signal.addEventListener("abort", runCallbacks);
  }
  return () => {
    if (callbacks.delete(callback) && !callbacks.size) forget(signal);
  };
}

function runCallbacks(this: AbortSignal): void {
  const callbacks = waiting.get(this) ?? [];
  forget(this);
  for (const callback of callbacks) callback();
}

function forget(signal: AbortSignal): void {
  waiting.delete(signal);
  signal.removeEventListener("abort", runCallbacks);
}

/**
 * Waits for a promise that others may share: an abort ends only this wait.
 *
 * @param work The promise.
 * @param signal Ends the wait.
 * @returns The result of the work. Rejects with the reason of the abort.
 */
export function abortable<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return work;
  return new Promise((resolve, reject) => {
    const forget = onAbort(signal, () => reject(signal.reason));
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
export async function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const wait = new Promise<void>((resolve) => timer = setTimeout(resolve, ms));
  try {
    await abortable(wait, signal);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Limits the wait for a function that may never answer.
 *
 * @param work The function.
 * @param limitMs How long to wait, in milliseconds; 0 for no limit.
 * @param makeError Creates the error when the time is up. Default: a `TimeoutError`.
 * @returns Its answer. Rejects with that error when the time is up.
 */
export async function inTime<T>(
  work: () => T,
  limitMs: number,
  makeError: (limitMs: number) => Error = silent,
): Promise<Awaited<T>> {
  const answer = work();
  if (!limitMs || typeof Object(answer).then !== "function") return await answer;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const silence = new Promise<never>((_, reject) => timer = setTimeout(() => reject(makeError(limitMs)), limitMs));
  silence.catch(() => {});
  try {
    return await Promise.race([answer, silence]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Limits a call's wait for a refresh of its token. The refresh itself continues, and its pair is stored.
 *
 * @param refresh The refresh.
 * @param limitMs How long to wait, in milliseconds; 0 for no limit.
 * @returns Its result. Rejects with a {@linkcode ServiceError} of the code `timeout`.
 */
export function awaitRefresh<T>(refresh: Promise<T>, limitMs: number): Promise<Awaited<T>> {
  return inTime(() => refresh, limitMs, () => failure("timeout", "The token refresh did not end in time"));
}

/**
 * Creates the error for a missing answer.
 *
 * @param limitMs The time limit, in milliseconds.
 * @returns The error.
 */
export function silent(limitMs: number): DOMException {
  return new DOMException(`No answer within ${limitMs} ms`, "TimeoutError");
}

/**
 * Calls an observer synchronously. Its errors and rejections are ignored.
 *
 * @param observer The function to call, if there is one.
 * @param news The argument of the call.
 */
export async function notify<T>(observer: ((news: T) => unknown) | undefined, news: T): Promise<void> {
  try {
    await observer?.(news);
  } catch {
    // An error of the observer doesn't fail the observed call.
  }
}

/**
 * Describes a thrown value, whatever it is.
 *
 * @param thrown Anything.
 * @returns Its message, else its text.
 */
export function messageOf(thrown: unknown): string {
  try {
    return String((thrown as Error)?.message ?? thrown);
  } catch {
    return typeof thrown;
  }
}
