/**
 * What happens when an attempt fails: a refused token is refreshed once, and what may be repeated is, after a wait.
 *
 * @module
 */
import { ServiceError } from "../errors.ts";
import type { RetryConfig } from "../types/config.ts";
import { abortable, notify, sleep } from "./abortable.ts";
import type { Call, CallStats, Reply } from "./call.ts";
import { withToken } from "./request.ts";

/** Where nothing is configured: three more attempts, from 1000 ms on. */
export const DEFAULT_RETRY: RetryConfig = { maxRetries: 3, retryBaseDelay: 1000 };
/** The longest pause of the back-off, in milliseconds. */
const LONGEST_BACKOFF = 30_000;
/** The longest pause that the service may ask for before the error is thrown instead, in milliseconds. */
const LONGEST_WAIT = 60_000;
/** A token that another process stored may be refused too; then it's replaced in its turn. */
const MOST_REFRESHES = 2;

/**
 * Replaces a token that the service has refused.
 *
 * @param refused The refused token; `undefined` when there was none.
 * @param isAgain True when the refused token is itself a replacement for this call: one that another process had stored
 * may have expired meanwhile, one that is new can't have.
 * @returns The token to repeat the call with, or `undefined` when the call must not be repeated.
 */
export type Refresh = (refused: string | undefined, isAgain: boolean) => Promise<string | undefined>;

/** How calls recover. */
export interface Recovery {
  readonly retry: RetryConfig;
  readonly refresh?: Refresh | undefined;
}

/**
 * Repeats a call that has failed: with a new token after a 401; after a 429; and GET, PUT and DELETE after a 500,
 * 502, 503 or 504, a lost connection, a timeout and a truncated body. `Retry-After` takes precedence over the
 * exponential back-off.
 *
 * @param error What the first attempt threw.
 * @param call The call.
 * @param stats What happens during it.
 * @param recovery How often, how long, who is told, and where a new token comes from.
 * @param attempt Makes another attempt.
 * @returns The reply. Rejects with the last error.
 */
export async function recover(
  error: unknown,
  call: Call,
  stats: CallStats,
  { retry, refresh }: Recovery,
  attempt: (call: Call) => Promise<Reply>,
): Promise<Reply> {
  let [current, failure, refreshes, isLost] = [call, error, 0, false];
  for (;;) {
    if (isLost && isGone(failure)) return { status: 204, headers: new Headers(), body: undefined };
    if (refresh && refreshes < MOST_REFRESHES && isRefused(failure, call)) {
      const token = await abortable(refresh(current.token, refreshes++ > 0), call.signal);
      if (!token || token === current.token) throw failure;
      current = withToken(call, token);
      stats.token = token;
    } else {
      isLost = call.method === "DELETE" && isReplyLost(failure);
      await pause(failure, call, stats, retry);
    }
    try {
      return await attempt(current);
    } catch (next) {
      failure = next;
    }
  }
}

/** Waits before the next attempt, or throws the error where there is none. */
async function pause(error: unknown, call: Call, stats: CallStats, config: RetryConfig): Promise<void> {
  const { maxRetries = config.maxRetries } = call;
  const attempt = stats.retries + 1;
  // Negated so that NaN disables retries.
  if (!(attempt <= maxRetries) || !isRetryable(error, call)) throw error;
  const backoff = Math.random() * Math.min(LONGEST_BACKOFF, config.retryBaseDelay * 2 ** (attempt - 1));
  const delayMs = error.retryAfterMs ?? backoff;
  if (delayMs > LONGEST_WAIT) throw error;
  stats.retries = attempt;
  const { message: reason, status, url = "" } = error;
  notify(config.onRetry, { attempt, delayMs, reason, ...(status && { status }), url });
  notify(config.onDebug, `Retry ${attempt} in ${Math.round(delayMs)} ms: ${reason}`);
  await sleep(delayMs, call.signal);
}

function isRetryable(error: unknown, { method, body }: Call): error is ServiceError {
  if (!(error instanceof ServiceError) || error.spamWarningUrn || body?.repeatable === false) return false;
  if (error.code === "http" && error.status === 429) return true;
  return method !== "POST" && (isTransient(error) || error.code === "http" && /^50[0234]$/.test(`${error.status}`));
}

/** There was no reply, or it was cut off. A reply of another kind is complete: the next one is no other. */
function isTransient({ code, cause }: ServiceError): boolean {
  return code === "network" || code === "timeout" || code === "invalid_body" && cause instanceof SyntaxError;
}

function isRefused(error: unknown, { isOwnToken, isAnonymous, body }: Call): boolean {
  const isStored = !isOwnToken && !isAnonymous && body?.repeatable !== false;
  return isStored && error instanceof ServiceError && error.isUnauthorized;
}

/** The request may have been carried out. */
function isReplyLost(error: unknown): boolean {
  return error instanceof ServiceError && (isTransient(error) || error.isServerError);
}

function isGone(error: unknown): boolean {
  return error instanceof ServiceError && error.isNotFound;
}
