/**
 * A limit on the time of one attempt.
 *
 * @module
 */
import { ServiceError } from "../errors.ts";
import { onAbort } from "./abortable.ts";
import type { Layer, Reply } from "./layer.ts";

/** Time for one attempt where nothing is configured, in milliseconds. */
export const DEFAULT_TIMEOUT_MS = 30_000;

/**
 * Ends an attempt that takes longer than its context allows, body included, with a {@linkcode ServiceError} whose
 * `code` is `"timeout"`. It ends at once, also where a `fetch` pays no heed to its signal.
 */
export const timeout: Layer = (next) => async (request, context) => {
  const { signal, timeoutMs } = context;
  if (!timeoutMs && !signal) return await next(request, context);
  signal?.throwIfAborted();
  const { method, url } = request;
  const controller = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let forget = () => {};
  try {
    return await new Promise<Reply>((resolve, reject) => {
      const end = (reason: unknown) => {
        reject(reason);
        controller.abort(reason);
      };
      forget = onAbort(signal, () => end(signal?.reason));
      const expire = () => end(new ServiceError(0, "", undefined, { code: "timeout", method, url }));
      if (timeoutMs) timer = setTimeout(expire, timeoutMs);
      next(request, { ...context, signal: controller.signal }).then(resolve, reject);
    });
  } finally {
    clearTimeout(timer);
    forget();
  }
};
