/**
 * A store whose answers come in time, and whose failures are typed.
 *
 * @module
 */
import { failure, ServiceError } from "../errors.ts";
import type { ErrorCode } from "../types/error.ts";
import type { AtomicTokenStore, TokenLease, TokenRecord } from "../types/token_record.ts";

/** How long the client waits for the caller's own functions where nothing is configured, in milliseconds. */
export const DEFAULT_CALLBACK_TIMEOUT_MS = 10_000;

/** A store that always answers with a promise, in time, or rejects with a {@linkcode ServiceError}. */
export interface GuardedStore {
  read(): Promise<TokenRecord | undefined>;
  compareAndSwap(expected: TokenRecord | undefined, next: TokenRecord): Promise<boolean>;
  lock<T>(work: (lease?: TokenLease) => Promise<T>): Promise<T>;
}

/**
 * Guards a store.
 *
 * @param store The caller's store.
 * @param limitMs How long each of its answers may take, and the wait for its lock, in milliseconds; 0 for no limit.
 * @returns The store to use.
 */
export function guardStore(store: AtomicTokenStore, limitMs: number): GuardedStore {
  return {
    read: () => wrapStoreError(() => store.read(), limitMs),
    compareAndSwap: async (expected, next) =>
      await wrapStoreError(() => store.compareAndSwap(expected, next), limitMs) === true,
    lock: (work) => store.lock ? underLock(store.lock.bind(store), work, limitMs) : work(),
  };
}

/**
 * Waits for the caller's store or provider.
 *
 * @param work What is asked.
 * @param limitMs How long the answer may take, in milliseconds; 0 for no limit.
 * @returns The answer. Rejects with a {@linkcode ServiceError} when it fails or doesn't come: its own, where it
 * throws one.
 */
export async function wrapStoreError<T>(work: () => T, limitMs: number): Promise<Awaited<T>> {
  try {
    return await inTime(work, limitMs);
  } catch (cause) {
    throw typed(cause, "The token store failed", "token_store");
  }
}

/**
 * Ends the wait for a function of the caller's that may never answer.
 *
 * @param work The function.
 * @param limitMs How long to wait, in milliseconds; 0 for no limit.
 * @returns Its answer. Rejects with a `TimeoutError` when it doesn't come in time.
 */
export async function inTime<T>(work: () => T, limitMs: number): Promise<Awaited<T>> {
  const answer = work();
  if (!limitMs || !(answer instanceof Promise)) return await answer;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const silence = new Promise<never>((_, reject) => timer = setTimeout(() => reject(silent(limitMs)), limitMs));
  silence.catch(() => {});
  try {
    return await Promise.race([answer, silence]);
  } finally {
    clearTimeout(timer);
  }
}

function silent(limitMs: number): DOMException {
  return new DOMException(`No answer within ${limitMs} ms`, "TimeoutError");
}

function typed(cause: unknown, message: string, code: ErrorCode): ServiceError {
  return cause instanceof ServiceError ? cause : failure(code, message, undefined, { cause });
}

/** Does work under the caller's lock. Only the wait for the lock is limited: the work itself isn't cut off. */
function underLock<T>(
  lock: NonNullable<AtomicTokenStore["lock"]>,
  work: (lease?: TokenLease) => Promise<T>,
  limitMs: number,
): Promise<T> {
  return new Promise((resolve, reject) => {
    let result: Promise<T> | undefined;
    let isOver = false;
    const fail = (cause: unknown) => {
      isOver = true;
      clearTimeout(timer);
      reject(typed(cause, "The token store's lock failed", "lock"));
    };
    const timer = limitMs ? setTimeout(() => fail(silent(limitMs)), limitMs) : undefined;
    const begin = (lease?: TokenLease) => {
      // Nobody waits any more: what the lock was wanted for has failed.
      if (isOver) return Promise.resolve();
      clearTimeout(timer);
      return (result = work(lease)).then(() => {});
    };
    const end = (cause?: unknown) => {
      if (!result) fail(cause ?? new TypeError("lock() ended without the work"));
      else result.then(resolve, reject);
    };
    inTime(() => lock(begin), 0).then(() => end(), end);
  });
}
