import { atCaller } from "../failure.ts";
import type { CallOptions, Route, Session, TokenSource } from "../session.ts";
import { checkAddresses } from "./addresses.ts";
import type { Path } from "../formats/path.ts";
import { DEFAULTS } from "./defaults.ts";
import { perform } from "./perform.ts";
import type { Query } from "../formats/query.ts";
import { checkCallOptions, createCall, type Encode } from "./request.ts";
import { resultOf } from "./response.ts";

/**
 * Sends a route with a token or through a session.
 *
 * @param encode Creates the payload of the route's body, for a bare token.
 */
export function send<T>(source: TokenSource, route: Route, options?: CallOptions, encode?: Encode): Promise<T> {
  const session = typeof source === "string" ? bareSession(source, encode) : source;
  if (session?.send) return session.send(route, options) as Promise<T>;
  return Promise.reject(new TypeError("Cannot use the token: it must be an access token or a client"));
}

/** Requests one object. */
export function sendGet<T>(
  source: TokenSource,
  path: Path,
  options: CallOptions | undefined,
  query?: Query,
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
        const settings = { ...DEFAULTS, ...checkAddresses(options), encode, fetch };
        const call = createCall(route, options, settings, own);
        const reply = await perform(settings, call, { retries: 0, token: own, isCached: false });
        onResponse?.({ status: reply.status, headers: reply.headers });
        return resultOf(reply);
      } catch (error) {
        throw atCaller(error);
      }
    },
  };
}
