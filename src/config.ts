/**
 * What a client is made of, checked.
 *
 * @module
 */
import { notify } from "./transport/abortable.ts";
import { type Addresses, checkAddresses } from "./transport/addresses.ts";
import { DEFAULT_CALLBACK_TIMEOUT_MS } from "./oauth/guarded_store.ts";
import { DEFAULT_TIMEOUT_MS } from "./transport/deadline.ts";
import { DEFAULT_RETRY } from "./transport/recover.ts";
import { DEFAULT_MAX_REPLY_BYTES } from "./transport/response.ts";
import type { RequestTelemetry, RetryConfig, RetryInfo, SoundCache, TokenStore } from "./types/config.ts";
import type { AtomicTokenStore } from "./types/token_record.ts";
import type { RateLimiter } from "./types/rate_limiter.ts";

/** The part of a client's configuration that doesn't concern the client itself. */
export interface ClientSettings {
  /** The app's id. */
  clientId: string;
  /** The app's secret. A public client, which signs in with PKCE alone, has none. */
  clientSecret?: string | undefined;
  /** The app's registered redirect URI, to the letter. Sign-in needs it. */
  redirectUri?: string | undefined;
  /** Address of the service. Default `https://api.soundcloud.com`. */
  baseUrl?: string | undefined;
  /** Address of the OAuth host. Default `https://secure.soundcloud.com`. */
  authUrl?: string | undefined;
  /** Replaces the runtime's `fetch`. */
  fetch?: typeof globalThis.fetch | undefined;
  /** Attempts after the first, 0 or more. Default 3. */
  maxRetries?: number | undefined;
  /** Base of the exponential back-off, in milliseconds, 0 or more. Default 1000. */
  retryBaseDelay?: number | undefined;
  /** Time for one attempt, in milliseconds; 0 for no limit. Default 30 000. Uploads have none. */
  timeoutMs?: number | undefined;
  /** Size of an unpacked reply, in bytes, 1 or more. Default 33 554 432 (32 MiB). A larger one is an error. */
  maxReplyBytes?: number | undefined;
  /** Merge identical GETs that run at the same time. Default true. */
  dedupe?: boolean | undefined;
  /** Where replies are kept. Default: nowhere. */
  cache?: SoundCache | undefined;
  /** Life of a kept reply, in milliseconds. Default 60 000. */
  cacheTtlMs?: number | undefined;
  /** Where tokens are kept, beside this client's memory. Several processes need one that compares and swaps. */
  tokenStore?: TokenStore | AtomicTokenStore | undefined;
  /**
   * Whether the client refreshes a refused token by itself. Default: true with a `tokenStore` or an `onTokenRefresh`,
   * and false without: nobody but this client would ever know the new refresh token, and with the process it were lost.
   */
  autoRefresh?: boolean | undefined;
  /**
   * How long the client waits for your own functions: `tokenStore` and its lock, `tokenProvider`, `onTokenRefresh`, in
   * milliseconds; 0 for no limit. Default 10 000.
   */
  callbackTimeoutMs?: number | undefined;
  /** Keeps calls within the app's limits. Default: the service's own refusals do. */
  rateLimiter?: RateLimiter | undefined;
  /** Hears what the client does by itself. No secret is in it. */
  onDebug?: ((message: string) => void) | undefined;
  /** Hears of each call when it ends. */
  onRequest?: ((telemetry: RequestTelemetry) => void) | undefined;
  /** Hears of each retry before its wait. */
  onRetry?: ((info: RetryInfo) => void) | undefined;
}

/** A configuration with its defaults filled in. */
export interface CheckedSettings extends
  Addresses,
  RetryConfig,
  Omit<
    ClientSettings,
    | "baseUrl"
    | "authUrl"
    | "fetch"
    | "timeoutMs"
    | "maxReplyBytes"
    | "cacheTtlMs"
    | "callbackTimeoutMs"
    | keyof RetryConfig
  > {
  readonly fetch: typeof globalThis.fetch | undefined;
  readonly timeoutMs: number;
  readonly maxReplyBytes: number;
  readonly cacheTtlMs: number;
  readonly callbackTimeoutMs: number;
  /** Can be called whether or not somebody listens, and never throws. */
  readonly onDebug: (message: string) => void;
}

/** What `setTimeout` can wait for, in milliseconds. */
const LONGEST_TIMER = 2_147_483_647;

/**
 * Checks a configuration and fills in what it leaves open.
 *
 * @param settings The configuration.
 * @returns The same with every default.
 * @throws {TypeError} When an id, a secret, an address, the `fetch` or the rate limiter isn't one.
 * @throws {RangeError} When a number is out of its range.
 */
export function checkSettings(settings: ClientSettings): CheckedSettings {
  const given = Object.entries(settings).filter(([, value]) => value !== undefined);
  const checked: CheckedSettings = {
    ...DEFAULT_RETRY,
    timeoutMs: DEFAULT_TIMEOUT_MS,
    cacheTtlMs: 60_000,
    maxReplyBytes: DEFAULT_MAX_REPLY_BYTES,
    fetch: undefined,
    callbackTimeoutMs: DEFAULT_CALLBACK_TIMEOUT_MS,
    ...Object.fromEntries(given) as unknown as Pick<ClientSettings, "clientId">,
    ...checkAddresses(settings),
    onDebug: (message) => notify(settings.onDebug, message),
  };
  const { clientId, clientSecret = "none", redirectUri = "none" } = checked;
  for (const [name, value] of Object.entries({ clientId, clientSecret, redirectUri })) {
    if (typeof value !== "string" || !value) fail(TypeError, name, "a text that isn't empty");
  }
  const numbers = [
    "maxRetries",
    "retryBaseDelay",
    "timeoutMs",
    "cacheTtlMs",
    "callbackTimeoutMs",
    "maxReplyBytes",
  ] as const;
  for (const name of numbers) {
    const value: unknown = checked[name];
    const isAllowed = typeof value === "number" && value >= 0 && value <= LONGEST_TIMER;
    if (!isAllowed) fail(RangeError, name, "a number of 0 or more");
  }
  checkObjects(settings);
  return checked;
}

/** What an object of the configuration must be able to do. */
const METHODS: Readonly<Record<string, readonly string[]>> = {
  cache: ["get", "set", "delete"],
  rateLimiter: ["schedule"],
};

function checkObjects(settings: object): void {
  const given = settings as Record<string, unknown>;
  for (const name of ["fetch", "onDebug", "onRequest", "onRetry", "onTokenRefresh", "onRevoked"]) {
    if (given[name] !== undefined && typeof given[name] !== "function") fail(TypeError, name, "a function");
  }
  for (const [name, methods] of Object.entries(METHODS)) {
    const missing = given[name] !== undefined &&
      methods.find((method) => typeof Object(given[name])[method] !== "function");
    if (missing) fail(TypeError, name, `an object with ${methods.map((method) => `${method}()`).join(", ")}`);
  }
  const { tokenStore, tokenProvider, dedupe } = given;
  const tokens = Object.entries({ tokenStore, tokenProvider });
  for (const [name, value] of tokens.filter(([, value]) => value !== undefined)) {
    const { getAccessToken, compareAndSwap } = Object(value);
    if (typeof (getAccessToken ?? compareAndSwap) !== "function") fail(TypeError, name, "a source of tokens");
  }
  if (dedupe !== undefined && typeof dedupe !== "boolean") fail(TypeError, "dedupe", "true or false");
}

function fail(kind: typeof TypeError, name: string, expected: string): never {
  throw new kind(`Cannot make a client: ${name} must be ${expected}`);
}
