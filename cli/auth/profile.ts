import type { TokenRecord } from "@tonearm/client";

export interface StoredToken {
  readonly accessToken: string;
  /** The refresh token. It works once and is replaced with each use. */
  readonly refreshToken?: string | undefined;
  /** Milliseconds since 1970. */
  readonly issuedAt?: number | undefined;
  /** Milliseconds since 1970; absent for a token that never expires. */
  readonly expiresAt?: number | undefined;
  readonly kind: "user" | "app";
}

export interface Profile {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly apiUrl?: string | undefined;
  readonly authUrl?: string | undefined;
  /** The redirect URI that the user registered, if it isn't the default. */
  readonly redirectUri?: string | undefined;
  readonly username?: string | undefined;
  readonly token?: StoredToken | undefined;
  /** Number of the login or logout that wrote it: a refresh that began earlier changes nothing any more. */
  readonly generation?: number | undefined;
  /** The state of its session beside the tokens, as the library keeps it. */
  readonly session?: Pick<TokenRecord, "sid" | "after" | "seq" | "mark" | "intent" | "block"> | undefined;
  /** Until when the OAuth host refuses requests for tokens; written by older versions. */
  readonly blockedUntil?: number | undefined;
}
