/**
 * A client's session: the whole stack of layers, and the tokens.
 *
 * @module
 */
import type { CheckedSettings } from "./config.ts";
import type { TokenManager } from "./oauth/token_manager.ts";
import type { CallOptions, Route, Session } from "./session.ts";
import { abortable } from "./transport/abortable.ts";
import { authorize } from "./transport/authorize.ts";
import { payload } from "./transport/body.ts";
import { cache } from "./transport/cache.ts";
import { dedupe } from "./transport/dedupe.ts";
import { exchange } from "./transport/exchange.ts";
import { rateLimit } from "./transport/rate_limit.ts";
import { compose, type Layer, type Reply } from "./transport/layer.ts";
import { type Refresh, renew } from "./transport/renew.ts";
import { buildRequest, callContext } from "./transport/request.ts";
import { retry } from "./transport/retry.ts";
import { timeout } from "./transport/timeout.ts";
import { trace } from "./transport/trace.ts";

/** A session that also tells a reply's status and headers. */
export interface ReplySession extends Session {
  /** Sends a route. Rejects with a {@linkcode ServiceError} for anything but a success. */
  reply(route: Route, options?: CallOptions): Promise<Reply>;
}

/**
 * Makes the session of a client.
 *
 * @param settings The client's configuration.
 * @param manager The client's tokens.
 * @param refresh Replaces a refused token.
 * @returns The session.
 */
export function clientSession(settings: CheckedSettings, manager: TokenManager, refresh: Refresh): ReplySession {
  const send = compose(exchange(settings.fetch), clientLayers(settings, refresh));
  const reply = async (route: Route, options?: CallOptions): Promise<Reply> => {
    const request = buildRequest(route, settings, payload);
    const context = callContext(route, options, settings.timeoutMs);
    if (!context.anonymous && !context.ownToken) {
      const token = manager.access();
      context.token = typeof token === "object" ? await abortable(token, context.signal) : token;
    }
    return await send(request, context);
  };
  return {
    reply,
    send: (route, options) => reply(route, options).then(({ body, location }) => location ?? body),
  };
}

/**
 * The layers of a client, outermost first. A cached answer costs nothing; calls join before anything is spent; a
 * refreshed token applies to retries; each attempt waits for its turn; the timeout is that of one attempt.
 */
function clientLayers(settings: CheckedSettings, refresh: Refresh): Layer[] {
  const { onRequest, cache: store, cacheTtlMs: ttlMs, onDebug, rateLimiter } = settings;
  return [
    ...(onRequest ? [trace(onRequest)] : []),
    ...(store && ttlMs ? [cache({ store, ttlMs, onDebug })] : []),
    ...(settings.dedupe === false ? [] : [dedupe()]),
    renew(settings, refresh),
    authorize(settings),
    retry(settings),
    ...(rateLimiter ? [rateLimit(rateLimiter)] : []),
    timeout,
  ];
}
