import type { Route } from "../session.ts";
import { basicAuthorization } from "./base64.ts";
import { REQUEST_MS } from "./timing.ts";

export interface App {
  readonly clientId: string;
  /** Absent for a public client. */
  readonly clientSecret?: string | undefined;
  readonly redirectUri?: string | undefined;
}

/**
 * Requests for a session's tokens. They aren't retried: each request counts toward the app's limits, and a refresh
 * token may have been accepted although no response arrived. Other processes wait for them, so their time is limited.
 */
export const TOKEN_REQUEST: Readonly<{ maxRetries: number; timeoutMs: number }> = {
  maxRetries: 0,
  timeoutMs: REQUEST_MS,
};

/** Requests a token for the app itself. Its credentials go into the header: SoundCloud refuses them in the form. */
export function clientTokenRoute({ clientId, clientSecret = "" }: App): Route {
  need(clientSecret, "clientSecret");
  const headers = { Authorization: basicAuthorization(clientId, clientSecret) };
  return { ...tokenRoute({ grant_type: "client_credentials" }), headers };
}

/**
 * Exchanges an authorization code. The credentials go into the form: SoundCloud refuses them in the header.
 *
 * @throws {TypeError} When there is no redirect URI, or no code.
 */
export function userTokenRoute(app: App, code: string, codeVerifier: string | undefined): Route {
  const { clientId: client_id, clientSecret: client_secret, redirectUri: redirect_uri } = app;
  need(redirect_uri, "redirectUri");
  need(code, "code");
  const grant = { grant_type: "authorization_code", client_id, client_secret, redirect_uri, code };
  return tokenRoute({ ...grant, code_verifier: codeVerifier });
}

/**
 * Exchanges a refresh token. The credentials go into the form: SoundCloud refuses them in the header.
 *
 * @param app The app; its redirect URI is sent if it's known.
 * @throws {TypeError} When the refresh token is missing.
 */
export function refreshRoute(app: App, refreshToken: string): Route {
  const { clientId: client_id, clientSecret: client_secret, redirectUri: redirect_uri } = app;
  need(refreshToken, "refreshToken");
  const grant = { grant_type: "refresh_token", client_id, client_secret };
  return tokenRoute({ ...grant, refresh_token: refreshToken, redirect_uri });
}

/**
 * Ends the session of an access token.
 *
 * @throws {TypeError} When the access token is missing.
 */
export function signOutRoute(accessToken: string): Route {
  need(accessToken, "accessToken");
  return { method: "POST", auth: true, path: "/sign-out", body: { access_token: accessToken }, expects: "any" };
}

function tokenRoute(fields: Record<string, string | undefined>): Route {
  const body = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) body.set(name, value);
  return { method: "POST", auth: true, path: "/oauth/token", body, expects: "object" };
}

function need(value: string | undefined, name: string): void {
  if (typeof value !== "string" || !value) throw new TypeError(`Cannot call the OAuth host: ${name} is missing`);
}
