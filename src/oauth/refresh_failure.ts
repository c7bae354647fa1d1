import { ServiceError } from "../errors.ts";
import { failure } from "../failure.ts";

/** The codes of connections that were never established. */
const UNCONNECTED =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT|ConnectionRefused)$/;
const UNCONNECTED_MESSAGE = /client error \(Connect\)|tcp connect error|dns error/;
/** Statuses of gateways that have stopped waiting for the host, which may still have accepted the token. */
const UNDECIDED = [408, 499, 504];

/** Tells whether the OAuth host has refused a token, so that it isn't spent. */
export function isAnswer(error: unknown): error is ServiceError {
  return error instanceof ServiceError && error.status >= 400 && !UNDECIDED.includes(error.status);
}

/** Tells whether a token was provably not sent: no connection was made, or the request was invalid. */
export function isUnsent(error: unknown): boolean {
  if (!(error instanceof ServiceError)) return true;
  for (let cause: unknown = error.cause; cause instanceof Error; cause = cause.cause) {
    if (UNCONNECTED.test(String(Object(cause).code)) || UNCONNECTED_MESSAGE.test(cause.message)) return true;
  }
  return false;
}

export function sessionLost(): ServiceError {
  return failure("session_lost", "The token store has lost the session: sign in again");
}
