/**
 * Requests without a client.
 *
 * @module
 */
import { checkToken } from "../access_token.ts";
import type { RefreshContext, RequestOptions, RetryConfig } from "../types/config.ts";
import { limited } from "./abortable.ts";
import { type Addresses, checkAddresses } from "./addresses.ts";
import { authorize } from "./authorize.ts";
import { payload } from "./body.ts";
import { exchange } from "./exchange.ts";
import { type ApiRequest, compose } from "./layer.ts";
import { checkPath } from "./origin.ts";
import { type Refresh, renew } from "./renew.ts";
import { buildRequest, callContext, checkSendable, COMMON_HEADERS } from "./request.ts";
import { DEFAULT_RETRY, retry } from "./retry.ts";
import { DEFAULT_TIMEOUT_MS, timeout } from "./timeout.ts";
import { trace } from "./trace.ts";

/**
 * Sends one request with the retries, the refresh and the telemetry of its context.
 *
 * @param options The request. Its path is below the service's address; one below `/oauth` goes to the OAuth host.
 * @param refreshCtx Where tokens come from, and how the request is sent.
 * @returns The parsed JSON, the target of a redirect, or `undefined` for an empty success.
 * @throws {ServiceError} When the service refuses the request, or can't be reached.
 * @throws {TypeError} When the path leaves the service's address.
 * @example
 * ```ts
 * import { fetch } from "@tonearm/client";
 * import { createSandbox } from "@tonearm/sandbox";
 *
 * using sandbox = createSandbox();
 * const { baseUrl, authUrl, fetch: send } = sandbox.clientConfig;
 * const token = sandbox.issueTokens().access_token;
 * const me = await fetch({ path: "/me", method: "GET", token }, { baseUrl, authUrl, fetch: send, getToken: () => token, setToken() {} });
 * console.log(me);
 * ```
 */
export async function fetch<T = unknown>(options: RequestOptions, refreshCtx: RefreshContext = NOTHING): Promise<T> {
  const { path, method, body, contentType, query } = options;
  const headers = { ...options.headers, ...(contentType && { "Content-Type": contentType }) };
  checkSendable({ method, headers, body });
  const auth = /^\/oauth(?:[/?]|$)/.test(path);
  const addresses = checkAddresses(refreshCtx);
  const request = buildRequest({ method, path: checkPath(path), body, headers, query, auth }, addresses, payload);
  return await deliver(request, addresses, { ...options, auth }, refreshCtx) as T;
}

/**
 * GETs an absolute URL, as {@linkcode fetch} does: a `next_href`, for example. The token goes with it only where the
 * URL is the service's own.
 *
 * @param url The URL.
 * @param token The access token.
 * @param retryConfig How failures are repeated. Default: three more attempts, from 1000 ms on.
 * @param onRequest Hears of the call when it ends.
 * @param fetchImpl Replaces the runtime's `fetch`.
 * @param refreshCtx Where tokens come from when there is none, or it's refused.
 * @returns The parsed JSON, the target of a redirect, or `undefined` for an empty success.
 * @throws {ServiceError} When the service refuses the request, or can't be reached.
 * @throws {TypeError} When the URL isn't one.
 */
export async function fetchUrl<T = unknown>(
  url: string,
  token?: string,
  retryConfig?: RetryConfig,
  onRequest?: RefreshContext["onRequest"],
  fetchImpl?: typeof globalThis.fetch,
  refreshCtx: RefreshContext = NOTHING,
): Promise<T> {
  const { href } = new URL(url);
  if (!/^https?:\/\/[^/@]*\//.test(href)) throw new TypeError("Cannot fetch the URL: it isn't a plain http address");
  const request: ApiRequest = { method: "GET", url: href, headers: { ...COMMON_HEADERS } };
  const given = { retry: retryConfig, onRequest, fetch: fetchImpl };
  const settings = Object.assign({ ...refreshCtx }, Object.fromEntries(Object.entries(given).filter(([, v]) => v)));
  return await deliver(request, checkAddresses(refreshCtx), { token }, refreshCtx, settings) as T;
}

/** A context for calls that come without one. */
const NOTHING: RefreshContext = { getToken: () => undefined, setToken() {} };

async function deliver(
  request: ApiRequest,
  addresses: Addresses,
  options: Pick<RequestOptions, "token" | "signal"> & { auth?: boolean },
  owner: RefreshContext,
  { onRequest, fetch: send = globalThis.fetch, retry: policy = DEFAULT_RETRY }: Partial<RefreshContext> = owner,
): Promise<unknown> {
  const stored = owner.getToken();
  const { auth, token = stored } = options;
  const context = callContext({ redirect: true }, { ...options, token }, DEFAULT_TIMEOUT_MS);
  context.ownToken = token !== stored;
  // Calls to the OAuth host bring their own credentials, and a public address needs none.
  context.anonymous = auth || !token && !owner.onTokenRefresh;
  const refresh = refreshOf(owner);
  const layers = [authorize(addresses), retry(policy), timeout];
  if (refresh) layers.unshift(renew(addresses, refresh));
  if (onRequest) layers.unshift(trace(onRequest));
  const { body, location } = await compose(exchange(send), layers)(request, context);
  return location ?? body;
}

/** One refresh at a time for each context. */
const refreshes: WeakMap<RefreshContext, Promise<string>> = new WeakMap();

function refreshOf(owner: RefreshContext): Refresh | undefined {
  if (!owner.onTokenRefresh) return;
  const replace = async () => {
    const { access_token, refresh_token } = await owner.onTokenRefresh!();
    checkToken(access_token);
    owner.setToken(access_token, refresh_token);
    return access_token;
  };
  return async (refused) => {
    const current = owner.getToken();
    if (current && current !== refused) return current;
    const running = refreshes.get(owner);
    if (running) return await limited(running, DEFAULT_TIMEOUT_MS);
    const work = replace().finally(() => refreshes.delete(owner));
    refreshes.set(owner, work);
    return await work;
  };
}
