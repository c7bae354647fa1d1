import { failure, noToken } from "../failure.ts";
import type { RetryConfig } from "../types/config.ts";
import type { RateLimiter } from "../types/rate_limiter.ts";
import { onAbort } from "./abortable.ts";
import type { Call, CallStats, Reply } from "./call.ts";
import { recover } from "./recover.ts";
import { exchange, type Exchanger } from "./response.ts";

/** How much longer an attempt may take for each millisecond that its timer is late, and at most, in milliseconds. */
const PER_LATE_MS = 20;
const MOST_LATE_MS = 1000;

/** The dependencies of a call. */
export interface Means extends RetryConfig, Exchanger {
  /** Decides when each attempt is made. */
  readonly rateLimiter?: RateLimiter | undefined;
}

/**
 * Makes a call, and retries it if that may help.
 *
 * @returns The response. Rejects with a {@linkcode ServiceError}, or with the reason of an abort.
 */
export function perform(means: Means, call: Call, stats: CallStats): Promise<Reply> {
  return attempt(means, call).catch((error) => recover(error, call, stats, means, () => attempt(means, call)));
}

/** Each attempt has its own time limit and its own turn at the rate limiter. The OAuth host has separate limits. */
function attempt(means: Means, call: Call): Promise<Reply> {
  const { method, url, token, signal, isAnonymous } = call;
  if (!token && !isAnonymous) return Promise.reject(noToken(call));
  const { rateLimiter } = means;
  if (!rateLimiter || isAnonymous) return limitTime(means, call);
  return rateLimiter.schedule({ method, url, token, signal }, () => limitTime(means, call));
}

/**
 * Limits the time of an attempt. The attempt ends in time, and immediately when the caller's signal is aborted, even if
 * the `fetch` ignores its signal. A process that was stopped, or busy, finds its timers due before it has read what
 * arrived meanwhile: it gets up to a second to do so.
 *
 * @returns The response. Rejects with the reason of the abort, or with an error of the code `timeout`.
 */
function limitTime(means: Means, call: Call): Promise<Reply> {
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
      const deadline = Date.now() + ms;
      timer = setTimeout(() => {
        const lateMs = Date.now() - deadline;
        if (lateMs > 0) timer = setTimeout(expire, Math.min(PER_LATE_MS * lateMs, MOST_LATE_MS));
        else expire();
      }, ms);
    };
    const forget = signal && onAbort(signal, () => end(signal.reason));
    restart(timeoutMs);
    exchange(means, call, { signal: controller.signal, restart, end }).then((reply) => {
      finish();
      resolve(reply);
      // SoundCloud may answer before it has read all of a file.
      if (body) controller.abort();
    }, end);
  });
}
