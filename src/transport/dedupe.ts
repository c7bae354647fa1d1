/**
 * Identical requests at the same time, sent once.
 *
 * @module
 */
import { abortable } from "./abortable.ts";
import type { ApiRequest, Context, Layer, Reply, Send } from "./layer.ts";

interface Flight {
  readonly reply: Promise<Reply>;
  readonly context: Context;
  readonly controller: AbortController;
  callers: number;
}

/**
 * Joins a GET to one that is under way with the same URL and token. Each caller gets a reply of its own; one that
 * aborts leaves the others alone, and the last one to leave ends the request.
 *
 * @returns The layer.
 */
export function dedupe(): Layer {
  const flights = new Map<string, Flight>();
  return (next) => async (request, context) => {
    if (request.method !== "GET" || context.fresh) return await next(request, context);
    const key = `${context.token} ${request.url}`;
    const joined = flights.get(key);
    const flight = joined ?? takeOff(next, request, context, () => flights.delete(key));
    if (!joined) flights.set(key, flight);
    flight.callers++;
    const leave = () => {
      if (--flight.callers || flights.get(key) !== flight) return;
      flights.delete(key);
      flight.controller.abort();
    };
    context.signal?.addEventListener("abort", leave);
    try {
      const reply = await abortable(flight.reply, context.signal);
      return joined ? { ...reply, body: structuredClone(reply.body) } : reply;
    } finally {
      context.signal?.removeEventListener("abort", leave);
      context.retries = flight.context.retries;
    }
  };
}

function takeOff(next: Send, request: ApiRequest, context: Context, landed: () => void): Flight {
  const controller = new AbortController();
  const shared = { ...context, signal: controller.signal };
  return { reply: next(request, shared).finally(landed), context: shared, controller, callers: 0 };
}
