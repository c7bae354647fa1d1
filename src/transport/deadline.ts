/**
 * The time limit of an attempt.
 *
 * @module
 */
import { failure } from "../failure.ts";
import { onAbort } from "./abortable.ts";
import type { Call, Reply } from "./call.ts";

/** Default time limit of an attempt, in milliseconds. */
export const DEFAULT_TIMEOUT_MS = 30_000;

/** How late a timer is if its process was stopped, and the time that the process then gets, in milliseconds. */
const [LATE_MS, STOPPED_MS] = [50, 1000];

/** The time limit of a running attempt. */
export interface Limit {
  /** Ends the request. */
  readonly signal: AbortSignal;
  /** Restarts the timer, in milliseconds; 0 for no limit. */
  restart(ms: number): void;
  /** Ends the attempt now. */
  end(reason: unknown): void;
}

/**
 * Limits the time of an attempt. The attempt ends in time, and immediately when the caller's signal is aborted, even if
 * the `fetch` ignores its signal.
 *
 * @param call The call.
 * @param attempt Makes the attempt.
 * @returns The reply. Rejects with the reason of the abort, or with an error of the code `timeout`.
 */
export function limitTime(call: Call, attempt: (limit: Limit) => Promise<Reply>): Promise<Reply> {
  const { signal, timeoutMs } = call;
  const controller = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOver = false;
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const end = (reason: unknown) => {
      finish();
      reject(reason);
      controller.abort(reason);
    };
    const expire = () => end(failure("timeout", "", call));
    const restart = (ms: number) => {
      clearTimeout(timer);
      if (!ms || isOver) return;
      const deadline = performance.now() + ms;
      timer = setTimeout(() => {
        // A process that was stopped finds its timers due before it has read what arrived meanwhile.
        const wasStopped = performance.now() > deadline + LATE_MS;
        if (wasStopped) timer = setTimeout(expire, STOPPED_MS);
        else expire();
      }, ms);
    };
    const forget = onAbort(signal, () => end(signal?.reason));
    const finish = () => {
      isOver = true;
      clearTimeout(timer);
      forget();
    };
    restart(timeoutMs);
    attempt({ signal: controller.signal, restart, end }).then(resolve, reject).finally(finish);
  });
}
