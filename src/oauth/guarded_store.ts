import { ServiceError } from "../errors.ts";
import { failure } from "../failure.ts";
import { inTime } from "../transport/callbacks.ts";
import type { TokenStore } from "../types/config.ts";
import type { AtomicTokenStore, TokenRecord } from "../types/token_record.ts";
import { type PairForm, pairStoreOf } from "./store_adapter.ts";

/** Default time limit of the caller's functions, in milliseconds. */
export const DEFAULT_CALLBACK_TIMEOUT_MS = 10_000;

/** A store whose promises resolve in time or reject with a {@linkcode ServiceError}. */
export interface GuardedStore {
  read(): Promise<TokenRecord | undefined>;
  compareAndSwap(expected: TokenRecord | undefined, next: TokenRecord): Promise<boolean>;
  /** The lock of a store that can't store intents. */
  lock<T>(work: () => Promise<T>): Promise<T>;
  /** Whether it stores intents for all processes. */
  readonly hasIntents: boolean;
}

/**
 * Adds time limits and typed errors to a store.
 *
 * @param limitMs Time limit of each call and of the wait for its lock, in milliseconds; 0 for none.
 * @param form How a record is stored in a store with two fields.
 */
export function guardStore(store: AtomicTokenStore | TokenStore, limitMs: number, form?: PairForm): GuardedStore {
  const isAtomic = "compareAndSwap" in store;
  const swaps: AtomicTokenStore = isAtomic ? store : pairStoreOf(store, form);
  const lock = isAtomic ? undefined : store.lock?.bind(store);
  return {
    hasIntents: isAtomic,
    read: async () => await wrapStoreError(() => swaps.read(), limitMs) ?? undefined,
    compareAndSwap: async (expected, next) =>
      await wrapStoreError(() => swaps.compareAndSwap(expected, next), limitMs) === true,
    lock: (work) => lock ? underLock(lock, work, limitMs) : work(),
  };
}

/**
 * Waits for the caller's store or provider.
 *
 * @param limitMs Time limit, in milliseconds; 0 for none.
 * @returns The answer. Rejects with a {@linkcode ServiceError} when the store fails or is too slow; a `ServiceError` of
 * the store is passed on.
 */
export async function wrapStoreError<T>(work: () => T, limitMs: number): Promise<Awaited<T>> {
  try {
    return await inTime(work, limitMs);
  } catch (cause) {
    throw cause instanceof ServiceError
      ? cause
      : failure("token_store", "The token store failed", undefined, { cause });
  }
}

/**
 * Does work under the caller's lock. Only the waits for the lock and for its release are limited: the work isn't
 * interrupted, and its result isn't lost if the lock is never released.
 */
async function underLock<T>(
  lock: NonNullable<TokenStore["lock"]>,
  work: () => Promise<T>,
  limitMs: number,
): Promise<T> {
  let result: Promise<T> | undefined;
  let isLate = false;
  let released: Promise<void> | undefined;
  const entered = () =>
    new Promise<void>((enter, refuse) => {
      released = inTime(() =>
        lock(async () => {
          if (isLate) return;
          result = work();
          enter();
          await result;
        }), 0);
      released.then(() => refuse(new TypeError("lock() returned before its callback finished")), refuse);
    });
  try {
    await inTime(entered, limitMs);
  } catch (cause) {
    isLate = true;
    throw cause instanceof ServiceError
      ? cause
      : failure("lock", "The token store's lock failed", undefined, { cause });
  }
  await result!.catch(() => {});
  await inTime(() => released!, limitMs).catch(() => {});
  return await result!;
}
