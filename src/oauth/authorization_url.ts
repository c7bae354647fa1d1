import { AUTH_URL, trim } from "../formats/origin.ts";
import { encodeQuery } from "../formats/query.ts";

/** Optional parameters of an authorization URL. */
export interface AuthorizationUrlOptions {
  /** Returned with the code, so that a forged redirect is detected. */
  state?: string | undefined;
  /** Challenge of the sign-in's verifier; SoundCloud rejects codes without one. */
  codeChallenge?: string | undefined;
  /** Base URL of the OAuth host. Default `https://secure.soundcloud.com`. */
  authUrl?: string | undefined;
}

/**
 * Returns the URL where a user grants access to an app.
 *
 * @param clientId The app's id.
 * @param redirectUri The redirect URI, exactly as registered.
 * @param options `state`, `codeChallenge`, `authUrl`.
 * @returns The URL to open in a browser.
 * @throws {TypeError} When the redirect URI is missing.
 *
 * @example
 * ```ts
 * import { generateCodeChallenge, generateCodeVerifier, getAuthorizationUrl } from "@tonearm/client";
 *
 * const codeChallenge = await generateCodeChallenge(generateCodeVerifier());
 * const url = getAuthorizationUrl("my-app", "http://127.0.0.1:8080/callback", { state: "x", codeChallenge });
 * ```
 */
export function getAuthorizationUrl(
  clientId: string,
  redirectUri: string | undefined,
  { state, codeChallenge, authUrl = AUTH_URL }: AuthorizationUrlOptions = {},
): string {
  if (!redirectUri) throw new TypeError("Cannot make an authorization URL: redirectUri is missing");
  const query = encodeQuery({
    client_id: clientId,
    redirect_uri: redirectUri,
    response_type: "code",
    state,
    code_challenge: codeChallenge,
    code_challenge_method: codeChallenge && "S256",
  });
  return `${trim(authUrl)}/authorize?${query}`;
}
