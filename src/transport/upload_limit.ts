/**
 * Time limits of uploads, which may take hours while data is sent.
 *
 * @module
 */
import { failure } from "../failure.ts";
import type { Attempt, Call, Reply } from "./call.ts";
import { limitTime } from "./deadline.ts";

/** Factor on the time limit for the service's answer to the complete file. */
const ANSWER = 4;

/**
 * Ends an upload if no chunk is sent for the call's time limit, or if the answer to the complete file takes four times
 * as long. Browsers don't report progress, so uploads have no limit there.
 *
 * @param call The call.
 * @param attempt Makes the attempt.
 * @returns The reply. Rejects with the reason of an abort; with a {@linkcode ServiceError} of the code `timeout`, or
 * `unreadable_file` when the file's source fails; with a `RangeError` when its size differs.
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
