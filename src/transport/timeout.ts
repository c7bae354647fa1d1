/**
 * A limit on the time of one attempt.
 *
 * @module
 */
import { ServiceError } from "../errors.ts";
import type { Layer } from "./layer.ts";

/** Time for one attempt where nothing is configured, in milliseconds. */
export const DEFAULT_TIMEOUT_MS = 30_000;

/**
 * Ends an attempt that takes longer than its context allows, body included, with a {@linkcode ServiceError} whose
 * `code` is `"timeout"`.
 */
export const timeout: Layer = (next) => async (request, context) => {
  const { signal, timeoutMs } = context;
  signal?.throwIfAborted();
  if (!timeoutMs) return await next(request, context);
  const { method, url } = request;
  const controller = new AbortController();
  const follow = () => controller.abort(signal?.reason);
  const expire = () => controller.abort(new ServiceError(0, "", undefined, { code: "timeout", method, url }));
  const timer = setTimeout(expire, timeoutMs);
  signal?.addEventListener("abort", follow);
  try {
    return await next(request, { ...context, signal: controller.signal });
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", follow);
  }
};
