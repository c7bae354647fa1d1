/**
 * The time limit of an attempt.
 *
 * @module
 */
import { failure } from "../failure.ts";
import { onAbort } from "./abortable.ts";
import type { Call, Limit, Reply } from "./call.ts";

/** Default time limit of an attempt, in milliseconds. */
export const DEFAULT_TIMEOUT_MS = 30_000;

/** How much longer an attempt may take for each millisecond that its timer is late, and at most, in milliseconds. */
const [PER_LATE_MS, MOST_MS] = [20, 1000];

/**
 * Limits the time of an attempt. The attempt ends in time, and immediately when the caller's signal is aborted, even if
 * the `fetch` ignores its signal. A process that was stopped, or busy, finds its timers due before it has read what
 * arrived meanwhile: it gets up to a second to do so.
 *
 * @param call The call.
 * @param attempt Makes the attempt.
 * @returns The reply. Rejects with the reason of the abort, or with an error of the code `timeout`.
 */
export function limitTime(call: Call, attempt: (limit: Limit) => Promise<Reply>): Promise<Reply> {
  const { signal, timeoutMs, body } = call;
  const controller = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOver = false;
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const finish = () => {
      isOver = true;
      clearTimeout(timer);
      forget?.();
    };
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
        const lateMs = performance.now() - deadline;
        if (lateMs > 0) timer = setTimeout(expire, Math.min(PER_LATE_MS * lateMs, MOST_MS));
        else expire();
      }, ms);
    };
    const forget = signal && onAbort(signal, () => end(signal.reason));
    if (!body?.watch) restart(timeoutMs);
    attempt({ signal: controller.signal, restart, end }).then((reply) => {
      finish();
      resolve(reply);
    }, end);
  });
}
