import { atCaller } from "../failure.ts";
import type { CallOptions, Route, Session, TokenSource } from "../session.ts";
import { checkAddresses } from "./addresses.ts";
import type { Path } from "../formats/path.ts";
import { DEFAULT_TIMEOUT_MS, perform } from "./perform.ts";
import type { Query } from "../formats/query.ts";
import { DEFAULT_RETRY } from "./recover.ts";
import { checkCallOptions, createCall, type Encode } from "./request.ts";
import { DEFAULT_MAX_REPLY_BYTES, resultOf } from "./response.ts";

/**
 * Sends a route with a token or through a session.
 *
 * @param encode Creates the payload of the route's body, for a bare token.
 */
export function send<T>(source: TokenSource, route: Route, options?: CallOptions, encode?: Encode): Promise<T> {
  const session = typeof source === "string" ? bareSession(source, encode) : source;
  return session.send(route, options) as Promise<T>;
}

/** Requests one object. */
export function sendGet<T>(
  source: TokenSource,
  path: Path,
  query: Query | undefined,
  options: CallOptions | undefined,
): Promise<T> {
  return send(source, { method: "GET", path, query, expects: "object" }, options);
}

/**
 * Creates a session for an access token: with retries and a timeout, but without a cache, joined calls or a refresh.
 *
 * @param token The access token; empty for routes of the OAuth host.
 * @param encode Creates the payloads of bodies, for routes that have one.
 * @returns A session that takes its base URLs and `fetch` from each call's options.
 */
function bareSession(token: string, encode?: Encode): Session {
  return {
    async send(route, options = {}) {
      try {
        checkCallOptions(options);
        const { token: own = token, fetch, onResponse } = options;
        const means = { fetch, retry: DEFAULT_RETRY, maxReplyBytes: DEFAULT_MAX_REPLY_BYTES };
        const defaults = { addresses: checkAddresses(options), encode, timeoutMs: DEFAULT_TIMEOUT_MS };
        const call = createCall(route, options, defaults, own);
        const reply = await perform(means, call, { retries: 0, token: own, isCached: false });
        onResponse?.({ status: reply.status, headers: reply.headers });
        return resultOf(reply);
      } catch (error) {
        throw atCaller(error);
      }
    },
  };
}
