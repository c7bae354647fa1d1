/**
 * A client's session: its settings, its tokens, and the layers around its calls.
 *
 * @module
 */
import type { CheckedSettings } from "./config.ts";
import type { CallOptions, Route, Session } from "../session.ts";
import { abortable } from "../transport/abortable.ts";
import { payload } from "../transport/body.ts";
import { cache } from "../transport/cache.ts";
import type { Reply, Send } from "../transport/call.ts";
import type { Means } from "../transport/perform.ts";
import { type Refresh, refreshing } from "../transport/refresh_token.ts";
import { type CallDefaults, checkCallOptions, createCall, type HeaderMap, headersOf } from "../transport/request.ts";
import { resultOf, SharedCalls } from "../transport/shared_calls.ts";
import { trace } from "../transport/trace.ts";

/** A session that also returns a reply's status and headers. */
export interface ReplySession extends Session {
  /** Sends a route. Rejects with a {@linkcode ServiceError} unless it succeeds. */
  reply(route: Route, options?: CallOptions): Promise<Reply>;
}

/** Where a session's access token comes from. */
export interface AccessTokens {
  /** Returns the access token for the next call. */
  access(): string | undefined | Promise<string | undefined>;
}

/** The stored token, once it has resolved. */
interface Stored {
  readonly token: string | undefined;
}

/** A call without options. */
const NONE: CallOptions = {};

/**
 * Creates the session of a client.
 *
 * @param settings The client's configuration.
 * @param tokens The client's tokens.
 * @param refresh Replaces a rejected token.
 * @returns The session.
 */
export function clientSession(settings: CheckedSettings, tokens: AccessTokens, refresh: Refresh): ReplySession {
  const { fetch, maxReplyBytes, rateLimiter, timeoutMs, dedupe } = settings;
  const means: Means = { fetch, retry: settings, maxReplyBytes, refresh: refreshing(refresh), rateLimiter };
  const calls = new SharedCalls(means, dedupe !== false);
  const whole: Send = (call, stats) => calls.send(call, stats, true);
  const layered = withLayers(settings, whole);
  const defaults: CallDefaults = { addresses: settings, encode: payload, timeoutMs };
  let [latest, headers]: [string | undefined, HeaderMap] = [undefined, headersOf(undefined)];

  function send(route: Route, options: CallOptions = NONE, isWhole = false, stored?: Stored): Promise<unknown> {
    try {
      if (options !== NONE) checkCallOptions(options);
      const { signal, token: own, onResponse } = options;
      signal?.throwIfAborted();
      const token = stored ? stored.token : own ?? (route.auth ? undefined : tokens.access());
      if (typeof token === "object") {
        return abortable(token, signal).then((token) => send(route, options, isWhole, { token }));
      }
      // The headers of a token are created once.
      if (token !== latest) [headers, latest] = [headersOf(token), token];
      const call = createCall(route, options, defaults, token, headers);
      const stats = { retries: 0, token, isCached: false };
      if (!layered && !onResponse) return calls.send(call, stats, isWhole);
      return (layered ?? whole)(call, stats).then((reply) => {
        onResponse?.(reply);
        return isWhole ? reply : resultOf(reply);
      });
    } catch (error) {
      return Promise.reject(error);
    }
  }

  return {
    baseUrl: settings.baseUrl,
    reply: (route, options) => send(route, options, true) as Promise<Reply>,
    send,
  };
}

/** Cached replies are reported but not limited; equal calls join before anything is sent. */
function withLayers(settings: CheckedSettings, send: Send) {
  const { onRequest, onDebug, cache: store, cacheTtlMs: ttlMs, callbackTimeoutMs: limitMs } = settings;
  if (!onRequest && !(store && ttlMs)) return undefined;
  const cached = store && ttlMs ? cache({ store, ttlMs, limitMs, onDebug })(send) : send;
  return onRequest ? trace(onRequest)(cached) : cached;
}
