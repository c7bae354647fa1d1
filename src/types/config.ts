/** A retry, reported before its delay. */
export interface RetryInfo {
  /** Number of the retry, from 1. */
  attempt: number;
  /** Delay before the retry, in milliseconds. */
  delayMs: number;
  /** Short reason. */
  reason: string;
  /** Status of the failed attempt; absent without a response. */
  status?: number;
  /** URL of the request, without secrets. */
  url: string;
}

/** A call that has ended. */
export interface RequestTelemetry {
  /** HTTP method. */
  method: "GET" | "POST" | "PUT" | "DELETE";
  /** Path and query, without secrets. */
  path: string;
  /** Time from the call to its end, waits included, in milliseconds. */
  durationMs: number;
  /** HTTP status; 0 without a response. */
  status: number;
  /** Attempts after the first. */
  retryCount: number;
  /** True when the response came from the cache. */
  cached?: true;
  /** Why the call failed; absent on success. */
  error?: string;
}

/** How failed requests are retried. */
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
  /** Path below the base URL, or for `/oauth` below the OAuth host's. */
  path: string;
  /** HTTP method. */
  method: "GET" | "POST" | "PUT" | "DELETE";
  /** Access token. */
  token?: string | undefined;
  /** A plain object is sent as JSON, a `Blob` as it is; bytes belong into a `Blob`. */
  body?: object | Blob | FormData | URLSearchParams | undefined;
  /** Overrides the content type of the body. */
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
  /** How failed requests are retried. Default: a client's defaults. */
  retry?: RetryConfig | undefined;
  /** Called when a call ends. */
  onRequest?: ((telemetry: RequestTelemetry) => void) | undefined;
  /** Replaces the runtime's `fetch`. */
  fetch?: typeof globalThis.fetch | undefined;
  /** Base URL of SoundCloud. Default `https://api.soundcloud.com`. */
  baseUrl?: string | undefined;
  /** Base URL of the OAuth host. Default `https://secure.soundcloud.com`. */
  authUrl?: string | undefined;
}

/**
 * A cache of responses. Each method may return a value or a promise. A cache that fails or takes longer than
 * `callbackTimeoutMs` never fails a call.
 */
export interface SoundCache {
  /** Returns the value of a key, or `undefined`. */
  get(key: string): unknown;
  /** Stores a JSON value for `ttlMs` milliseconds. */
  set(key: string, value: unknown, options: { ttlMs: number }): unknown;
  /** Deletes a key. Also called when the call that should fill the entry has failed. */
  delete(key: string): unknown;
}

/** The tokens of a client. */
export interface TokenHolder {
  /** The stored access token. */
  readonly accessToken: string | undefined;
  /** The stored refresh token. */
  readonly refreshToken: string | undefined;
  /** Sets a pair; without a second argument, the refresh token is removed. */
  setToken(accessToken: string, refreshToken?: string): void;
  /** Removes both. */
  clearToken(): void;
}

/** Supplies tokens from another source. Each method may return a value or a promise. */
export interface TokenProvider<Client = TokenHolder> {
  /** Called before each call. */
  getAccessToken(): string | undefined | Promise<string | undefined>;
  /** Called with the new tokens after a refresh, before they're used. */
  setTokens(accessToken: string, refreshToken?: string): unknown;
  /** Called on a 401, with the rejected token, or when there is no token; returns the token to use. */
  refreshIfNeeded(client: Client, refused?: string): string | Promise<string>;
}

/** Stores tokens. Each method may return a value or a promise. */
export interface TokenStore {
  /** Returns the stored access token, or `undefined`. */
  getAccessToken(): string | undefined | Promise<string | undefined>;
  /** Returns the stored refresh token, or `undefined`. */
  getRefreshToken(): string | undefined | Promise<string | undefined>;
  /** Stores a pair. Resolves once the pair is durable, because refresh tokens are single-use. */
  setTokens(accessToken: string, refreshToken?: string): unknown;
  /** Removes both. */
  clearTokens(): unknown;
  /** Runs a refresh under a lock; a store that several processes share should have it. */
  lock?<T>(work: () => Promise<T>): Promise<T>;
}

/** An unchanged response, including errors. */
export interface RawResponse<T = unknown> {
  /** The parsed JSON, or else the text. */
  data: T;
  /** HTTP status. */
  status: number;
  /** HTTP headers, by name. */
  headers: Record<string, string>;
}

/** Options that every method of a namespace accepts. */
export interface TokenOption {
  /** Access token for this call only; it overrides the stored one and is never refreshed. */
  token?: string | undefined;
}
