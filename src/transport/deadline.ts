/**
 * Time limits that attempts share.
 *
 * @module
 */
import { ServiceError } from "../errors.ts";
import { onAbort } from "./abortable.ts";
import type { Call } from "./call.ts";

/** Time limit of an attempt where none is configured, in milliseconds. */
export const DEFAULT_TIMEOUT_MS = 30_000;

/** Attempts that use one signal. Runtimes keep a listener for each until it is collected, and Node warns of many. */
const MOST_ATTEMPTS = 32;

/** Makes one attempt of a call. */
type Attempt<M, T> = (call: Call, means: M, signal: AbortSignal) => Promise<T>;

/** A signal, and a timer while an attempt is under way. */
class Deadline {
  readonly controller: AbortController = new AbortController();
  /** Ends the attempts, each with its own error. */
  readonly attempts: Set<() => void> = new Set();
  readonly ms: number;
  started = 0;
  startedAt = 0;
  timer: ReturnType<typeof setTimeout> | undefined;

  constructor(ms: number) {
    this.ms = ms;
  }

  /** Tells whether another attempt may share it. */
  admits(ms: number, now: number): boolean {
    if (ms !== this.ms || this.started >= MOST_ATTEMPTS || this.controller.signal.aborted) return false;
    return this.timer === undefined || now - this.startedAt < ms / 100;
  }

  start(now: number): void {
    this.startedAt = now;
    this.timer = setTimeout(() => {
      for (const expire of this.attempts) expire();
      this.controller.abort();
    }, this.ms);
  }

  stop(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }
}

/** The deadlines of a session. Attempts share one where they can: it costs a runtime as much as the rest of a call. */
export class Deadlines {
  readonly #now: () => number;
  #latest: Deadline = new Deadline(0);

  /**
   * Makes the deadlines of a session.
   *
   * @param now A monotonic clock, in milliseconds.
   */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /**
   * Limits the time of an attempt. It ends in time even where the `fetch` ignores its signal. An attempt that shares a
   * deadline loses a hundredth of its time at most.
   *
   * @param call The call.
   * @param means What it is made with.
   * @param attempt Makes the attempt.
   * @returns What the attempt returns. Rejects with a {@linkcode ServiceError} of the code `timeout`.
   */
  limit<M, T>(call: Call, means: M, attempt: Attempt<M, T>): Promise<T> {
    const { timeoutMs } = call;
    const now = this.#now();
    if (!this.#latest.admits(timeoutMs, now)) {
      this.rest();
      this.#latest = new Deadline(timeoutMs);
    }
    const deadline = this.#latest;
    deadline.started++;
    if (deadline.timer === undefined) deadline.start(now);
    return new Promise((resolve, reject) => {
      const expire = () => reject(timeoutError(call));
      deadline.attempts.add(expire);
      attempt(call, means, deadline.controller.signal).then((result) => {
        this.#leave(deadline, expire);
        resolve(result);
      }, (error) => {
        this.#leave(deadline, expire);
        reject(error);
      });
    });
  }

  /** Stops the timer when no attempt is under way. */
  rest(): void {
    if (!this.#latest.attempts.size) this.#latest.stop();
  }

  #leave(deadline: Deadline, expire: () => void): void {
    deadline.attempts.delete(expire);
    if (deadline !== this.#latest && !deadline.attempts.size) deadline.stop();
  }
}

/**
 * Limits the time of an attempt whose caller has a signal: it ends at once when that is aborted, and alone.
 *
 * @param call The call.
 * @param means What it is made with.
 * @param attempt Makes the attempt.
 * @returns What the attempt returns. Rejects with the reason of the abort, or with an error of the code `timeout`.
 */
export function limitAlone<M, T>(call: Call, means: M, attempt: Attempt<M, T>): Promise<T> {
  const { signal, timeoutMs } = call;
  const controller = new AbortController();
  return new Promise<T>((resolve, reject) => {
    signal?.throwIfAborted();
    const end = (reason: unknown) => {
      finish();
      reject(reason);
      controller.abort(reason);
    };
    const timer = timeoutMs ? setTimeout(() => end(timeoutError(call)), timeoutMs) : undefined;
    const forget = onAbort(signal, () => end(signal?.reason));
    const finish = () => {
      clearTimeout(timer);
      forget();
    };
    attempt(call, means, controller.signal).then(resolve, reject).finally(finish);
  });
}

function timeoutError({ method, url }: Call): ServiceError {
  return new ServiceError(0, "", undefined, { code: "timeout", method, url });
}
