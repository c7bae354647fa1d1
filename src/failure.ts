/**
 * Errors of calls that failed without a reply from the service.
 *
 * @module
 */
import { type ErrorFacts, ServiceError } from "./errors.ts";
import type { ErrorCode } from "./types/error.ts";

/**
 * Creates the error of a call that failed without a reply from the service.
 *
 * @param code Kind of the failure.
 * @param reason What went wrong, in the library's words.
 * @param call The request.
 * @param facts Other details.
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
