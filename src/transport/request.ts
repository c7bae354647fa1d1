import { checkToken } from "../access_token.ts";
import { checkOptions, type OptionRules } from "../checks.ts";
import { failure } from "../failure.ts";
import type { CallOptions, HeaderList, Route } from "../session.ts";
import type { Addresses } from "./addresses.ts";
import type { Call, Payload } from "./call.ts";
import { parseUrl } from "../formats/origin.ts";
import { encodeQuery, type Query, wireName } from "../formats/query.ts";

/** Headers by name. */
export type HeaderMap = Readonly<Record<string, string>>;

/**
 * Headers of every request, created for the first one. Browsers would need SoundCloud's permission for a custom
 * header.
 */
let common: HeaderMap | undefined;

/** The rules of a call's options. */
const RULES: OptionRules = {
  token: "a non-empty string",
  signal: "an object with addEventListener()",
  timeoutMs: "a number of 0 or more",
  maxRetries: "a number of 0 or more",
  headers: "an object",
  init: "an object",
  onResponse: "a function",
  fetch: "a function",
  onProgress: "a function",
};

/**
 * Checks the options of a call.
 *
 * @throws {TypeError} When one has the wrong type.
 * @throws {RangeError} When a number is out of range.
 */
export function checkCallOptions(options: CallOptions): void {
  checkOptions(options, RULES);
}

/** The options of single operations: each becomes the query parameter of its name. */
const OWN =
  /^(?:limit|offset|cursor|access|secretToken|showTracks|sort|genres|tags|urns|bpm|duration|createdAt|timestamp)$/;

/** Rejects options of other operations, and those that an operation takes as an argument: they would have no effect. */
function checkUsed(options: CallOptions, query: Query = {}): true {
  for (const [name, value] of Object.entries(options)) {
    const sent = query[wireName(name)];
    // Lists and ranges are sent in another form.
    const isLost = typeof value === "object" ? sent === undefined : sent !== value;
    if (value !== undefined && isLost && OWN.test(name)) {
      throw new TypeError(`Cannot use the options: ${name} isn't an option of this call`);
    }
  }
  return true;
}

/** Creates the payload of a route's body. */
export type Encode = (body: Route["body"]) => Payload | undefined;

/** The defaults of calls. */
export interface CallDefaults extends Addresses {
  /** Creates the payloads of bodies, for routes that have one. */
  readonly encode?: Encode | undefined;
  /** Time limit of an attempt, in milliseconds; 0 for none. */
  readonly timeoutMs: number;
}

/**
 * Creates the call of a route.
 *
 * @param route What to send. A path that comes from the caller has been checked.
 * @param token The access token. It's sent only to SoundCloud's hosts, because a route can't name others.
 * @throws {TypeError} When an id, a token or a header is invalid.
 */
export function createCall(
  route: Route,
  options: CallOptions,
  defaults: CallDefaults,
  token?: string,
  tokenHeaders: HeaderMap = headersOf(token),
): Call {
  const { method, auth: isAnonymous = false } = route;
  const { signal, maxRetries, init, headers } = options;
  const base = isAnonymous ? headersOf() : tokenHeaders;
  const body = route.body === undefined ? undefined : defaults.encode?.(route.body);
  const isUsual = !body && !route.headers && !headers;
  return {
    // A call with its own headers may have another response.
    flags: headers || init ? { ...route, skipDedupe: true } : route,
    method,
    url: urlOf(route, options, defaults),
    headers: isUsual ? base : mergeHeaders(base, body?.headers, route.headers, headers),
    body,
    token: isAnonymous ? undefined : token,
    isOwnToken: options.token !== undefined,
    isAnonymous,
    signal,
    timeoutMs: route.timeoutMs ?? options.timeoutMs ?? defaults.timeoutMs,
    maxRetries,
    init,
  };
}

/**
 * Creates the headers of every request with a token.
 *
 * @throws {TypeError} When the token is invalid. The platform's own error would reveal it.
 */
export function headersOf(token?: string): HeaderMap {
  // Browsers send their own. In Node, creating `navigator` on import would take a tenth of the import's time.
  common ??= {
    Accept: "application/json; charset=utf-8",
    ...(!/^Mozilla/.test(globalThis.navigator?.userAgent ?? "") && { "User-Agent": "tonearm/1.15.0" }),
  };
  if (!token) return common;
  checkToken(token);
  return Object.freeze({ ...common, Authorization: `OAuth ${token}` });
}

/**
 * Replaces the token of a call.
 *
 * @throws {TypeError} When the token is invalid.
 */
export function withToken(call: Call, token: string): Call {
  const { Authorization } = headersOf(token);
  return { ...call, token, headers: mergeHeaders(call.headers, { Authorization }) };
}

/**
 * Rejects requests that no `fetch` sends. They would look like network failures and be retried.
 *
 * @throws {TypeError} When the method or a header is invalid, or a GET has a body.
 */
export function checkSendable({ method, headers = {}, body }: Pick<Route, "method" | "headers" | "body">): void {
  new Headers(headers);
  if (!/^(?:GET|POST|PUT|DELETE)$/.test(method) || method === "GET" && body) {
    throw new TypeError("Cannot send the request: method must be GET (without a body), POST, PUT or DELETE");
  }
}

/** Merges headers, ignoring the case of their names. Later ones take precedence. */
function mergeHeaders(...all: (HeaderList | Readonly<Record<string, string | undefined>> | undefined)[]): HeaderMap {
  const merged = new Map<string, [string, string]>();
  for (const headers of all) {
    const pairs = headers && Symbol.iterator in headers ? headers : Object.entries({ ...headers });
    for (const [name, value = ""] of pairs as Iterable<[string, string?]>) {
      merged.set(name.toLowerCase(), [name, value]);
    }
  }
  const headers = Object.fromEntries(merged.values());
  // Bun's Request accepts any method.
  new Headers(headers);
  return headers;
}

function urlOf({ method, path: given, query, auth }: Route, options: CallOptions, addresses: Addresses): string {
  const path = typeof given === "string" ? given : given();
  const base = auth ? addresses.authUrl : addresses.baseUrl;
  // Absolute URLs come from SoundCloud, with their parameters.
  const isOwn = path.startsWith("/") && checkUsed(options, query);
  const address = isOwn ? base + path : ownUrl(path, method, addresses);
  const search = query && encodeQuery(query);
  return search ? address + (path.includes("?") ? "&" : "?") + search : address;
}

/** Rejects URLs of hosts other than SoundCloud's. */
function ownUrl(url: string, method: string, { mayCarryToken }: Addresses): string {
  const { href = "" } = parseUrl(url) ?? {};
  if (mayCarryToken(href)) return href;
  throw failure("foreign_url", "The host isn't that of baseUrl or authUrl", { method, url });
}
