/**
 * Identical requests at the same time, sent once.
 *
 * @module
 */
import { ServiceError } from "../errors.ts";
import { abortable, onAbort } from "./abortable.ts";
import type { ApiRequest, Context, Layer, Reply, Send } from "./layer.ts";

interface Flight {
  /** The reply as it comes in. Copies of it are made before `reply` hands it to the first caller. */
  readonly landing: Promise<Reply>;
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
  return (next) => (request, context) => {
    const { signal, fresh, token, ownToken } = context;
    if (request.method !== "GET" || fresh) return next(request, context);
    const key = `${token} ${ownToken} ${request.url}`;
    const joined = flights.get(key);
    const land = () => flights.get(key) === flight && flights.delete(key);
    const flight = joined ?? takeOff(next, request, context, land);
    flights.set(key, flight);
    flight.callers++;
    if (flight.context === context) return flight.reply;
    const forget = onAbort(signal, () => {
      if (--flight.callers) return;
      land();
      flight.controller?.abort();
    });
    return abortable(joined ? joined.landing.then(copy) : flight.reply, signal).finally(() => {
      forget();
      const { retries, token } = flight.context;
      Object.assign(context, { retries, token });
    });
  };
}

function takeOff(next: Send, request: ApiRequest, context: Context, land: () => void): Flight {
  const controller = context.signal && new AbortController();
  const shared = controller ? { ...context, signal: controller.signal } : context;
  const landing = next(request, shared);
  const reply = landing.then((reply) => {
    land();
    return reply;
  }, (error) => {
    land();
    throw error;
  });
  return { landing, reply, context: shared, controller, callers: 0 };
}

function copy(reply: Reply): Reply {
  try {
    return { ...reply, body: structuredClone(reply.body) };
  } catch (cause) {
    // JSON can be nested deeper than anything can be copied.
    throw new ServiceError(reply.status, "The reply can't be copied", undefined, { code: "invalid_body", cause });
  }
}
