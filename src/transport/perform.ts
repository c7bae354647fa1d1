/**
 * The usual way of a call: join an equal one that is under way, or send and read. What fails goes to {@linkcode recover}.
 *
 * @module
 */
import { ServiceError } from "../errors.ts";
import type { RetryConfig } from "../types/config.ts";
import type { RateLimiter } from "../types/rate_limiter.ts";
import type { BodyWatch, Call, CallStats, Reply } from "./call.ts";
import { type Deadlines, limitAlone } from "./deadline.ts";
import { type InFlightCalls, join, start } from "./dedupe.ts";
import { describeFailure } from "./failure.ts";
import { limitUpload } from "./upload_limit.ts";
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
  /** The calls that equal ones join. */
  readonly inFlight?: InFlightCalls | undefined;
  /** Replaces a refused token. */
  readonly refresh?: Refresh | undefined;
  /** Decides when each attempt is made. */
  readonly rateLimiter?: RateLimiter | undefined;
}

/**
 * Makes a call. An equal GET with the same token that is under way is joined.
 *
 * @param means What it is made with.
 * @param call The call.
 * @param stats What happens during it.
 * @returns The reply. Rejects with a {@linkcode ServiceError}, or with the reason of an abort.
 */
export async function perform(means: Means, call: Call, stats: CallStats): Promise<Reply> {
  const { inFlight } = means;
  if (!inFlight || call.method !== "GET" || call.flags.skipDedupe) return await send(means, call, stats);
  // Almost all calls have the stored token. The key of these needs no text to be made.
  const key = call.isOwnToken ? `${call.url} ${call.token}` : call.url;
  const equal = inFlight.get(key);
  if (equal) return await (equal.token === call.token ? join(equal, call, stats) : send(means, call, stats));
  if (call.signal) return await start(inFlight, key, call, stats, (shared) => send(means, shared, stats));
  const reply = send(means, call, stats);
  inFlight.set(key, { reply, stats, token: call.token, callers: 1 });
  try {
    return await reply;
  } finally {
    inFlight.delete(key);
  }
}

/** Sends a call. What fails is repeated where that helps. */
function send(means: Means, call: Call, stats: CallStats): Promise<Reply> {
  return attempt(call, means).catch((error) => recover(error, call, stats, means, (again) => attempt(again, means)));
}

/** Each attempt has a time limit of its own, and its turn at the rate limiter. The OAuth host has limits of its own. */
function attempt(call: Call, means: Means): Promise<Reply> {
  const { rateLimiter, deadlines } = means;
  const { method, url, token, signal, timeoutMs, isAnonymous, body } = call;
  if (!token && !isAnonymous) return Promise.reject(missingToken(call));
  const limit = () => {
    if (body?.isStreamed) return limitUpload(call, means, exchange);
    return signal ? limitAlone(call, means, exchange) : deadlines.limit(call, means, exchange);
  };
  if (rateLimiter && !isAnonymous) return rateLimiter.schedule({ method, url, token, signal }, limit);
  return signal || timeoutMs || body?.isStreamed ? limit() : exchange(call, means);
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
