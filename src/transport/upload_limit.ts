/**
 * Time limits of uploads, which may take hours while data is sent.
 *
 * @module
 */
import { failure } from "../failure.ts";
import type { BodyWatch, Call, Limit } from "./call.ts";

/** Factor on the time limit for the service's answer to the complete file. */
const ANSWER = 4;

/**
 * Ends an upload if no chunk is sent for the call's time limit, or if the answer to the complete file takes four times
 * as long; with the code `unreadable_file` when the file's source fails; with a `RangeError` when its size differs,
 * and a `TypeError` when a chunk is no bytes.
 * Browsers don't report progress, so uploads have no limit there.
 *
 * @param call The call.
 * @param limit The time limit of the attempt.
 * @returns The functions that follow the body.
 */
export function watchUpload(call: Call, { restart, end }: Limit): BodyWatch {
  const { timeoutMs } = call;
  return {
    onPiece: () => restart(timeoutMs),
    onEnd: () => restart(timeoutMs * ANSWER),
    onError: (cause) =>
      end(
        cause instanceof RangeError || cause instanceof TypeError
          ? cause
          : failure("unreadable_file", "", call, { cause }),
      ),
  };
}
