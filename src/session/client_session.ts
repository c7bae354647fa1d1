import type { CheckedSettings } from "./config.ts";
import type { CallOptions, Route, Session } from "../session.ts";
import { abortable } from "../transport/abortable.ts";
import { atCaller } from "../failure.ts";
import { payload } from "../transport/body.ts";
import { cache } from "../transport/cache.ts";
import type { Reply, Send } from "../transport/call.ts";
import { dedupe } from "../transport/dedupe.ts";
import { perform } from "../transport/perform.ts";
import { type Refresh, refreshing } from "../transport/refresh_token.ts";
import { checkCallOptions, createCall, type HeaderMap, headersOf } from "../transport/request.ts";
import { freeze, resultOf } from "../transport/response.ts";
import { trace } from "../transport/trace.ts";

/** A session that also returns a response's status and headers. */
export interface ReplySession extends Session {
  /** Sends a route. Rejects with a {@linkcode ServiceError} unless it succeeds. */
  reply(route: Route, options?: CallOptions): Promise<Reply>;
}

/** Where a session's access token comes from. */
export interface AccessTokens {
  /** Returns the access token for the next call. */
  access(): string | undefined | Promise<string | undefined>;
}

/** A call without options. */
const NONE: CallOptions = {};

/** Creates the session of a client. */
export function clientSession(settings: CheckedSettings, tokens: AccessTokens, refresh: Refresh): ReplySession {
  const means = { ...settings, encode: payload };
  const retried: Send = (call, stats) => perform(means, call, stats);
  const renew = refreshing(refresh, retried);
  const deliver = withLayers(
    settings,
    (call, stats) => retried(call, stats).catch((error) => renew(error, call, stats)),
  );
  let [latest, headers]: [string | undefined, HeaderMap] = [undefined, headersOf()];

  async function send<T>(read: (reply: Reply) => T, route: Route, options: CallOptions = NONE): Promise<T> {
    try {
      if (options !== NONE) checkCallOptions(options);
      const { signal, token: own, onResponse } = options;
      signal?.throwIfAborted();
      const stored = own ?? (route.auth ? undefined : tokens.access());
      const token = typeof stored === "object" ? await abortable(stored, signal) : stored;
      // The headers of a token are created once.
      if (token !== latest) [headers, latest] = [headersOf(token), token];
      const call = createCall(route, options, means, token, headers);
      const reply = await deliver(call, { retries: 0, token, isCached: false });
      onResponse?.({ status: reply.status, headers: reply.headers });
      return read(reply);
    } catch (error) {
      throw atCaller(error);
    }
  }

  return {
    baseUrl: settings.baseUrl,
    reply: (route, options) => send((reply) => reply, route, options),
    // Callers of equal calls share the result.
    send: (route, options) => send((reply) => freeze(resultOf(reply)), route, options),
  };
}

/** Cached responses are reported but not limited; equal calls join before anything is sent. */
function withLayers(settings: CheckedSettings, send: Send): Send {
  const { onRequest, onDebug, cache: store, cacheTtlMs: ttlMs, callbackTimeoutMs: limitMs } = settings;
  const joined = settings.dedupe === false ? send : dedupe(send);
  const cached = store && ttlMs ? cache({ store, ttlMs, limitMs, onDebug })(joined) : joined;
  return onRequest ? trace(onRequest)(cached) : cached;
}
