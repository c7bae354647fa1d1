import { failure } from "../failure.ts";
import type { TokenRecord } from "../types/token_record.ts";
import { type GuardedStore, wrapStoreError } from "./guarded_store.ts";
import { sessionLost } from "./refresh_failure.ts";
import { TIMING } from "./timing.ts";
import { isAhead, isSameRecord } from "./token_record.ts";

/** Pauses before the first retries, in milliseconds. A call waits for these; later ones go on in the background. */
const SOON_MS = [20, 100, 400] as const;
/** Limit of one attempt to store a pair, in milliseconds. */
const STORE_MS = 2000;
/** Retries after which the pauses are longer. */
const MANY_TRIES = 10;

export interface Storing {
  /** Resolves with false if the first attempts failed. Rejects like `record`. */
  readonly soon: Promise<boolean>;
  /**
   * The stored record: the pair, or what takes precedence over it. Rejects with `session_lost` if the store is empty.
   */
  readonly record: Promise<TokenRecord>;
  readonly cause: unknown;
}

/**
 * Stores a pair. It never gives up while the process lives. Overtaken, it tries again at once: what overtook it may be
 * an intent whose grace is ending.
 *
 * @param isReplaceable Whether it may be stored in a store that is empty meanwhile.
 */
export function storePair(
  store: GuardedStore,
  before: TokenRecord | undefined,
  next: TokenRecord,
  isReplaceable: boolean,
): Storing {
  let settle: (isStored: boolean) => void = () => {};
  const late = new Promise<boolean>((resolve) => settle = resolve);
  let cause: unknown;
  const record = (async () => {
    for (let tries = 0, isOvertaken = false;; tries++) {
      if (tries && !isOvertaken) await pause(tries);
      try {
        if (await wrapStoreError(() => store.compareAndSwap(before, next), STORE_MS)) return next;
        const stored = await wrapStoreError(() => store.read(), STORE_MS);
        // This also detects a write whose response was lost.
        if (isSameRecord(stored, next)) return next;
        if (!stored && !isReplaceable) throw sessionLost();
        if (stored && isAhead(stored, next)) return stored;
        before = stored;
        isOvertaken = !isOvertaken;
        cause = failure("token_store", "Cannot store the tokens: other processes keep replacing them");
      } catch (error) {
        if (Object(error).code === "session_lost") throw error;
        isOvertaken = false;
        cause = error;
      }
      if (tries >= SOON_MS.length) settle(false);
    }
  })();
  const soon = Promise.race([record.then(() => true), late]);
  soon.catch(() => {});
  return {
    record,
    soon,
    get cause() {
      return cause;
    },
  };
}

/** Waits before a retry. In the background, this keeps no process alive. */
function pause(tries: number): Promise<void> {
  const ms = SOON_MS[tries - 1] ?? (tries < MANY_TRIES ? TIMING.retryMs : TIMING.laterMs);
  return new Promise((resolve) => {
    const timer: unknown = setTimeout(resolve, ms);
    if (tries > SOON_MS.length) (timer as { unref?(): void }).unref?.();
  });
}
