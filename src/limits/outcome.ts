import { ServiceError } from "../errors.ts";
import { failure } from "../failure.ts";
import type { LimitedCall } from "../types/rate_limiter.ts";
import type { Limits } from "./options.ts";

/** How a call ended, for the limits. */
export interface Outcome {
  /** SoundCloud refused the call: it doesn't count as a play. */
  readonly isRefused: boolean;
  /** SoundCloud refused the call because the app sends too many. */
  readonly isThrottled: boolean;
  /** How long SoundCloud asks to wait, in milliseconds. */
  readonly pauseMs: number;
  /** How long no plays are left, in milliseconds; 0 if there may be some. */
  readonly noPlaysMs: number;
}

/**
 * Determines how a call ended.
 *
 * @param error Why it failed, if it did. After a lost connection or an abort it's unknown what SoundCloud counted.
 */
function outcomeOf(error?: unknown): Outcome {
  const { status = 0, rateLimit, retryAfterMs = 0, spamWarningUrn } = error instanceof ServiceError ? error : {};
  const isLimit = status === 429 && !spamWarningUrn || status === 403 && isQuota(error);
  const isPlays = isLimit && rateLimit?.name === "plays";
  return {
    isRefused: status > 399,
    isThrottled: isLimit && !isPlays,
    pauseMs: isLimit && !isPlays ? retryAfterMs : 0,
    noPlaysMs: isPlays ? retryAfterMs : 0,
  };
}

/** A gateway has answered 403 instead of 429. */
function isQuota(error: unknown): boolean {
  return error instanceof ServiceError && /\b(?:quota|rate limit)/i.test(error.errorCode ?? "");
}

/** Runs a call that has its turn, and reports how it ended. */
export async function finish<T>(work: () => Promise<T>, leave: (outcome: Outcome) => void): Promise<T> {
  let failure: unknown;
  try {
    return await work();
  } catch (error) {
    failure = error;
    throw error;
  } finally {
    leave(outcomeOf(failure));
  }
}

/** Tells whether a call counts as a play: whether it returns a URL at which a track can be played. */
export function isPlay({ url }: LimitedCall, { countStreams }: Limits): boolean {
  const [, what = ""] = /\/tracks\/[^/]+\/(preview|streams?|streams\/.+)$/.exec(url.split("?")[0]!) ?? [];
  return what !== "" && (what !== "streams" || countStreams);
}

/** Reasons for which a rate limiter holds a call back. */
const REASONS = { plays: "The app's play limit is reached", pause: "SoundCloud asked for a pause" } as const;

/**
 * Creates the error of a call that would have to wait too long. It resembles SoundCloud's refusal, so that the same
 * code handles both.
 *
 * @param kind The reason: no plays, or a pause that SoundCloud asked for.
 * @param waitMs How long until the call may be tried again, in milliseconds.
 */
export function refusal(call: LimitedCall, kind: keyof typeof REASONS, waitMs: number, most: number): ServiceError {
  const rate_limit = kind === "plays" ? { name: kind, max_nr_of_requests: most } : {};
  const reset_time = new Date(Date.now() + waitMs).toISOString();
  const body = { message: REASONS[kind], errors: [{ meta: { rate_limit, remaining_requests: 0, reset_time } }] };
  const { method, url } = call;
  return new ServiceError(429, "", body, { code: "limit", method, url });
}

/** Creates the error of a call that has waited too long. Its next turn is unknown, so it isn't retried. */
export function waitExpired(call: LimitedCall, { maxWaitMs }: Limits): ServiceError {
  return failure("limit", `The limits allowed no call within ${maxWaitMs} ms`, call);
}
