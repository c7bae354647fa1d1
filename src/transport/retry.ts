/**
 * Attempts after the first.
 *
 * @module
 */
import { ServiceError } from "../errors.ts";
import type { RetryConfig } from "../types/config.ts";
import { notify, sleep } from "./abortable.ts";
import type { ApiRequest, Layer } from "./layer.ts";

/** What applies where nothing is configured: three more attempts, from 1000 ms on. */
export const DEFAULT_RETRY: RetryConfig = { maxRetries: 3, retryBaseDelay: 1000 };
/** The longest pause that the back-off itself makes, in milliseconds. */
const LONGEST_BACKOFF = 30_000;
/** The longest pause that the service may ask for before the error is thrown instead, in milliseconds. */
const LONGEST_WAIT = 60_000;

/**
 * Repeats what may be repeated: anything on a 429; GET, PUT and DELETE also on 500, 502, 503, 504, a lost connection,
 * a timeout and a truncated body. The service's own word on when to come back wins over the exponential back-off.
 *
 * @param config How often, how long, and who is told.
 * @returns The layer.
 */
export function retry(config: RetryConfig): Layer {
  const { maxRetries, retryBaseDelay, onRetry, onDebug } = config;
  return (next) => async (request, context) => {
    for (let attempt = 1;; attempt++) {
      try {
        return await next(request, context);
      } catch (error) {
        // Written so that a `maxRetries` that isn't a number allows no retry.
        if (!(attempt <= maxRetries) || !isRetryable(error, request)) throw error;
        const backoff = Math.random() * Math.min(LONGEST_BACKOFF, retryBaseDelay * 2 ** (attempt - 1));
        const delayMs = error.retryAfterMs ?? backoff;
        if (delayMs > LONGEST_WAIT) throw error;
        context.retries++;
        const { message: reason, status, url = "" } = error;
        notify(onRetry, { attempt, delayMs, reason, status, url });
        notify(onDebug, `Retry ${attempt} in ${Math.round(delayMs)} ms: ${reason}`);
        await sleep(delayMs, context.signal);
      }
    }
  };
}

function isRetryable(error: unknown, { method, body }: ApiRequest): error is ServiceError {
  if (!(error instanceof ServiceError) || error.spamWarningUrn || !isRepeatable(body)) return false;
  if (error.isRateLimited) return true;
  return method !== "POST" && /^(?:network|timeout|invalid_body|http50[0234])$/.test(failure(error));
}

/** What went wrong: the status says more than `http`. */
function failure({ code, status }: ServiceError): string {
  return code === "http" ? code + status : code;
}

/**
 * Tells whether a body can be sent again.
 *
 * @param body The body of a request.
 * @returns False for a stream that was read once.
 */
export function isRepeatable(body: ApiRequest["body"]): boolean {
  return body?.repeatable !== false;
}
