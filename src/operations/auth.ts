/**
 * Sign-in and tokens: the calls to the OAuth host. They take the app's credentials, and no access token.
 *
 * @example The set-up of this module's examples: a sandbox stands in for the service
 * ```ts
 * import { createSandbox } from "@tonearm/sandbox";
 *
 * using sandbox = createSandbox();
 * globalThis.fetch = sandbox.fetch;
 * const token = sandbox.issueTokens().access_token;
 * ```
 *
 * @module
 */
import { type CallbackExpectation, readCallback } from "../oauth/callback.ts";
import { clientTokenRoute, refreshRoute, signOutRoute, userTokenRoute } from "../oauth/token.ts";
import type { CallOptions, TokenSource } from "../session.ts";
import { send } from "../transport/send.ts";
import { sendBody } from "../transport/body.ts";
import type { ServiceToken } from "../types/token.ts";

export { generateCodeChallenge, generateCodeVerifier } from "../oauth/pkce.ts";
export { getAuthorizationUrl } from "../oauth/authorization_url.ts";

/** Options of a call to the OAuth host. */
export type AuthCallOptions = Pick<CallOptions, "token" | "signal" | "authUrl" | "fetch" | "maxRetries" | "timeoutMs">;

/**
 * Gets a token for the app itself, which reads public data. The service gives 50 of them in 12 hours to an app and 30
 * an hour to an address: keep it, and refresh it with {@linkcode refreshUserToken}.
 *
 * @param clientId The app's id.
 * @param clientSecret The app's secret.
 * @param options Options of the call.
 * @returns The token.
 * @throws {ServiceError} `invalid_client` when the credentials are wrong, 429 when a limit is used up.
 * @example
 * ```ts ignore
 * const { clientId, clientSecret } = sandbox.clientConfig;
 * (await getClientToken(clientId, clientSecret)).expires_in; // 3599
 * ```
 * @see https://developers.soundcloud.com/docs/api/guide#authentication
 */
export async function getClientToken(
  clientId: string,
  clientSecret: string,
  options?: AuthCallOptions,
): Promise<ServiceToken> {
  return await sendBody("", clientTokenRoute({ clientId, clientSecret }), options);
}

/**
 * Exchanges the code that a user's consent has brought for a token. A code works once, for a minute.
 *
 * @param clientId The app's id.
 * @param clientSecret The app's secret.
 * @param redirectUri Exactly the redirect URI of the authorization URL.
 * @param code The code.
 * @param codeVerifier The verifier whose challenge was in the authorization URL.
 * @param options Options of the call.
 * @returns The token, with a refresh token that works once.
 * @throws {TypeError} When there is no redirect URI.
 * @throws {ServiceError} `invalid_grant` when the code was used or is too old, or the verifier or the URI doesn't fit.
 * @example
 * ```ts ignore
 * const { clientId, clientSecret, redirectUri } = sandbox.clientConfig;
 * const verifier = generateCodeVerifier();
 * const url = getAuthorizationUrl(clientId, redirectUri, { codeChallenge: await generateCodeChallenge(verifier) });
 * const consent = { method: "POST", body: new URLSearchParams({ user: "1", decision: "allow" }), redirect: "manual" } as const;
 * const code = new URL((await fetch(url, consent)).headers.get("location")!).searchParams.get("code")!;
 * (await getUserToken(clientId, clientSecret, redirectUri, code, verifier)).expires_in; // 3599
 * ```
 * @see https://developers.soundcloud.com/docs/api/guide#authentication
 */
export async function getUserToken(
  clientId: string,
  clientSecret: string,
  redirectUri: string | undefined,
  code: string,
  codeVerifier?: string,
  options?: AuthCallOptions,
): Promise<ServiceToken> {
  return await sendBody("", userTokenRoute({ clientId, clientSecret, redirectUri }, code, codeVerifier), options);
}

/**
 * Exchanges a refresh token for a new pair. A refresh token works once: keep the new pair before you use it. The
 * request is never repeated blindly, since the service may have spent the token although its reply was lost.
 *
 * @param clientId The app's id.
 * @param clientSecret The app's secret.
 * @param redirectUri The app's redirect URI; sent only if it's known.
 * @param refreshToken The refresh token of a user's or of the app's own token.
 * @param options Options of the call.
 * @returns The new pair.
 * @throws {ServiceError} `invalid_grant` when the refresh token was used before: the user has to sign in again.
 * @example
 * ```ts ignore
 * const { clientId, clientSecret, redirectUri } = sandbox.clientConfig;
 * (await refreshUserToken(clientId, clientSecret, redirectUri, sandbox.issueTokens().refresh_token)).expires_in; // 3599
 * ```
 * @see https://developers.soundcloud.com/docs/api/guide#authentication
 */
export async function refreshUserToken(
  clientId: string,
  clientSecret: string,
  redirectUri: string | undefined,
  refreshToken: string,
  options?: AuthCallOptions,
): Promise<ServiceToken> {
  return await sendBody("", refreshRoute({ clientId, clientSecret, redirectUri }, refreshToken), options);
}

export { refreshUserToken as refreshToken };

/**
 * Takes the URL that the user's browser came back to, checks it, and exchanges its code.
 *
 * @param clientId The app's id.
 * @param clientSecret The app's secret.
 * @param redirectUri The app's redirect URI.
 * @param url The whole callback URL.
 * @param expected `state`: the state of the authorization URL; `codeVerifier`: the verifier of its challenge.
 * @param options Options of the call.
 * @returns The token.
 * @throws {ServiceError} When the user or the service refused (`access_denied` …), the state differs, or the code is
 * missing or not accepted.
 * @example
 * ```ts ignore
 * const { clientId, clientSecret, redirectUri } = sandbox.clientConfig;
 * const url = `${redirectUri}?error=access_denied&state=x`;
 * await handleCallback(clientId, clientSecret, redirectUri, url, { state: "x" }).catch(({ errorCode }) => errorCode); // "access_denied"
 * ```
 * @see https://developers.soundcloud.com/docs/api/guide#authentication
 */
export async function handleCallback(
  clientId: string,
  clientSecret: string,
  redirectUri: string | undefined,
  url: string | URL,
  expected: CallbackExpectation,
  options?: AuthCallOptions,
): Promise<ServiceToken> {
  const code = readCallback(url, expected.state);
  return await getUserToken(clientId, clientSecret, redirectUri, code, expected.codeVerifier, options);
}

/**
 * Ends the session of an access token.
 *
 * @param accessToken The access token.
 * @param options Options of the call.
 * @returns Nothing, once the service has confirmed.
 * @throws {ServiceError} When the service refuses, or can't be reached.
 * @example
 * ```ts ignore
 * await signOut(token); // undefined
 * ```
 * @see https://developers.soundcloud.com/docs/api/explorer/open-api#/oauth
 */
export async function signOut(accessToken: string, options?: AuthCallOptions): Promise<void> {
  await sendBody("", signOutRoute(accessToken), options);
}

/**
 * Revokes the app's access to a user's account: every access and refresh token that the user has given to the app stops
 * working. The tokens of other apps and users stay valid. {@linkcode signOut} ends one session only.
 *
 * @param token An access token of the user, or a session. The service refuses the app's own token with 401.
 * @param options Options of the call.
 * @returns Nothing, once the service has confirmed.
 * @throws {ServiceError} When the service refuses, or can't be reached.
 * @example
 * ```ts ignore
 * await disconnect(token); // undefined
 * ```
 * @see {@link https://developers.soundcloud.com/docs/api/explorer/open-api#/oauth/post_disconnect | POST /disconnect}
 */
export async function disconnect(token: TokenSource, options?: CallOptions): Promise<void> {
  await send(token, { method: "POST", path: "/disconnect", expects: "any" }, options);
}
