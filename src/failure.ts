import { type ErrorFacts, ServiceError } from "./errors.ts";
import type { ErrorCode } from "./types/error.ts";

/** Creates the error of a call that failed without a response from SoundCloud. */
export function failure(
  code: ErrorCode,
  reason?: string,
  call: Pick<ErrorFacts, "method" | "url"> = {},
  facts: ErrorFacts = {},
): ServiceError {
  return new ServiceError(0, "", undefined, { ...facts, code, reason, method: call.method, url: call.url });
}

/** Creates the error of a call that needs an access token and has none. */
export function noToken({ method, url }: Pick<ErrorFacts, "method" | "url"> = {}): ServiceError {
  return new ServiceError(401, "", undefined, { code: "no_token", reason: "No access token", method, url });
}

/** Creates the error of an invalid response. */
export function invalidReply(reason: string): ServiceError {
  return new ServiceError(200, "", undefined, { code: "invalid_body", reason });
}

/**
 * Renews the stack of an error that leaves the library: there it names the caller, elsewhere only the library's
 * functions.
 */
export function atCaller(error: unknown): unknown {
  if (error instanceof ServiceError) Error.captureStackTrace?.(error, atCaller);
  return error;
}
