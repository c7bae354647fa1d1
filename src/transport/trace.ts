import { ServiceError } from "../errors.ts";
import type { RequestTelemetry } from "../types/config.ts";
import { messageOf, notify } from "./callbacks.ts";
import type { Layer } from "./call.ts";
import { redact } from "./redact.ts";

/**
 * Reports each call once, when it ends, regardless of its attempts.
 *
 * @param onRequest The observer. Secrets such as share tokens are removed from the path.
 */
export function trace(onRequest: (telemetry: RequestTelemetry) => void): Layer {
  return (next) => async (call, stats) => {
    const start = performance.now();
    const event: RequestTelemetry = { method: call.method, path: "", durationMs: 0, status: 0, retryCount: 0 };
    try {
      const reply = await next(call, stats);
      event.status = reply.status;
      return reply;
    } catch (error) {
      if (error instanceof ServiceError) event.status = error.status;
      event.error = messageOf(error);
      throw error;
    } finally {
      const { pathname, search } = new URL(redact(call.url));
      event.path = pathname + search;
      event.durationMs = performance.now() - start;
      event.retryCount = stats.retries;
      if (stats.isCached) event.cached = true;
      notify(onRequest, event);
    }
  };
}
