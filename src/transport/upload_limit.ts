/**
 * Time limits of uploads, which may take hours as long as they move.
 *
 * @module
 */
import { failure } from "../failure.ts";
import type { Attempt, Call, Reply } from "./call.ts";
import { limitTime } from "./deadline.ts";

/** How many times the time limit the service may take to answer once it has the whole file. */
const ANSWER = 4;

/**
 * Ends an upload in which no piece moves for the time limit of its call, or whose answer takes four times as long once
 * all is sent. A browser doesn't report what it has sent, so an upload has no limit there.
 *
 * @param call The call.
 * @param attempt Makes the attempt.
 * @returns The reply. Rejects with the reason of an abort; with a {@linkcode ServiceError} of the code
 * `timeout`, or `unreadable_file` when the file's source fails; with a `RangeError` when its size isn't the one given.
 */
export function limitUpload(call: Call, attempt: Attempt): Promise<Reply> {
  const { timeoutMs } = call;
  return limitTime({ ...call, timeoutMs: 0 }, ({ signal, restart, end }) =>
    attempt(signal, {
      onPiece: () => restart(timeoutMs),
      onEnd: () => restart(timeoutMs * ANSWER),
      onError: (cause) => end(cause instanceof RangeError ? cause : failure("unreadable_file", "", call, { cause })),
    }));
}
