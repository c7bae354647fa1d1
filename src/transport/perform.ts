/**
 * Makes calls. Failures go to {@linkcode recover}.
 *
 * @module
 */
import { noToken } from "../failure.ts";
import type { RateLimiter } from "../types/rate_limiter.ts";
import type { Call, CallStats, Reply } from "./call.ts";
import { limitTime } from "./deadline.ts";
import { recover, type Recovery } from "./recover.ts";
import { exchange, type Exchanger } from "./response.ts";

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
