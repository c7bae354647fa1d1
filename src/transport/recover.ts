import { ServiceError } from "../errors.ts";
import type { RetryConfig } from "../types/config.ts";
import { sleep } from "./abortable.ts";
import { notify } from "./callbacks.ts";
import type { Call, CallStats, Reply } from "./call.ts";

const LONGEST_BACKOFF = 30_000;
/** The longest wait for a `Retry-After`, in milliseconds; above it, the error is thrown. */
const LONGEST_WAIT = 60_000;

/** How calls recover. */
export interface Recovery extends RetryConfig {
  /**
   * Replaces the rejected token of a call, for a session that can refresh.
   *
   * @returns The call to send; `undefined` when it must not be retried.
   */
  readonly refresh?: ((call: Call, refreshes: number) => Promise<Call | undefined>) | undefined;
}

/**
 * Retries a failed call: with a new token after a 401; after a 429; and GET, PUT and DELETE after a 500, 502, 503 or
 * 504, a lost connection, a timeout and a truncated body. `Retry-After` takes precedence over the exponential back-off.
 *
 * @param recovery The number of retries, the pauses, the observers, and the source of new tokens.
 * @returns The response. Rejects with the last error.
 */
export async function recover(
  error: unknown,
  call: Call,
  stats: CallStats,
  recovery: Recovery,
  attempt: (call: Call) => Promise<Reply>,
): Promise<Reply> {
  const { refresh } = recovery;
  let [current, failure, refreshes, isLost] = [call, error, 0, false];
  for (;;) {
    if (!(failure instanceof ServiceError)) throw failure;
    if (isLost && failure.isNotFound) return { status: 204, headers: new Headers(), body: undefined };
    const again = refresh && failure.isUnauthorized && await refresh(current, refreshes++);
    if (again) {
      current = again;
      stats.token = again.token;
    } else {
      // The request may have been carried out.
      isLost = call.method === "DELETE" && (isTransient(failure) || failure.isServerError);
      await pause(failure, call, stats, recovery);
    }
    try {
      return await attempt(current);
    } catch (next) {
      failure = next;
    }
  }
}

/** Waits before the next attempt, or throws the error if there is none. */
async function pause(error: ServiceError, call: Call, stats: CallStats, config: RetryConfig): Promise<void> {
  const attempt = stats.retries + 1;
  const backoff = Math.random() * Math.min(LONGEST_BACKOFF, config.retryBaseDelay * 2 ** stats.retries);
  const delayMs = error.retryAfterMs ?? backoff;
  // Negated so that NaN disables retries.
  if (!(attempt <= (call.maxRetries ?? config.maxRetries)) || delayMs > LONGEST_WAIT || !isRetryable(error, call)) {
    throw error;
  }
  stats.retries = attempt;
  const { message: reason, status, url = "" } = error;
  notify(config.onRetry, { attempt, delayMs, reason, ...(status && { status }), url });
  notify(config.onDebug, `Retry ${attempt} in ${Math.round(delayMs)} ms: ${reason}`);
  await sleep(delayMs, call.signal);
}

function isRetryable(error: ServiceError, { method, body }: Call): boolean {
  const { code, status, spamWarningUrn } = error;
  if (spamWarningUrn || body?.repeatable === false) return false;
  if (code === "http" && status === 429) return true;
  return method !== "POST" && (isTransient(error) || code === "http" && /^50[0234]$/.test(`${status}`));
}

/** Whether the response is missing or truncated. One of the wrong kind is complete; a retry would return the same. */
function isTransient({ code, cause }: ServiceError): boolean {
  return code === "network" || code === "timeout" || code === "invalid_body" && cause instanceof SyntaxError;
}
