/**
 * From a route to a request.
 *
 * @module
 */
import { ServiceError } from "../errors.ts";
import type { CallOptions, Route } from "../session.ts";
import type { Addresses } from "./addresses.ts";
import type { ApiRequest, Context, RequestBody } from "./layer.ts";
import { resolvePath } from "./origin.ts";
import { encodeQuery } from "./query.ts";

const ACCEPT = { Accept: "application/json; charset=utf-8" };
/** Headers of every request. Browsers name themselves, and a header of ours would need the service's consent. */
export const COMMON_HEADERS: Readonly<Record<string, string>> = /^Mozilla/.test(globalThis.navigator?.userAgent ?? "")
  ? ACCEPT
  : { ...ACCEPT, "User-Agent": "tonearm/1.15.0" };

/**
 * Makes the request of a route.
 *
 * @param route What to send.
 * @param addresses Where the service is.
 * @returns The request, without a token.
 * @throws {TypeError} When an id isn't one, or the path leaves the service's address.
 */
export function buildRequest(route: Route, addresses: Addresses): ApiRequest {
  const { method } = route;
  const path = typeof route.path === "string" ? route.path : route.path();
  const base = route.auth ? addresses.authUrl : addresses.baseUrl;
  const query = encodeQuery(route.query);
  // A raw path is the caller's; another absolute address is one that the service has named.
  const isPath = path.startsWith("/") || route.text;
  const url = (isPath ? resolvePath(path, base) : ownUrl(path, method, addresses)) +
    (query && (path.includes("?") ? "&" : "?")) + query;
  const { body, headers: bodyHeaders } = encodeBody(route.body);
  const headers = { ...COMMON_HEADERS, ...bodyHeaders, ...route.headers };
  return { method, url, headers, body };
}

/**
 * Refuses what no `fetch` would send. It would look like a failure of the network, and be tried again.
 *
 * @param init Method, headers and body as the caller gave them.
 * @throws {TypeError} When the method or a header isn't one, or a GET has a body.
 */
export function checkSendable({ method, headers = {}, body }: Pick<Route, "method" | "headers" | "body">): void {
  new Request("http://a", { method, headers, body: body ? "" : null });
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

function encodeBody(body: Route["body"]): { body: RequestBody | undefined; headers?: Record<string, string> } {
  if (body === undefined || typeof body === "string" || body instanceof FormData) return { body };
  if (body instanceof URLSearchParams) {
    return { body: `${body}`, headers: { "Content-Type": "application/x-www-form-urlencoded;charset=UTF-8" } };
  }
  // A runtime that knows the length by itself passes over ours.
  if ("open" in body && typeof body.open === "function") {
    return { body, headers: { "Content-Type": body.contentType, "Content-Length": `${body.size}` } };
  }
  return { body: JSON.stringify(body), headers: { "Content-Type": "application/json" } };
}
