/**
 * Routes and those who can send them.
 *
 * An operation builds a {@linkcode Route} and hands it to a {@linkcode Session}: the client, a bare access token, or a
 * recorder in a test.
 *
 * @module
 */
import { bareSession } from "./transport/bare_session.ts";
import type { Method, RequestBody } from "./transport/layer.ts";
import type { Path } from "./transport/path.ts";
import type { Query } from "./transport/query.ts";
import type { Encode } from "./transport/request.ts";

/** What to send: one operation of the service with its arguments. */
export interface Route {
  /** HTTP method. */
  readonly method: Method;
  /** A path with ids, checked when it's called; or one that is already safe: a literal, a `next_href`, a `Location`. */
  readonly path: Path | string;
  /** Query parameters by their wire names. */
  readonly query?: Query | undefined;
  /** A plain object is sent as JSON. */
  readonly body?: RequestBody | object | undefined;
  /** HTTP headers by name, beside those of every request. */
  readonly headers?: Record<string, string> | undefined;
  /** Sent to the OAuth host, without an access token. */
  readonly auth?: boolean | undefined;
  /** The answer is the target of a redirect. */
  readonly redirect?: boolean | undefined;
  /** Never cached, never joined to another call. */
  readonly fresh?: boolean | undefined;
  /** Not cached: the reply holds links that expire. */
  readonly uncached?: boolean | undefined;
  /** A reply that isn't JSON is its text, not an error. */
  readonly text?: boolean | undefined;
  /** Time that one attempt may take, in milliseconds, where it isn't the session's; 0 for no limit. */
  readonly timeoutMs?: number | undefined;
}

/** What every operation accepts as its last argument. */
export interface CallOptions {
  /** Access token for this call alone; it overrides the stored one and is never refreshed. */
  token?: string | undefined;
  /** Ends the call at once, waits between attempts included. */
  signal?: AbortSignal | undefined;
  /** Address of the service, for a standalone call. Default `https://api.soundcloud.com`. */
  baseUrl?: string | undefined;
  /** Address of the OAuth host, for a standalone call. Default `https://secure.soundcloud.com`. */
  authUrl?: string | undefined;
  /** Replaces the runtime's `fetch`, for a standalone call. */
  fetch?: typeof globalThis.fetch | undefined;
}

/** Whatever can send a route. */
export interface Session {
  /**
   * Sends a route.
   *
   * @returns The parsed JSON, the target of a redirect, or `undefined` for an empty success.
   */
  send(route: Route, options?: CallOptions): Promise<unknown>;
}

/** Who makes the call: an access token, which has no memory, or a session, which has. */
export type TokenSource = string | Session;

/**
 * Sends a route in the name of a token or through a session.
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
