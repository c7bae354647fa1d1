/**
 * From a route to a call.
 *
 * @module
 */
import { checkToken } from "../access_token.ts";
import { checkOptions, type OptionRules } from "../checks.ts";
import { failure } from "../failure.ts";
import type { CallOptions, Route } from "../session.ts";
import type { Addresses } from "./addresses.ts";
import type { Call, Payload } from "./call.ts";
import { encodeQuery } from "./query.ts";

/** Headers by name. */
export type HeaderMap = Readonly<Record<string, string>>;

const ACCEPT = { Accept: "application/json; charset=utf-8" };
/** Headers of every request, from the first one on. A header of ours would need the service's consent in a browser. */
let common: HeaderMap | undefined;

/** The rules of a call's options. */
const RULES: OptionRules = {
  token: "text",
  signal: ["addEventListener"],
  timeoutMs: "number",
  maxRetries: "number",
  headers: "object",
  onResponse: "function",
  fetch: "function",
  onProgress: "function",
};

/**
 * Checks the options of a call.
 *
 * @param options The options.
 * @throws {TypeError} When one is of another type.
 * @throws {RangeError} When a number is out of its range.
 */
export function checkCallOptions(options: CallOptions): void {
  checkOptions(options, RULES);
}

/** Makes the payload of a route's body. */
export type Encode = (body: Route["body"]) => Payload | undefined;

/** What calls begin with. */
export interface CallDefaults {
  readonly addresses: Addresses;
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
 * @param defaults The defaults.
 * @param token The access token. It goes to the service's own addresses, which are all that a route can name.
 * @param tokenHeaders Its headers, where they are at hand.
 * @returns The call.
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
  const base = isAnonymous ? headersOf(undefined) : tokenHeaders;
  const body = route.body === undefined ? undefined : defaults.encode?.(route.body);
  const isUsual = !body && !route.headers && !options.headers;
  return {
    flags: route,
    method,
    url: urlOf(route, defaults.addresses),
    headers: isUsual ? base : mergeHeaders(base, body?.headers, route.headers, options.headers),
    body,
    token: isAnonymous ? undefined : token,
    isOwnToken: options.token !== undefined,
    isAnonymous,
    signal: options.signal,
    timeoutMs: route.timeoutMs ?? options.timeoutMs ?? defaults.timeoutMs,
    maxRetries: options.maxRetries,
  };
}

/**
 * Makes the headers of every request with a token.
 *
 * @param token The access token, if the request carries one.
 * @returns The headers, frozen.
 * @throws {TypeError} When the token can't be sent. The platform's own error would show it.
 */
export function headersOf(token: string | undefined): HeaderMap {
  // Browsers name themselves. Node makes its navigator when it's asked for, which would be a tenth of an import.
  common ??= /^Mozilla/.test(globalThis.navigator?.userAgent ?? "")
    ? ACCEPT
    : { ...ACCEPT, "User-Agent": "tonearm/1.15.0" };
  if (!token) return common;
  checkToken(token);
  return Object.freeze({ ...common, Authorization: `OAuth ${token}` });
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
  const { Authorization } = headersOf(token);
  return { ...call, token, headers: mergeHeaders(call.headers, { Authorization }) };
}

/**
 * Refuses what no `fetch` would send. It would look like a failure of the network, and be tried again.
 *
 * @param init Method, headers and body of the caller.
 * @throws {TypeError} When the method is another one, a header is invalid, or a GET has a body.
 */
export function checkSendable({ method, headers = {}, body }: Pick<Route, "method" | "headers" | "body">): void {
  new Headers(headers);
  if (!/^(?:GET|POST|PUT|DELETE)$/.test(method) || method === "GET" && body) {
    throw new TypeError("Cannot send the request: method must be GET (without a body), POST, PUT or DELETE");
  }
}

/** Joins headers whatever the case of their names. Later ones take precedence. */
function mergeHeaders(...all: (Readonly<Record<string, string | undefined>> | undefined)[]): HeaderMap {
  const merged = new Map<string, [string, string]>();
  for (const headers of all) {
    for (const [name, value = ""] of Object.entries(headers ?? {})) merged.set(name.toLowerCase(), [name, value]);
  }
  const headers = Object.fromEntries(merged.values());
  // Bun's Request accepts any method.
  new Headers(headers);
  return headers;
}

function urlOf({ method, path: given, query, auth }: Route, addresses: Addresses): string {
  const path = typeof given === "string" ? given : given();
  const base = auth ? addresses.authUrl : addresses.baseUrl;
  // Absolute addresses come from the service.
  const address = path.startsWith("/") ? base + path : ownUrl(path, method, addresses);
  const search = query && encodeQuery(query);
  return search ? address + (path.includes("?") ? "&" : "?") + search : address;
}

/** An address is followed only on the service's own hosts. */
function ownUrl(url: string, method: string, { mayCarryToken }: Addresses): string {
  const href = URL.canParse(url) ? new URL(url).href : "";
  if (mayCarryToken(href)) return href;
  throw failure("foreign_url", "The host is neither that of baseUrl nor that of authUrl", { method, url });
}
