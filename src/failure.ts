import { type ErrorFacts, ServiceError } from "./errors.ts";
import type { ErrorCode } from "./types/error.ts";

/** Creates the error of a call that failed without a response from SoundCloud. */
export function failure(
  code: ErrorCode,
  reason?: string,
  call: Pick<ErrorFacts, "method" | "url"> = {},
  facts: ErrorFacts = {},
  status = 0,
): ServiceError {
  const { method, url } = call;
  return new ServiceError(status, "", undefined, { ...facts, code, reason, method, url });
}

/** Creates the error of a call that needs an access token and has none. */
export function noToken(call?: Pick<ErrorFacts, "method" | "url">): ServiceError {
  return failure("no_token", "No access token", call, {}, 401);
}

/** Creates the error of an invalid response. */
export function invalidReply(reason: string): ServiceError {
  return failure("invalid_body", reason, {}, {}, 200);
}

/**
 * Renews the stack of an error that leaves the library, about a call or an argument: there it names the caller,
 * elsewhere only the library's functions. Errors of callbacks keep their own.
 */
export function atCaller(error: unknown): unknown {
  const isOwn = error instanceof ServiceError || error instanceof Error && /^Cannot (use|upload) /.test(error.message);
  if (isOwn) Error.captureStackTrace?.(error, atCaller);
  return error;
}
