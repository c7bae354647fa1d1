/**
 * Errors of calls that failed without a reply that says why.
 *
 * @module
 */
import { type ErrorFacts, ServiceError } from "./errors.ts";
import type { ErrorCode } from "./types/error.ts";

/**
 * Makes the error of a call that failed without a reply that says why.
 *
 * @param code Kind of the failure.
 * @param reason What went wrong, in the library's words.
 * @param call The request.
 * @param facts What else is known.
 * @returns The error, of status 0.
 */
export function failure(
  code: ErrorCode,
  reason?: string,
  call: Pick<ErrorFacts, "method" | "url"> = {},
  facts: ErrorFacts = {},
): ServiceError {
  return new ServiceError(0, "", undefined, { ...facts, code, reason, method: call.method, url: call.url });
}
