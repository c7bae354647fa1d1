import { checkObject } from "../checks.ts";
import type { CheckedSettings } from "./config.ts";
import { type AuthorizationUrlOptions, getAuthorizationUrl } from "../oauth/authorization_url.ts";
import { type CallbackExpectation, readCallback } from "../oauth/callback.ts";
import { generateCodeChallenge, generateCodeVerifier } from "../oauth/pkce.ts";
import { clientTokenRoute, refreshRoute, signOutRoute, TOKEN_REQUEST, userTokenRoute } from "../oauth/token.ts";
import type { TokenManager } from "../oauth/token_manager.ts";
import { disconnect } from "../operations/auth.ts";
import type { MethodOptions, Session } from "../session.ts";
import { abortable } from "../transport/abortable.ts";
import type { ServiceToken } from "../types/token.ts";

/** Sign-in and tokens. Except for `disconnect`, no method changes the client's tokens; `setToken` does. */
export interface AuthApi {
  /**
   * Builds the URL that a user signs in at.
   *
   * @param options `state`: returned with the callback, for comparison; `codeChallenge`: the challenge of the PKCE
   * verifier.
   * @returns The URL.
   * @throws {TypeError} When the client has no `redirectUri`.
   */
  getAuthorizationUrl(options?: AuthorizationUrlOptions): string;
  /**
   * Generates a PKCE verifier.
   *
   * @returns 43 characters from a secure random source.
   */
  generateCodeVerifier(): string;
  /**
   * Computes the challenge of a verifier.
   *
   * @param verifier The verifier.
   * @returns Its SHA-256, in base64url without padding.
   */
  generateCodeChallenge(verifier: string): Promise<string>;
  /**
   * Gets the access token of the client's own session, for requests that you make yourself. It's refreshed first if the
   * `tokenStore` says that it has expired; a `tokenProvider` is called for one.
   *
   * @param options `refused`: a token from here that SoundCloud has rejected; the result is its replacement.
   * @returns The token.
   * @throws {ServiceError} `no_token` when nobody is signed in, or another user has signed in since; or when a refresh
   * fails.
   */
  getAccessToken(options?: { refused?: string | undefined }): Promise<string>;
  /**
   * Gets the app's own token, which reads public data. SoundCloud issues few of them: store it.
   *
   * @param options Call options.
   * @returns The token.
   * @throws {ServiceError} `invalid_client` when the credentials are wrong, 429 when a limit is reached.
   */
  getClientToken(options?: MethodOptions): Promise<ServiceToken>;
  /**
   * Exchanges an authorization code for a token. A code works once and expires after a minute.
   *
   * @param code The code.
   * @param codeVerifier The verifier whose challenge was in the authorization URL.
   * @param options Call options.
   * @returns The token, with a refresh token that works once.
   * @throws {TypeError} When the client has no `redirectUri`.
   * @throws {ServiceError} `invalid_grant` when the code isn't accepted.
   */
  getUserToken(code: string, codeVerifier?: string, options?: MethodOptions): Promise<ServiceToken>;
  /**
   * Checks the callback URL that the user's browser was redirected to, and exchanges its code.
   *
   * @param url The full callback URL.
   * @param expected `state`: the state of the authorization URL; `codeVerifier`: the verifier of its challenge.
   * @param options Call options.
   * @returns The token.
   * @throws {ServiceError} When sign-in was refused, the state differs, or the code isn't accepted.
   */
  handleCallback(url: string | URL, expected: CallbackExpectation, options?: MethodOptions): Promise<ServiceToken>;
  /**
   * Exchanges a refresh token, which works once, for a new pair. For a token that this client has already spent, the
   * result is the newest pair, without a request. Once the token is sent, `signal` only ends the wait.
   *
   * @param refreshToken The refresh token of a user's or of the app's own token.
   * @param options Call options.
   * @returns The new pair. The client uses it once you call `setToken`.
   * @throws {ServiceError} `invalid_grant` when the refresh token was used before.
   */
  refreshUserToken(refreshToken: string, options?: MethodOptions): Promise<ServiceToken>;
  /** The same as {@linkcode AuthApi.refreshUserToken}. */
  refreshToken(refreshToken: string, options?: MethodOptions): Promise<ServiceToken>;
  /**
   * Ends the session of an access token.
   *
   * @param accessToken The access token.
   * @param options Call options.
   * @returns Nothing, once SoundCloud has confirmed.
   * @throws {ServiceError} When SoundCloud refuses, or can't be reached.
   */
  signOut(accessToken: string, options?: MethodOptions): Promise<void>;
  /**
   * Revokes the app's access to the user's account: every access and refresh token that the user has given to the app
   * stops working. The client then removes its tokens, empties its token store, and deletes the user's responses from
   * its cache. With a `token` of another user, the client keeps its own tokens.
   *
   * @param options Call options.
   * @returns Nothing, once SoundCloud has confirmed and the token store is empty.
   * @throws {ServiceError} When SoundCloud refuses or can't be reached; the tokens then stay.
   */
  disconnect(options?: MethodOptions): Promise<void>;
}

/**
 * Creates the calls of an app to the OAuth host.
 *
 * @param tokens The client's own tokens, which `disconnect` removes, and the results of spent refresh tokens.
 */
export function authApi(
  app: CheckedSettings,
  session: Session,
  tokens: TokenManager,
  demand: (refused?: string) => Promise<string>,
  revoked: () => Promise<void>,
): AuthApi {
  const getUserToken: AuthApi["getUserToken"] = async (code, codeVerifier, options) =>
    await session.send(userTokenRoute(app, code, codeVerifier), options) as ServiceToken;
  const refreshUserToken: AuthApi["refreshUserToken"] = async (refreshToken, given) => {
    const { signal, ...options } = checked(given);
    signal?.throwIfAborted();
    const route = refreshRoute(app, refreshToken);
    const send = async () => await session.send(route, { ...TOKEN_REQUEST, ...options }) as ServiceToken;
    return await abortable(tokens.spent.spend(refreshToken, send), signal);
  };
  return {
    generateCodeVerifier,
    generateCodeChallenge,
    getAccessToken: async (options) => await demand(checked(options).refused),
    getUserToken,
    refreshUserToken,
    refreshToken: refreshUserToken,
    getAuthorizationUrl: (options) =>
      getAuthorizationUrl(app.clientId, app.redirectUri, { ...options, authUrl: options?.authUrl ?? app.authUrl }),
    getClientToken: async (options) =>
      await session.send(clientTokenRoute(app), { ...TOKEN_REQUEST, ...options }) as ServiceToken,
    handleCallback: async (url, expected, options) =>
      await getUserToken(readCallback(url, expected?.state), expected.codeVerifier, options),
    signOut: async (accessToken, options) => {
      await session.send(signOutRoute(accessToken), options);
    },
    disconnect: async (options) => {
      await disconnect(session, options);
      if (![undefined, tokens.current?.accessToken].includes(options?.token)) return;
      await tokens.forget();
      await revoked();
    },
  };
}

function checked<T extends object>(options: T = {} as T): T {
  checkObject("the options", options);
  return options;
}
