import { ServiceError } from "../errors.ts";
import type { RetryConfig } from "../types/config.ts";
import { sleep } from "./abortable.ts";
import { notify } from "./callbacks.ts";
import type { Call, CallStats, Reply } from "./call.ts";

const LONGEST_BACKOFF = 30_000;
/** The longest wait for a `Retry-After`, in milliseconds; above it, the error is thrown. */
const LONGEST_WAIT = 60_000;

/**
 * Retries a failed call: after a 429; and GET, PUT and DELETE after a 500, 502, 503 or 504, a lost connection, a timeout
 * and a truncated body. `Retry-After` takes precedence over the exponential back-off.
 *
 * @param retry The number of retries, the pauses, and the observers.
 * @returns The response. Rejects with the last error.
 */
export async function recover(
  error: unknown,
  call: Call,
  stats: CallStats,
  retry: RetryConfig,
  attempt: () => Promise<Reply>,
): Promise<Reply> {
  let failure = error;
  for (;;) {
    if (!(failure instanceof ServiceError)) throw failure;
    if (stats.isLost && failure.isNotFound) return { status: 204, headers: new Headers(), body: undefined };
    await pause(failure, call, stats, retry);
    // The request may have been carried out.
    stats.isLost = call.method === "DELETE" && (isTransient(failure) || failure.isServerError);
    try {
      return await attempt();
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
