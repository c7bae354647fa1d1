/**
 * The usual way of a call: send, read, return. What fails goes to {@linkcode recover}.
 *
 * @module
 */
import { ServiceError } from "../errors.ts";
import type { RetryConfig } from "../types/config.ts";
import type { RateLimiter } from "../types/rate_limiter.ts";
import type { BodyWatch, Call, CallStats, Reply } from "./call.ts";
import { type Deadlines, limitAlone } from "./deadline.ts";
import { describeFailure } from "./failure.ts";
import { recover, type Refresh } from "./recover.ts";
import { readReply, readText } from "./response.ts";

/** What calls are made with. */
export interface Means {
  /** Replaces the runtime's `fetch`, which is looked up for each attempt. */
  readonly fetch: typeof globalThis.fetch | undefined;
  readonly deadlines: Deadlines;
  readonly retry: RetryConfig;
  /** How large an unpacked reply may be, in bytes. */
  readonly maxReplyBytes: number;
  /** Replaces a refused token. */
  readonly refresh?: Refresh | undefined;
  /** Decides when each attempt is made. */
  readonly rateLimiter?: RateLimiter | undefined;
}

/**
 * Makes a call. What fails is repeated where that helps.
 *
 * @param means What it is made with.
 * @param call The call.
 * @param stats What happens during it.
 * @returns The reply. Rejects with a {@linkcode ServiceError}, or with the reason of an abort.
 */
export function perform(means: Means, call: Call, stats: CallStats): Promise<Reply> {
  return attempt(call, means).catch((error) => recover(error, call, stats, means, (again) => attempt(again, means)));
}

/** Each attempt has a time limit of its own, and its turn at the rate limiter. The OAuth host has limits of its own. */
function attempt(call: Call, means: Means): Promise<Reply> {
  const { rateLimiter, deadlines } = means;
  const { method, url, token, signal, timeoutMs, isAnonymous, body } = call;
  if (!token && !isAnonymous) return Promise.reject(missingToken(call));
  const limit = () => {
    if (body?.limit) return body.limit(call, means, exchange);
    return signal ? limitAlone(call, means, exchange) : deadlines.limit(call, means, exchange);
  };
  if (rateLimiter && !isAnonymous) return rateLimiter.schedule({ method, url, token, signal }, limit);
  return signal || timeoutMs || body?.limit ? limit() : exchange(call, means);
}

async function exchange(
  call: Call,
  means: Means,
  signal: AbortSignal | null = null,
  watch?: BodyWatch,
): Promise<Reply> {
  const { method, url, headers, body } = call;
  // As a method it would throw in browsers.
  const fetch = means.fetch ?? globalThis.fetch;
  const init: RequestInit = { method, headers, signal, redirect: "manual" };
  try {
    const response = await fetch(url, body ? { ...init, ...body.open(watch) } : init);
    return readReply(call, response, await readText(call, response, means.maxReplyBytes));
  } catch (thrown) {
    throw describeFailure(thrown, call);
  }
}

function missingToken({ method, url }: Call): ServiceError {
  return new ServiceError(401, "No access token", undefined, { code: "no_token", method, url });
}
