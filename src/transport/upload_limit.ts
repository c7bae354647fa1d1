/**
 * Time limits of uploads, which may take hours as long as they move.
 *
 * @module
 */
import { ServiceError } from "../errors.ts";
import { onAbort } from "./abortable.ts";
import type { BodyWatch, Call, WatchedAttempt } from "./call.ts";

/** How many times the limit a service may take for its answer once it has the whole file. */
const ANSWER = 4;

/**
 * Ends an upload in which no piece moves for the time limit of its call, or whose answer takes four times as long once
 * all is sent. A browser doesn't tell what it has sent: there an upload has no limit.
 *
 * @param call The call.
 * @param means What it is made with.
 * @param attempt Makes the attempt.
 * @returns What the attempt returns. Rejects with the reason of an abort; with a {@linkcode ServiceError} of the code
 * `timeout`, or `unreadable_file` when the file's source fails; with a `RangeError` when its size isn't the one given.
 */
export function limitUpload<M, T>(
  call: Call,
  means: M,
  attempt: WatchedAttempt<M, T>,
): Promise<T> {
  const { signal, timeoutMs } = call;
  const controller = new AbortController();
  let isOver = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  return new Promise<T>((resolve, reject) => {
    signal?.throwIfAborted();
    const end = (reason: unknown) => {
      finish();
      reject(reason);
      controller.abort(reason);
    };
    const wait = (ms: number) => {
      clearTimeout(timer);
      if (ms && !isOver) timer = setTimeout(() => end(failure(call, "timeout")), ms);
    };
    const forget = onAbort(signal, () => end(signal?.reason));
    const finish = () => {
      isOver = true;
      clearTimeout(timer);
      forget();
    };
    const watch: BodyWatch = {
      onPiece: () => wait(timeoutMs),
      onEnd: () => wait(timeoutMs * ANSWER),
      onError: (error) => end(error instanceof RangeError ? error : failure(call, "unreadable_file", error)),
    };
    attempt(call, means, controller.signal, watch).then(resolve, reject).finally(finish);
  });
}

function failure({ method, url }: Call, code: "timeout" | "unreadable_file", cause?: unknown): ServiceError {
  return new ServiceError(0, "", undefined, { code, method, url, cause });
}
