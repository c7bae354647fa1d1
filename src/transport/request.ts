/**
 * From a route to a request.
 *
 * @module
 */
import { ServiceError } from "../errors.ts";
import type { CallOptions, Route } from "../session.ts";
import type { ApiRequest, Context, RequestBody } from "./layer.ts";
import { resolvePath } from "./origin.ts";
import { encodeQuery } from "./query.ts";

/** Where the service is. */
export interface Addresses {
  readonly baseUrl: string;
  readonly authUrl: string;
}

/**
 * Makes the request of a route.
 *
 * @param route What to send.
 * @param addresses Where the service is.
 * @returns The request, without a token.
 * @throws {TypeError} When an id isn't one, or the path leaves the service's address.
 */
export function buildRequest(route: Route, { baseUrl, authUrl }: Addresses): ApiRequest {
  const { method } = route;
  const path = typeof route.path === "string" ? route.path : route.path();
  const base = route.auth ? authUrl : baseUrl;
  const query = encodeQuery(route.query);
  const url = (path.startsWith("/") ? resolvePath(path, base) : ownUrl(path, base)) +
    (query && (path.includes("?") ? "&" : "?")) + query;
  const { body, headers: bodyHeaders } = encodeBody(route.body);
  const headers = { ...commonHeaders(), ...bodyHeaders, ...route.headers };
  return { method, url, headers, body };
}

/**
 * Gives the headers of every request.
 *
 * @returns A new object.
 */
export function commonHeaders(): Record<string, string> {
  const headers: Record<string, string> = { Accept: "application/json; charset=utf-8" };
  // Browsers name themselves, and a header of ours would need the service's consent.
  if (!/^Mozilla/.test(globalThis.navigator?.userAgent ?? "")) headers["User-Agent"] = "tonearm/1.15.0";
  return headers;
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

/** The service itself has named this URL; it is followed only on its own host. */
function ownUrl(url: string, base: string): string {
  if (URL.canParse(url) && new URL(url).origin === new URL(base).origin) return url;
  throw new ServiceError(0, "The service links to another host", undefined, {
    code: "foreign_url",
    method: "GET",
    url,
  });
}

function encodeBody(body: Route["body"]): { body: RequestBody | undefined; headers?: Record<string, string> } {
  if (body === undefined || typeof body === "string" || body instanceof FormData || body instanceof URLSearchParams) {
    return { body };
  }
  // A runtime that knows the length by itself passes over ours.
  if ("open" in body) return { body, headers: { "Content-Type": body.contentType, "Content-Length": `${body.size}` } };
  return { body: JSON.stringify(body), headers: { "Content-Type": "application/json" } };
}
