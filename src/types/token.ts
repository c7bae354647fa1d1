/** A pair of tokens. Both are opaque and may be long. */
export interface ServiceToken {
  /** Sent with each request. */
  readonly access_token: string;
  /** Lifetime of the access token, in seconds. Tokens of the first generation lack it: they don't expire. */
  readonly expires_in: number;
  /** Single use: each refresh gives a new one. Tokens of the first generation lack it. */
  readonly refresh_token: string;
  /** Unused; SoundCloud sends an empty string. */
  readonly scope: string;
  /** `bearer`, although requests use the scheme `OAuth`. */
  readonly token_type: string;
}
