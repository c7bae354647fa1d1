/**
 * A client's session: its settings, its tokens, and what is wrapped around its calls.
 *
 * @module
 */
import type { CheckedSettings } from "./config.ts";
import type { CallOptions, Route, Session } from "./session.ts";
import { abortable } from "./transport/abortable.ts";
import { payload } from "./transport/body.ts";
import { cache } from "./transport/cache.ts";
import type { Reply, Send } from "./transport/call.ts";
import { Deadlines } from "./transport/deadline.ts";
import { dedupe } from "./transport/dedupe.ts";
import { type Means, perform } from "./transport/perform.ts";
import type { Refresh } from "./transport/recover.ts";
import { type CallDefaults, createCall, TokenHeaders } from "./transport/request.ts";
import { trace } from "./transport/trace.ts";

/** A session that also gives a reply's status and headers. */
export interface ReplySession extends Session {
  /** Sends a route. Rejects with a {@linkcode ServiceError} for anything but a success. */
  reply(route: Route, options?: CallOptions): Promise<Reply>;
}

/** Where a session's access token comes from. */
export interface AccessTokens {
  /** Gives the access token for the next call. */
  access(): string | undefined | Promise<string | undefined>;
}

/**
 * Makes the session of a client.
 *
 * @param settings The client's configuration.
 * @param tokens The client's tokens.
 * @param refresh Replaces a refused token.
 * @returns The session.
 */
export function clientSession(settings: CheckedSettings, tokens: AccessTokens, refresh: Refresh): ReplySession {
  const { timeoutMs } = settings;
  const deadlines = new Deadlines();
  const make = wrapped(settings, deadlines, refresh);
  const defaults: CallDefaults = { addresses: settings, headers: new TokenHeaders(), encode: payload, timeoutMs };
  const call = async <T>(route: Route, options: CallOptions = {}, pick: (reply: Reply) => T): Promise<T> => {
    const { signal, token: own } = options;
    signal?.throwIfAborted();
    const stored = own === undefined && !route.auth ? tokens.access() : own;
    const token = typeof stored === "object" ? await abortable(stored, signal) : stored;
    const reply = await make(createCall(route, options, defaults, token), { retries: 0, token, isCached: false });
    options.onResponse?.(reply);
    return pick(reply);
  };
  const rest = async () => {
    // The caller's code runs first: its next call may share the deadline.
    await undefined;
    deadlines.rest();
  };
  return {
    baseUrl: settings.baseUrl,
    reply(route, options) {
      const reply = call(route, options, (reply) => reply);
      reply.then(rest, rest);
      return reply;
    },
    send(route, options) {
      const result = call(route, options, resultOf);
      result.then(rest, rest);
      return result;
    },
  };
}

function resultOf({ body, location }: Reply): unknown {
  return location ?? body;
}

/** A cached answer costs nothing, and is reported; equal calls join before anything is spent. */
function wrapped(settings: CheckedSettings, deadlines: Deadlines, refresh: Refresh): Send {
  const { fetch, onRequest, cache: store, cacheTtlMs: ttlMs, onDebug, rateLimiter, maxReplyBytes } = settings;
  const means: Means = { fetch, deadlines, retry: settings, maxReplyBytes, refresh, rateLimiter };
  let send: Send = perform.bind(undefined, means);
  if (settings.dedupe !== false) send = dedupe.bind(undefined, new Map(), send);
  if (store && ttlMs) send = cache({ store, ttlMs, onDebug })(send);
  if (onRequest) send = trace(onRequest)(send);
  return send;
}
