import { checkObject, checkOptions, type OptionRules } from "../checks.ts";
import { notify } from "../transport/callbacks.ts";
import { type Addresses, checkAddresses } from "../transport/addresses.ts";
import { DEFAULT_CALLBACK_TIMEOUT_MS } from "../oauth/guarded_store.ts";
import { DEFAULTS } from "../transport/defaults.ts";
import type { RequestTelemetry, RetryConfig, RetryInfo, SoundCache, TokenStore } from "../types/config.ts";
import type { AtomicTokenStore } from "../types/token_record.ts";
import type { RateLimiter } from "../types/rate_limiter.ts";

/** Configuration of a client, except for the callbacks that receive the client. */
export interface ClientSettings {
  /** The app's id. */
  clientId: string;
  /** The app's secret. A public client, which signs in with PKCE only, has none. */
  clientSecret?: string | undefined;
  /** The app's redirect URI, exactly as registered. Sign-in needs it. */
  redirectUri?: string | undefined;
  /** Base URL of SoundCloud. Default `https://api.soundcloud.com`. */
  baseUrl?: string | undefined;
  /** Base URL of the OAuth host. Default `https://secure.soundcloud.com`. */
  authUrl?: string | undefined;
  /** Replaces the runtime's `fetch`. */
  fetch?: typeof globalThis.fetch | undefined;
  /** Attempts after the first, 0 or more. Default 3. */
  maxRetries?: number | undefined;
  /** Base of the exponential back-off, in milliseconds, 0 or more. Default 1,000. */
  retryBaseDelayMs?: number | undefined;
  /** The name of `retryBaseDelayMs` in soundcloud-api-ts. */
  retryBaseDelay?: number | undefined;
  /**
   * Time for one attempt, and for a refresh of the token, in milliseconds; 0 for no limit. Default 30,000. Uploads have
   * no limit. A wait for another process that refreshes isn't counted: 28 seconds if that process has died.
   */
  timeoutMs?: number | undefined;
  /** Size of an unpacked response, in bytes, 1 or more. Default 33,554,432 (32 MiB). A larger one is an error. */
  maxReplyBytes?: number | undefined;
  /** Merge identical concurrent GETs. Default true. */
  dedupe?: boolean | undefined;
  /** Caches responses. Default: no cache. */
  cache?: SoundCache | undefined;
  /** Lifetime of a cached response, in milliseconds. Default 60,000. */
  cacheTtlMs?: number | undefined;
  /** Stores tokens outside this client's memory. Several processes need a store with compare-and-swap. */
  tokenStore?: TokenStore | AtomicTokenStore | undefined;
  /**
   * Whether the client refreshes tokens by itself: after a 401, and when the `tokenStore` says that the token has
   * expired. Default: true with a `tokenStore` or an `onTokenRefresh`, else false, because the new refresh token would
   * be lost when the process ends.
   */
  autoRefresh?: boolean | undefined;
  /**
   * How long the client waits for your own functions, in milliseconds: `tokenStore` and its lock, `tokenProvider`,
   * `cache`, `onTokenRefresh`, `onRevoked`; 0 for no limit. After that, a call fails with a `ServiceError`; a late
   * cache or hook fails no call and is reported to `onDebug`. Default 10,000.
   */
  callbackTimeoutMs?: number | undefined;
  /** Keeps calls within the app's limits. Default: none; SoundCloud rejects calls above its limits. */
  rateLimiter?: RateLimiter | undefined;
  /** Called with a message about what the client does by itself. It never contains a secret. */
  onDebug?: ((message: string) => void) | undefined;
  /** Called when a call ends. */
  onRequest?: ((telemetry: RequestTelemetry) => void) | undefined;
  /** Called before the wait of each retry. */
  onRetry?: ((info: RetryInfo) => void) | undefined;
}

/** The settings that every checked configuration has. */
interface Filled extends Addresses, RetryConfig {
  readonly fetch?: typeof globalThis.fetch | undefined;
  readonly timeoutMs: number;
  readonly maxReplyBytes: number;
  readonly cacheTtlMs: number;
  readonly callbackTimeoutMs: number;
  /** Never throws; does nothing when it isn't configured. */
  readonly onDebug: (message: string) => void;
}

/** A configuration with its defaults filled in. */
export interface CheckedSettings extends Filled, Omit<ClientSettings, keyof Filled> {}

/** The rules of a configuration. Its URLs are checked separately. */
const RULES: OptionRules = {
  clientId: "a non-empty string",
  clientSecret: "a non-empty string",
  redirectUri: "a non-empty string",
  fetch: "a function",
  maxRetries: "a number of 0 or more",
  retryBaseDelay: "a number of 0 or more",
  retryBaseDelayMs: "a number of 0 or more",
  timeoutMs: "a number of 0 or more",
  maxReplyBytes: "a number of 0 or more",
  cacheTtlMs: "a number of 0 or more",
  callbackTimeoutMs: "a number of 0 or more",
  dedupe: "a boolean",
  autoRefresh: "a boolean",
  cache: "an object with get(), set(), delete()",
  rateLimiter: "an object with schedule()",
  tokenProvider: "an object with getAccessToken(), setTokens(), refreshIfNeeded()",
  tokenStore: "an object with getAccessToken(), getRefreshToken(), setTokens(), clearTokens()",
  onDebug: "a function",
  onRequest: "a function",
  onRetry: "a function",
  onTokenRefresh: "a function",
  onRevoked: "a function",
};

/**
 * Checks a configuration and fills in the defaults.
 *
 * @throws {TypeError} When an option is unknown or has the wrong type.
 * @throws {RangeError} When a number is out of range.
 */
export function checkSettings(settings: ClientSettings): CheckedSettings {
  checkObject("the options", settings);
  const given = Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));
  const known = [...Object.keys(RULES), "baseUrl", "authUrl"];
  const unknown = Object.keys(given).find((name) => !known.includes(name));
  if (unknown) {
    throw new TypeError(`Cannot use the options: ${unknown} is unknown; did you mean ${nearest(unknown, known)}?`);
  }
  const isAtomic = "compareAndSwap" in Object(given.tokenStore);
  checkOptions(
    { clientId: "", ...given },
    isAtomic ? { ...RULES, tokenStore: "an object with read(), compareAndSwap()" } : RULES,
  );
  return {
    ...DEFAULTS,
    cacheTtlMs: 60_000,
    callbackTimeoutMs: DEFAULT_CALLBACK_TIMEOUT_MS,
    ...given as unknown as Pick<ClientSettings, "clientId">,
    retryBaseDelay: settings.retryBaseDelayMs ?? settings.retryBaseDelay ?? DEFAULTS.retryBaseDelay,
    ...checkAddresses(settings),
    onDebug: (message) => notify(settings.onDebug, message),
  };
}

/** Returns the name that shares most pairs of letters with a word, and has the fewest others. */
function nearest(word: string, names: readonly string[]): string {
  const pairs = (text: string) => [...text.toLowerCase()].map((letter, i, all) => letter + (all[i + 1] ?? ""));
  const given = pairs(word);
  const score = (name: string) =>
    given.filter((pair) => pairs(name).includes(pair)).length / (name.length + word.length);
  return names.reduce((best, name) => score(name) > score(best) ? name : best);
}
