import { LONGEST_TIMER } from "../checks.ts";

/** The callbacks of each signal, which has one listener: Node.js 20 warns of more than ten. */
const callbacksOf = new WeakMap<AbortSignal, Set<() => void>>();

/** Calls a function when a signal is aborted, or immediately if it already is. */
export function onAbort(signal: AbortSignal | undefined, callback: () => void): () => void {
  if (signal?.aborted) callback();
  if (!signal || signal.aborted) return () => {};
  const callbacks = callbacksOf.get(signal) ?? new Set();
  if (!callbacks.size) signal.addEventListener("abort", runCallbacks);
  callbacksOf.set(signal, callbacks.add(callback));
  return () => {
    if (callbacks.delete(callback) && !callbacks.size) signal.removeEventListener("abort", runCallbacks);
  };
}

function runCallbacks(this: AbortSignal): void {
  for (const callback of callbacksOf.get(this) ?? []) callback();
}

/**
 * Waits for a promise that others may share: an abort ends only this wait.
 *
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
 * Waits for a time, of 24 days at most.
 *
 * @returns Nothing. Rejects with the reason of the abort.
 */
export async function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    await abortable(new Promise((resolve) => timer = setTimeout(resolve, Math.min(LONGEST_TIMER, ms))), signal);
  } finally {
    clearTimeout(timer);
  }
}
