/**
 * Identical requests at the same time, sent once.
 *
 * @module
 */
import { ServiceError } from "../errors.ts";
import { abortable, onAbort } from "./abortable.ts";
import type { ApiRequest, Context, Layer, Reply, Send } from "./layer.ts";

interface Flight {
  readonly reply: Promise<Reply>;
  readonly context: Context;
  /** Ends the request once every caller has left. Where the first one can't leave, nobody needs it. */
  readonly controller: AbortController | undefined;
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
    const key = `${context.token} ${context.ownToken} ${request.url}`;
    const land = (flight: Flight) => {
      if (flights.get(key) === flight) flights.delete(key);
    };
    const joined = flights.get(key);
    const flight = joined ?? takeOff(next, request, context, land);
    const leave = () => {
      if (--flight.callers) return;
      land(flight);
      flight.controller?.abort();
    };
    flights.set(key, flight);
    flight.callers++;
    const forget = onAbort(context.signal, leave);
    try {
      // The copy is made before any caller can lay hands on the original.
      return await abortable(joined ? flight.reply.then(copy) : flight.reply, context.signal);
    } finally {
      forget();
      const { retries, token } = flight.context;
      Object.assign(context, { retries, token });
    }
  };
}

function takeOff(next: Send, request: ApiRequest, context: Context, land: (flight: Flight) => void): Flight {
  const controller = context.signal && new AbortController();
  const shared = controller ? { ...context, signal: controller.signal } : context;
  const reply = next(request, shared).finally(() => land(flight));
  const flight: Flight = { reply, context: shared, controller, callers: 0 };
  return flight;
}

function copy(reply: Reply): Reply {
  try {
    return { ...reply, body: structuredClone(reply.body) };
  } catch (cause) {
    // JSON can be nested deeper than anything can be copied.
    throw new ServiceError(reply.status, "The reply can't be copied", undefined, { code: "invalid_body", cause });
  }
}
