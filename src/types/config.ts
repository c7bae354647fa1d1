/**
 * Shapes of the configuration, of its callbacks and of the low-level calls.
 *
 * @module
 */

/** Given for each attempt after the first, before its wait. */
export interface RetryInfo {
  /** Number of the attempt to come, from 1. */
  attempt: number;
  /** How long the client waits before it, in milliseconds. */
  delayMs: number;
  /** Why, in a few words. */
  reason: string;
  /** Status of the failed attempt; absent without a reply. */
  status?: number;
  /** Address of the request, without secrets. */
  url: string;
}

/** Given once a call, when it ends. */
export interface RequestTelemetry {
  /** HTTP method. */
  method: "GET" | "POST" | "PUT" | "DELETE";
  /** Path and query, without secrets. */
  path: string;
  /** Time from the call to its end, waits included, in milliseconds. */
  durationMs: number;
  /** HTTP status; 0 without a reply. */
  status: number;
  /** Attempts after the first. */
  retryCount: number;
  /** True when the reply came from the cache. */
  cached?: true;
  /** Why the call failed; absent when it didn't. */
  error?: string;
}

/** How failed requests are repeated. */
export interface RetryConfig {
  /** Attempts after the first. */
  maxRetries: number;
  /** Base of the exponential backoff, in milliseconds. */
  retryBaseDelay: number;
  /** Called with messages about what the client does. */
  onDebug?: ((message: string) => void) | undefined;
  /** Called for each attempt after the first. */
  onRetry?: ((info: RetryInfo) => void) | undefined;
}

/** One request of the low-level `fetch`. */
export interface RequestOptions {
  /** Path relative to the base address; below `/oauth` to that of the OAuth host. */
  path: string;
  /** HTTP method. */
  method: "GET" | "POST" | "PUT" | "DELETE";
  /** Access token. */
  token?: string | undefined;
  /** A plain object is sent as JSON. */
  body?: object | FormData | URLSearchParams | undefined;
  /** Replaces the content type that fits the body. */
  contentType?: string | undefined;
  /** HTTP headers, by name. */
  headers?: Record<string, string> | undefined;
  /** Query parameters by their wire names. */
  query?: Record<string, string | number | boolean | null | undefined> | undefined;
  /** Ends the request, waits included. */
  signal?: AbortSignal | undefined;
}

/** The context of the low-level `fetch`. */
export interface RefreshContext {
  /** Returns the token for a request without one. */
  getToken(): string | undefined;
  /** Called with the new tokens, before they're used. */
  setToken(accessToken: string, refreshToken?: string): void;
  /** Gets new tokens after a 401. Without it a 401 is thrown. */
  onTokenRefresh?: (() => Promise<{ access_token: string; refresh_token?: string | undefined }>) | undefined;
  /** How failed requests are repeated. Default: as a client without configuration does. */
  retry?: RetryConfig | undefined;
  /** Called when a call ends. */
  onRequest?: ((telemetry: RequestTelemetry) => void) | undefined;
  /** Replaces the runtime's `fetch`. */
  fetch?: typeof globalThis.fetch | undefined;
  /** Address of the service. Default `https://api.soundcloud.com`. */
  baseUrl?: string | undefined;
  /** Address of the OAuth host. Default `https://secure.soundcloud.com`. */
  authUrl?: string | undefined;
}

/**
 * Keeps results. Each method may answer at once or with a promise; a cache that fails, or doesn't answer within
 * `callbackTimeoutMs`, never fails a call.
 */
export interface SoundCache {
  /** Returns the value of a key, or `undefined`. */
  get(key: string): unknown;
  /** Keeps a JSON value for a time in milliseconds. */
  set(key: string, value: unknown, options: { ttlMs: number }): unknown;
  /** Forgets a key. Also called for a call that was to fill an entry, and failed. */
  delete(key: string): unknown;
}

/** A client, as far as tokens go. */
export interface TokenHolder {
  /** The stored access token. */
  readonly accessToken: string | undefined;
  /** The stored refresh token. */
  readonly refreshToken: string | undefined;
  /** Stores a pair; without a second argument the refresh token is forgotten. */
  setToken(accessToken: string, refreshToken?: string): void;
  /** Forgets both. */
  clearToken(): void;
}

/** Supplies tokens from another source. Each method may answer at once or with a promise. */
export interface TokenProvider<Client = TokenHolder> {
  /** Called before each call. */
  getAccessToken(): string | undefined | Promise<string | undefined>;
  /** Called with the new tokens after a refresh, before they're used. */
  setTokens(accessToken: string, refreshToken?: string): unknown;
  /** Called on a 401, with the rejected token, or when there is no token; returns the token to use. */
  refreshIfNeeded(client: Client, refused?: string): string | Promise<string>;
}

/** Keeps tokens. Each method may answer at once or with a promise. */
export interface TokenStore {
  /** Gives the stored access token, if there is one. */
  getAccessToken(): string | undefined | Promise<string | undefined>;
  /** Gives the stored refresh token, if there is one. */
  getRefreshToken(): string | undefined | Promise<string | undefined>;
  /** Keeps a pair. It resolves once the pair is safe: refresh tokens are single use. */
  setTokens(accessToken: string, refreshToken?: string): unknown;
  /** Forgets both. */
  clearTokens(): unknown;
  /** Does a refresh while no other process does one; a store that several processes share should have it. */
  lock?<T>(work: () => Promise<T>): Promise<T>;
}

/** An unchanged reply, errors included. */
export interface RawResponse<T = unknown> {
  /** The parsed JSON; the text where it is something else. */
  data: T;
  /** HTTP status. */
  status: number;
  /** HTTP headers, by name. */
  headers: Record<string, string>;
}

/** What every method of a namespace takes as its last argument. */
export interface TokenOption {
  /** Access token for this call only; it overrides the stored one and is never refreshed. */
  token?: string | undefined;
}
