/**
 * From a route to a request.
 *
 * @module
 */
import { ServiceError } from "../errors.ts";
import type { CallOptions, Route } from "../session.ts";
import type { Addresses } from "./addresses.ts";
import type { ApiRequest, Context, Payload } from "./layer.ts";
import { encodeQuery } from "./query.ts";

const ACCEPT = { Accept: "application/json; charset=utf-8" };
/** Headers of every request. Browsers name themselves, and a header of ours would need the service's consent. */
export const COMMON_HEADERS: Readonly<Record<string, string>> = /^Mozilla/.test(globalThis.navigator?.userAgent ?? "")
  ? ACCEPT
  : { ...ACCEPT, "User-Agent": "tonearm/1.15.0" };

/** Makes the payload of a route's body. */
export type Encode = (body: Route["body"]) => Payload | undefined;

/**
 * Makes the request of a route.
 *
 * @param route What to send. A path that comes from the caller has been checked.
 * @param addresses Where the service is.
 * @param encode Makes the payload of its body.
 * @returns The request, without a token.
 * @throws {TypeError} When an id isn't one.
 */
export function buildRequest(route: Route, addresses: Addresses, encode?: Encode): ApiRequest {
  const { method } = route;
  const path = typeof route.path === "string" ? route.path : route.path();
  const base = route.auth ? addresses.authUrl : addresses.baseUrl;
  const query = encodeQuery(route.query);
  // An absolute address is one that the service has named.
  const address = path.startsWith("/") ? base + path : ownUrl(path, method, addresses);
  const url = query ? address + (path.includes("?") ? "&" : "?") + query : address;
  const body = encode?.(route.body);
  return { method, url, headers: { ...COMMON_HEADERS, ...body?.headers, ...route.headers }, body };
}

/**
 * Refuses what no `fetch` would send. It would look like a failure of the network, and be tried again.
 *
 * @param init Method, headers and body as the caller gave them.
 * @throws {TypeError} When the method is another one, a header isn't one, or a GET has a body.
 */
export function checkSendable({ method, headers = {}, body }: Pick<Route, "method" | "headers" | "body">): void {
  // Bun's own Request takes anything.
  new Headers(headers);
  if (!/^(?:GET|POST|PUT|DELETE)$/.test(method) || method === "GET" && body) {
    throw new TypeError("Cannot send the request: it's no GET without a body, POST, PUT or DELETE");
  }
}

/**
 * Starts the context of a call.
 *
 * @param route What is sent.
 * @param options Options of the call.
 * @param timeoutMs Time for one attempt where the route doesn't say, in milliseconds.
 * @returns The context, without a token.
 */
export function callContext(route: Partial<Route>, options: CallOptions | undefined, timeoutMs: number): Context {
  options?.signal?.throwIfAborted();
  const { auth: anonymous, fresh, uncached, redirect, text } = route;
  return {
    token: options?.token,
    ownToken: options?.token !== undefined,
    signal: options?.signal,
    timeoutMs: route.timeoutMs ?? timeoutMs,
    retries: 0,
    anonymous,
    fresh,
    uncached,
    redirect,
    text,
  };
}

/** An address is followed only on the service's own hosts. */
function ownUrl(url: string, method: string, { mayCarryToken }: Addresses): string {
  const href = URL.canParse(url) ? new URL(url).href : "";
  if (mayCarryToken(href)) return href;
  throw new ServiceError(0, "The address is another host's", undefined, { code: "foreign_url", method, url });
}
