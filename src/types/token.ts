/**
 * Tokens of the OAuth host.
 *
 * @module
 */

/** A pair of tokens. Both are opaque and may be long. */
export interface ServiceToken {
  /** Sent with each request. */
  access_token: string;
  /** Lifetime of the access token, in seconds. Tokens of the first generation lack it: they don't expire. */
  expires_in: number;
  /** Single use: each refresh gives a new one. Tokens of the first generation lack it. */
  refresh_token: string;
  /** Unused; the service sends an empty string. */
  scope: string;
  /** `bearer`, although requests use the scheme `OAuth`. */
  token_type: string;
}
