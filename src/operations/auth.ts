/**
 * Sign-in and tokens: the calls to the OAuth host. They take the app's credentials, and no access token.
 *
 * @example Set-up of this module's examples: a sandbox replaces SoundCloud
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
 * Gets the app's own token, which reads public data. SoundCloud issues 50 in 12 hours per app and 30 an hour per IP
 * address: store it, and refresh it with {@linkcode refreshUserToken}.
 *
 * @param clientId The app's id.
 * @param clientSecret The app's secret.
 * @param options Call options.
 * @returns The token.
 * @throws {ServiceError} `invalid_client` when the credentials are wrong, 429 when a limit is reached.
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
 * Exchanges an authorization code for a token. A code works once and expires after a minute.
 *
 * @param clientId The app's id.
 * @param clientSecret The app's secret.
 * @param redirectUri The redirect URI of the authorization URL, exactly.
 * @param code The code.
 * @param codeVerifier The verifier whose challenge was in the authorization URL.
 * @param options Call options.
 * @returns The token, with a refresh token that works once.
 * @throws {TypeError} When there is no redirect URI.
 * @throws {ServiceError} `invalid_grant` when the code was used or has expired, or the verifier or the URI doesn't
 * match.
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
 * Exchanges a refresh token for a new pair. A refresh token works once: store the new pair before you use it. A lost
 * response isn't retried, because SoundCloud may have spent the token.
 *
 * @param clientId The app's id.
 * @param clientSecret The app's secret.
 * @param redirectUri The app's redirect URI; sent only if it's known.
 * @param refreshToken The refresh token of a user's or of the app's own token.
 * @param options Call options.
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
 * Checks the callback URL that the user's browser was redirected to, and exchanges its code.
 *
 * @param clientId The app's id.
 * @param clientSecret The app's secret.
 * @param redirectUri The app's redirect URI.
 * @param url The full callback URL.
 * @param expected `state`: the state of the authorization URL; `codeVerifier`: the verifier of its challenge.
 * @param options Call options.
 * @returns The token.
 * @throws {ServiceError} When the user or SoundCloud refused (`access_denied` …), the state differs, or the code is
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
  const code = readCallback(url, expected?.state);
  return await getUserToken(clientId, clientSecret, redirectUri, code, expected.codeVerifier, options);
}

/**
 * Ends the session of an access token.
 *
 * @param accessToken The access token.
 * @param options Call options.
 * @returns Nothing, once SoundCloud has confirmed.
 * @throws {ServiceError} When SoundCloud refuses, or can't be reached.
 * @example
 * ```ts ignore
 * await signOut(token); // undefined
 * ```
 * @see {@link https://developers.soundcloud.com/docs/api/explorer/open-api#/oauth | POST /sign-out}
 */
export async function signOut(accessToken: string, options?: AuthCallOptions): Promise<void> {
  await sendBody("", signOutRoute(accessToken), options);
}

/**
 * Revokes the app's access to a user's account: every access and refresh token that the user has given to the app stops
 * working. The tokens of other apps and users stay valid. {@linkcode signOut} ends one session only.
 *
 * @param token An access token of the user, or a session. SoundCloud refuses the app's own token with 401.
 * @param options Call options.
 * @returns Nothing, once SoundCloud has confirmed.
 * @throws {ServiceError} When SoundCloud refuses, or can't be reached.
 * @example
 * ```ts ignore
 * await disconnect(token); // undefined
 * ```
 * @see {@link https://developers.soundcloud.com/docs/api/explorer/open-api#/oauth/post_disconnect | POST /disconnect}
 */
export async function disconnect(token: TokenSource, options?: CallOptions): Promise<void> {
  await send(token, { method: "POST", path: "/disconnect", expects: "any" }, options);
}
