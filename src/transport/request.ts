/**
 * From a route to a call.
 *
 * @module
 */
import { checkToken } from "../access_token.ts";
import { ServiceError } from "../errors.ts";
import type { CallOptions, Route } from "../session.ts";
import type { Addresses } from "./addresses.ts";
import type { Call, Payload } from "./call.ts";
import { encodeQuery } from "./query.ts";

/** Headers by name. */
type HeaderMap = Readonly<Record<string, string>>;

const ACCEPT = { Accept: "application/json; charset=utf-8" };
/** Headers of every request. Browsers name themselves, and a header of ours would need the service's consent. */
const COMMON_HEADERS: HeaderMap = /^Mozilla/.test(globalThis.navigator?.userAgent ?? "")
  ? ACCEPT
  : { ...ACCEPT, "User-Agent": "tonearm/1.15.0" };

/** Makes the payload of a route's body. */
export type Encode = (body: Route["body"]) => Payload | undefined;

/** The headers of a session's calls, made once for each token. */
export class TokenHeaders {
  #token: string | undefined;
  #headers: HeaderMap = COMMON_HEADERS;

  /**
   * Gives the headers of every request with this token.
   *
   * @param token The access token, if the request carries one.
   * @returns The headers. They are shared and frozen.
   * @throws {TypeError} When the token can't be sent. The platform's own error would show it.
   */
  of(token: string | undefined): HeaderMap {
    if (!token) return COMMON_HEADERS;
    if (token !== this.#token) {
      this.#headers = Object.freeze({ ...COMMON_HEADERS, ...authorization(token) });
      this.#token = token;
    }
    return this.#headers;
  }
}

/** What calls begin with. */
export interface CallDefaults {
  readonly addresses: Addresses;
  readonly headers: TokenHeaders;
  /** Makes the payloads of bodies, where routes have one. */
  readonly encode?: Encode | undefined;
  /** Time limit of an attempt, in milliseconds; 0 for none. */
  readonly timeoutMs: number;
}

/**
 * Makes the call of a route.
 *
 * @param route What to send. A path that comes from the caller has been checked.
 * @param options Options of the call.
 * @param defaults What holds where they say nothing.
 * @param token The access token. It goes to the service's own addresses, which are all that a route can name.
 * @returns The call.
 * @throws {TypeError} When an id, a token or a header isn't one.
 */
export function createCall(route: Route, options: CallOptions, defaults: CallDefaults, token?: string): Call {
  const { method, auth: isAnonymous = false } = route;
  const body = route.body === undefined ? undefined : defaults.encode?.(route.body);
  const carried = isAnonymous ? undefined : token;
  const headers = defaults.headers.of(carried);
  const isUsual = !body && !route.headers && !options.headers;
  if (options.headers) checkHeaders(options.headers);
  return {
    flags: route,
    method,
    url: urlOf(route, defaults.addresses),
    headers: isUsual ? headers : mergeHeaders(headers, body?.headers, route.headers, options.headers),
    body,
    token: carried,
    isOwnToken: options.token !== undefined,
    isAnonymous,
    signal: options.signal,
    timeoutMs: route.timeoutMs ?? options.timeoutMs ?? defaults.timeoutMs,
    maxRetries: options.maxRetries,
  };
}

/**
 * Gives a call another token.
 *
 * @param call The call.
 * @param token The new token.
 * @returns The call with the token, for the next attempt.
 * @throws {TypeError} When the token can't be sent.
 */
export function withToken(call: Call, token: string): Call {
  return { ...call, token, headers: mergeHeaders(call.headers, authorization(token)) };
}

/**
 * Refuses what no `fetch` would send. It would look like a failure of the network, and be tried again.
 *
 * @param init Method, headers and body as the caller gave them.
 * @throws {TypeError} When the method is another one, a header isn't one, or a GET has a body.
 */
export function checkSendable({ method, headers = {}, body }: Pick<Route, "method" | "headers" | "body">): void {
  checkHeaders(headers);
  if (!/^(?:GET|POST|PUT|DELETE)$/.test(method) || method === "GET" && body) {
    throw new TypeError("Cannot send the request: method must be GET (without a body), POST, PUT or DELETE");
  }
}

/** Bun's own Request takes anything. */
function checkHeaders(headers: HeaderMap): void {
  new Headers(headers);
}

function authorization(token: string): HeaderMap {
  checkToken(token);
  return { Authorization: `OAuth ${token}` };
}

/** Joins headers whatever the case of their names. Later ones take precedence. */
function mergeHeaders(...all: (HeaderMap | undefined)[]): HeaderMap {
  const merged = new Map<string, [name: string, value: string]>();
  for (const entry of all.flatMap((headers) => Object.entries(headers ?? {}))) {
    merged.set(entry[0].toLowerCase(), entry);
  }
  return Object.fromEntries(merged.values());
}

function urlOf({ method, path: given, query, auth }: Route, addresses: Addresses): string {
  const path = typeof given === "string" ? given : given();
  const base = auth ? addresses.authUrl : addresses.baseUrl;
  // An absolute address is one that the service has named.
  const address = path.startsWith("/") ? base + path : ownUrl(path, method, addresses);
  const search = query && encodeQuery(query);
  return search ? address + (path.includes("?") ? "&" : "?") + search : address;
}

/** An address is followed only on the service's own hosts. */
function ownUrl(url: string, method: string, { mayCarryToken }: Addresses): string {
  const href = URL.canParse(url) ? new URL(url).href : "";
  if (mayCarryToken(href)) return href;
  throw new ServiceError(0, "The address is another host's", undefined, { code: "foreign_url", method, url });
}
