/**
 * Sends routes: through a session, or with an access token.
 *
 * @module
 */
import type { CallOptions, Route, Session, TokenSource } from "../session.ts";
import { checkAddresses } from "./addresses.ts";
import { DEFAULT_TIMEOUT_MS } from "./deadline.ts";
import type { Path } from "./path.ts";
import { perform } from "./perform.ts";
import type { Query } from "./query.ts";
import { DEFAULT_RETRY } from "./recover.ts";
import { checkCallOptions, createCall, type Encode } from "./request.ts";
import { DEFAULT_MAX_REPLY_BYTES } from "./response.ts";

/**
 * Sends a route for a token or through a session.
 *
 * @param source An access token, or a session.
 * @param route What to send.
 * @param options Options of the call.
 * @param encode Makes the payload of the route's body, where a bare token sends one.
 * @returns What the service answered, as the operation's type says.
 */
export function send<T>(source: TokenSource, route: Route, options?: CallOptions, encode?: Encode): Promise<T> {
  const session = typeof source === "string" ? bareSession(source, encode) : source;
  return session.send(route, options) as Promise<T>;
}

/**
 * Requests one object.
 *
 * @param source An access token, or a session.
 * @param path Where it is.
 * @param query Parameters.
 * @param options Options of the call.
 * @returns The object.
 */
export function sendGet<T>(
  source: TokenSource,
  path: Path,
  query: Query | undefined,
  options: CallOptions | undefined,
): Promise<T> {
  const session = typeof source === "string" ? bareSession(source) : source;
  return session.send({ method: "GET", path, query, expects: "object" }, options) as Promise<T>;
}

/**
 * Makes a session of an access token: it retries and has a timeout, but has no cache, no joined calls and no refresh.
 *
 * @param token The access token; empty for routes of the OAuth host.
 * @param encode Makes the payloads of bodies, for routes that have one.
 * @returns A session that takes its addresses and `fetch` from each call's options.
 */
function bareSession(token: string, encode?: Encode): Session {
  return {
    async send(route, options = {}) {
      checkCallOptions(options);
      options.signal?.throwIfAborted();
      const { token: own = token, fetch, onResponse } = options;
      const means = { fetch, retry: DEFAULT_RETRY, maxReplyBytes: DEFAULT_MAX_REPLY_BYTES };
      const defaults = { addresses: checkAddresses(options), encode, timeoutMs: DEFAULT_TIMEOUT_MS };
      const call = createCall(route, options, defaults, own);
      const reply = await perform(means, call, { retries: 0, token: own, isCached: false });
      onResponse?.(reply);
      return reply.location ?? reply.body;
    },
  };
}
