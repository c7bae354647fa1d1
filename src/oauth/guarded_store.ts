/**
 * A store with time limits and typed errors.
 *
 * @module
 */
import { ServiceError } from "../errors.ts";
import { failure } from "../failure.ts";
import { inTime, silent } from "../transport/callbacks.ts";
import type { ErrorCode } from "../types/error.ts";
import type { AtomicTokenStore, TokenLease, TokenRecord } from "../types/token_record.ts";

/** Default time limit of the caller's functions, in milliseconds. */
export const DEFAULT_CALLBACK_TIMEOUT_MS = 10_000;

/** A store whose promises resolve in time or reject with a {@linkcode ServiceError}. */
export interface GuardedStore {
  read(): Promise<TokenRecord | undefined>;
  compareAndSwap(expected: TokenRecord | undefined, next: TokenRecord): Promise<boolean>;
  lock<T>(work: (lease?: TokenLease) => Promise<T>): Promise<T>;
}

/**
 * Adds time limits and typed errors to a store.
 *
 * @param store The caller's store.
 * @param limitMs Time limit of each call and of the wait for its lock, in milliseconds; 0 for none.
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
 * @param work The call to the store.
 * @param limitMs Time limit, in milliseconds; 0 for none.
 * @returns The answer. Rejects with a {@linkcode ServiceError} when the store fails or is too slow; a `ServiceError` of
 * the store is passed on.
 */
export async function wrapStoreError<T>(work: () => T, limitMs: number): Promise<Awaited<T>> {
  try {
    return await inTime(work, limitMs);
  } catch (cause) {
    throw typed(cause, "The token store failed", "token_store");
  }
}

function typed(cause: unknown, message: string, code: ErrorCode): ServiceError {
  return cause instanceof ServiceError ? cause : failure(code, message, undefined, { cause });
}

/**
 * Does work under the caller's lock. Only the waits for the lock and for its release are limited: the work isn't
 * interrupted, and its result isn't lost if the lock is never released.
 */
function underLock<T>(
  lock: NonNullable<AtomicTokenStore["lock"]>,
  work: (lease?: TokenLease) => Promise<T>,
  limitMs: number,
): Promise<T> {
  return new Promise((resolve, reject) => {
    let result: Promise<T> | undefined;
    let isOver = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const end = (cause?: unknown) => {
      isOver = true;
      clearTimeout(timer);
      if (result) result.then(resolve, reject);
      else {reject(
          typed(
            cause ?? new TypeError("lock() returned before its callback finished"),
            "The token store's lock failed",
            "lock",
          ),
        );}
    };
    const limit = () => {
      if (limitMs && !isOver) timer = setTimeout(() => end(silent(limitMs)), limitMs);
    };
    const begin = (lease?: TokenLease) => {
      // Too late: the caller of the lock has already failed.
      if (isOver) return Promise.resolve();
      clearTimeout(timer);
      result = work(lease);
      result.then(limit, limit);
      return result.then(() => {});
    };
    limit();
    inTime(() => lock(begin), 0).then(() => end(), end);
  });
}
