/**
 * What a rate limiter learns from how calls end, and what it says when it keeps one back.
 *
 * @module
 */
import { ServiceError } from "../errors.ts";
import { failure } from "../failure.ts";
import type { LimitedCall } from "../types/rate_limiter.ts";
import type { Limits } from "./options.ts";

/** How a call ended, as far as limits go. */
export interface Outcome {
  /** The service answered that it won't: what was counted as a play isn't one. */
  readonly isRefused: boolean;
  /** The app calls too fast. */
  readonly isThrottled: boolean;
  /** How long the service wants to be left alone, in milliseconds. */
  readonly pauseMs: number;
  /** How long there are no plays left, in milliseconds; 0 where there are, or might be. */
  readonly noPlaysMs: number;
}

/**
 * Reads how a call ended.
 *
 * @param error Why it failed, if it did. Of a lost connection or an abort nobody knows what the service counted.
 * @returns What it means for the limits.
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

/** A gateway has been seen to say 403 where it means 429. */
function isQuota(error: unknown): boolean {
  return error instanceof ServiceError && /\b(?:quota|rate limit)/i.test(error.errorCode ?? "");
}

/**
 * Does the work of a call that has its turn, and tells how it ended.
 *
 * @param work Sends the call.
 * @param leave Told how it ended, once.
 * @returns What the work gives.
 */
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

/**
 * Tells whether a call counts as a play: whether it leads to an address at which a track can be heard.
 *
 * @param call The call.
 * @param limits Whether the list of streams counts as well.
 * @returns True for a play.
 */
export function isPlay({ url }: LimitedCall, { countStreams }: Limits): boolean {
  const [, what = ""] = /\/tracks\/[^/]+\/(preview|streams?|streams\/.+)$/.exec(url.split("?")[0]!) ?? [];
  return what !== "" && (what !== "streams" || countStreams);
}

/** What a rate limiter says when it keeps a call back. */
const REASONS = {
  plays: "The app's plays are used up",
  pause: "The service wants to be left alone",
} as const;

/**
 * Makes the error of a call that would have to wait for longer than it may. It's like the service's own refusal, so that
 * whoever handles that one handles this one.
 *
 * @param call The call, which isn't sent.
 * @param kind Why: no plays, or a pause that the service has asked for.
 * @param waitMs When to come back, in milliseconds.
 * @param most How many plays there are.
 * @returns A 429 with the code `limit`.
 */
export function refusal(call: LimitedCall, kind: keyof typeof REASONS, waitMs: number, most: number): ServiceError {
  const rate_limit = kind === "plays" ? { name: kind, max_nr_of_requests: most } : {};
  const reset_time = new Date(Date.now() + waitMs).toISOString();
  const body = { message: REASONS[kind], errors: [{ meta: { rate_limit, remaining_requests: 0, reset_time } }] };
  const { method, url } = call;
  return new ServiceError(429, "", body, { code: "limit", method, url });
}

/**
 * Makes the error of a call that has waited long enough. Nothing is known of when to come back, so nothing repeats it.
 *
 * @param call The call, which isn't sent.
 * @param limits How long it has waited.
 * @returns An error of status 0 with the code `limit`.
 */
export function waitExpired(call: LimitedCall, { maxWaitMs }: Limits): ServiceError {
  return failure("limit", `The app's limits left no room within ${maxWaitMs} ms`, call);
}
