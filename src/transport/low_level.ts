import { checkToken } from "../access_token.ts";
import { atCaller } from "../failure.ts";
import type { Route } from "../session.ts";
import type { RefreshContext, RequestOptions, RetryConfig } from "../types/config.ts";
import { awaitRefresh } from "./callbacks.ts";
import { type Addresses, checkAddresses } from "./addresses.ts";
import { payload } from "./body.ts";
import type { Send } from "./call.ts";
import { checkPath } from "../formats/origin.ts";
import { DEFAULTS } from "./defaults.ts";
import { perform } from "./perform.ts";
import { type Refresh, refreshing } from "./refresh_token.ts";
import { checkCallOptions, checkSendable, createCall } from "./request.ts";
import { resultOf } from "./response.ts";
import { trace } from "./trace.ts";

/**
 * Sends one request with the retries, the refresh and the telemetry of its context.
 *
 * @param options The request. Its path is below the API's URL; one below `/oauth` goes to the OAuth host.
 * @param refreshCtx The source of tokens, and how the request is sent.
 * @returns The parsed JSON, the target of a redirect, or `undefined` for an empty success.
 * @throws {ServiceError} When SoundCloud refuses the request, or can't be reached.
 * @throws {TypeError} When the path leaves the API's URL.
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
  const route = { method, path: checkPath(path), body, headers, query, auth, redirect: true };
  return await deliver(route, checkAddresses(refreshCtx), options, refreshCtx) as T;
}

/**
 * GETs an absolute URL like {@linkcode fetch}, such as a `next_href`. The token is sent only to SoundCloud's own
 * hosts.
 *
 * @param url The URL.
 * @param token The access token.
 * @param retryConfig How failures are retried. Default: three retries, starting at 1,000 ms.
 * @param onRequest Called when the call ends.
 * @param fetchImpl Replaces the runtime's `fetch`.
 * @param refreshCtx The source of tokens when `token` is missing or rejected.
 * @returns The parsed JSON, the target of a redirect, or `undefined` for an empty success.
 * @throws {ServiceError} When SoundCloud refuses the request, or can't be reached.
 * @throws {TypeError} When the URL is invalid.
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
  if (!/^https?:\/\/[^/@]*\//.test(href)) {
    throw new TypeError("Cannot fetch the URL: it must be an http(s) URL without a username");
  }
  const addresses = checkAddresses(refreshCtx);
  const route: Route = { method: "GET", path: href, redirect: true, auth: !addresses.mayCarryToken(href) };
  // The caller chose the URL, so any host is allowed; only SoundCloud's hosts get the token.
  const anywhere = { ...addresses, mayCarryToken: () => true };
  const given = { retry: retryConfig, onRequest, fetch: fetchImpl };
  const settings = Object.assign({ ...refreshCtx }, Object.fromEntries(Object.entries(given).filter(([, v]) => v)));
  return await deliver(route, anywhere, { token }, refreshCtx, settings) as T;
}

const NOTHING: RefreshContext = { getToken: () => undefined, setToken() {} };

async function deliver(
  route: Route,
  addresses: Addresses,
  { token: given, signal }: Pick<RequestOptions, "token" | "signal">,
  owner: RefreshContext,
  { onRequest, fetch, retry }: Partial<RefreshContext> = owner,
): Promise<unknown> {
  checkCallOptions({ signal });
  const stored = owner.getToken();
  const token = given ?? stored;
  // Calls to the OAuth host carry their credentials; public URLs need none.
  const auth = route.auth || !token && !owner.onTokenRefresh;
  const options = { signal, token: token === stored ? undefined : token };
  const settings = { ...DEFAULTS, ...retry, ...addresses, encode: payload, fetch };
  const call = { ...createCall(route, options, settings, token), ...(auth && ANONYMOUS) };
  const refresh = refreshOf(owner);
  const send: Send = (call, stats) => perform(settings, call, stats);
  const renew = refresh && refreshing(refresh, send);
  const renewed: Send = renew ? (...call) => send(...call).catch((error) => renew(error, ...call)) : send;
  const observed = onRequest ? trace(onRequest)(renewed) : renewed;
  try {
    return resultOf(await observed(call, { retries: 0, token, isCached: false }));
  } catch (error) {
    throw atCaller(error);
  }
}

const ANONYMOUS = { isAnonymous: true } as const;

function refreshOf(owner: RefreshContext): Refresh | undefined {
  if (!owner.onTokenRefresh) return;
  const replace = async () => {
    const { access_token, refresh_token } = await owner.onTokenRefresh!();
    checkToken(access_token);
    owner.setToken(access_token, refresh_token);
    return access_token;
  };
  return async (refused, isAgain) => {
    if (isAgain) return undefined;
    const current = owner.getToken();
    if (current && current !== refused) return current;
    const running = refreshes.get(owner);
    // A call made inside the callback would deadlock.
    if (running) return await awaitRefresh(running, DEFAULTS.timeoutMs);
    const work = replace().finally(() => refreshes.delete(owner));
    refreshes.set(owner, work);
    return await work;
  };
}

/** The refreshes under way: one at a time for each context. */
const refreshes = new Map<RefreshContext, Promise<string>>();
