/**
 * A limit on the time of one attempt.
 *
 * @module
 */
import { ServiceError } from "../errors.ts";
import { onAbort } from "./abortable.ts";
import type { ApiRequest, Layer } from "./layer.ts";

/** Time for one attempt where nothing is configured, in milliseconds. */
export const DEFAULT_TIMEOUT_MS = 30_000;

/**
 * Ends an attempt that takes longer than its context allows, body included, with a {@linkcode ServiceError} whose
 * `code` is `"timeout"`. It ends at once, also where a `fetch` pays no heed to its signal.
 */
export const timeout: Layer = (next) => (request, context) => {
  const { signal, timeoutMs } = context;
  if (!timeoutMs && !signal) return next(request, context);
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const watch = signal ? new Watch(timeoutMs) : openWatch(timeoutMs);
    const leave = () => {
      watch.leave(expire);
      forget?.();
    };
    const fail = (reason: unknown) => {
      leave();
      reject(reason);
    };
    const expire = () => fail(late(request));
    const forget = signal && onAbort(signal, () => {
      fail(signal.reason);
      watch.controller.abort(signal.reason);
    });
    watch.enter(expire);
    next(request, { ...context, signal: watch.controller.signal }).then((reply) => {
      leave();
      resolve(reply);
    }, fail);
  });
};

function late({ method, url }: ApiRequest): ServiceError {
  return new ServiceError(0, "", undefined, { code: "timeout", method, url });
}

/** How many attempts share a watch: platforms keep the listeners of their signals, and Node warns of more than ten. */
const MOST_ATTEMPTS = 10;
/** For how many turns of the microtask queue a watch waits for another attempt: a caller's next one begins in them. */
const PATIENCE = 12;

/** A timer and a signal. Attempts share them where they can: the two cost a runtime as much as all else in a call. */
class Watch {
  readonly controller: AbortController = new AbortController();
  readonly #ms: number;
  readonly #expiries = new Set<() => void>();
  readonly #since = Date.now();
  readonly #timer: ReturnType<typeof setTimeout> | undefined;
  /** How many more may join. */
  #left = MOST_ATTEMPTS;
  #isClosing = false;

  constructor(ms: number) {
    this.#ms = ms;
    if (ms) this.#timer = setTimeout(() => this.#expire(), ms);
  }

  /** Whether another attempt may join: it loses a hundredth of its time at most. */
  isOpen(ms: number): boolean {
    return ms === this.#ms && this.#left > 0 && Math.abs(Date.now() - this.#since) < ms / 100;
  }

  enter(expire: () => void): void {
    this.#left--;
    this.#expiries.add(expire);
  }

  leave(expire: () => void): void {
    this.#expiries.delete(expire);
    if (!this.#expiries.size && !this.#isClosing) this.#close();
  }

  async #close(): Promise<void> {
    this.#isClosing = true;
    for (let turn = 0; turn < PATIENCE && !this.#expiries.size; turn++) await null;
    this.#isClosing = false;
    if (this.#expiries.size) return;
    this.#left = 0;
    clearTimeout(this.#timer);
  }

  #expire(): void {
    this.#left = 0;
    for (const expire of this.#expiries) expire();
    this.controller.abort();
  }
}

let latest: Watch | undefined;

function openWatch(ms: number): Watch {
  return latest = latest?.isOpen(ms) ? latest : new Watch(ms);
}
