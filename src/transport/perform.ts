/**
 * Makes calls. Failures go to {@linkcode recover}.
 *
 * @module
 */
import { failure, noToken } from "../failure.ts";
import type { RateLimiter } from "../types/rate_limiter.ts";
import { onAbort } from "./abortable.ts";
import type { Call, CallStats, Limit, Reply } from "./call.ts";
import { recover, type Recovery } from "./recover.ts";
import { exchange, type Exchanger } from "./response.ts";

/** Default time limit of an attempt, in milliseconds. */
export const DEFAULT_TIMEOUT_MS = 30_000;

/** The dependencies of a call. */
export interface Means extends Recovery, Exchanger {
  /** Decides when each attempt is made. */
  readonly rateLimiter?: RateLimiter | undefined;
}

/**
 * Makes a call, and retries it if that may help.
 *
 * @param means Its dependencies.
 * @param call The call.
 * @param stats The statistics of the call.
 * @returns The reply. Rejects with a {@linkcode ServiceError}, or with the reason of an abort.
 */
export function perform(means: Means, call: Call, stats: CallStats): Promise<Reply> {
  return attempt(means, call).catch((error) => recover(error, call, stats, means, (again) => attempt(means, again)));
}

/** Each attempt has its own time limit and its own turn at the rate limiter. The OAuth host has separate limits. */
function attempt(means: Means, call: Call): Promise<Reply> {
  const { method, url, token, signal, isAnonymous } = call;
  if (!token && !isAnonymous) return Promise.reject(noToken(call));
  const once = () => limitTime(call, (limit) => exchange(means, call, limit));
  const { rateLimiter } = means;
  return rateLimiter && !isAnonymous ? rateLimiter.schedule({ method, url, token, signal }, once) : once();
}

/** Ends an attempt in time, and when the caller's signal is aborted, even if the `fetch` ignores its own signal. */
function limitTime(call: Call, attempt: (limit: Limit) => Promise<Reply>): Promise<Reply> {
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
    const restart = (ms: number) => {
      clearTimeout(timer);
      if (ms && !isOver) timer = setTimeout(() => end(failure("timeout", "", call)), ms);
    };
    const forget = signal && onAbort(signal, () => end(signal.reason));
    if (!body?.watch) restart(timeoutMs);
    attempt({ signal: controller.signal, restart, end }).then((reply) => {
      finish();
      resolve(reply);
    }, end);
  });
}
