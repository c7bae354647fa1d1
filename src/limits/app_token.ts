import { ServiceError } from "../errors.ts";
import { DEFAULT_CALLBACK_TIMEOUT_MS, guardStore } from "../oauth/guarded_store.ts";
import { type RefreshPolicy, TokenEngine } from "../oauth/token_engine.ts";
import { packed, toTokenRecord } from "../oauth/token_record.ts";
import type { TokenProvider, TokenStore } from "../types/config.ts";
import type { ServiceToken } from "../types/token.ts";
import type { AtomicTokenStore, TokenRecord } from "../types/token_record.ts";

/** Options of {@linkcode appTokenProvider}. */
export interface AppTokenOptions {
  /** How long before its expiry the token is refreshed, in milliseconds; at most half its lifetime. Default 120,000. */
  marginMs?: number | undefined;
  /** Timeout of each call to the store, in milliseconds; 0 for none. Default 10,000. */
  callbackTimeoutMs?: number | undefined;
}

/** The calls to the OAuth host that a client provides. */
export interface AppClient {
  /** Sign-in and tokens. */
  readonly auth: {
    getClientToken(): Promise<ServiceToken>;
    refreshUserToken(refreshToken: string): Promise<ServiceToken>;
  };
}

/** The form of an app's token, whose expiry other processes have to know. */
const WITH_TIMES = { read: toTokenRecord, write: packed };
/** Pause after a failed refresh while the old token is still valid, in milliseconds. */
const REST_MS = 30_000;
/** Pause after a 429 without `Retry-After`, in milliseconds. */
const BLOCKED_MS = 60_000;

/**
 * Creates a provider of the app's own token, for all processes that share the store.
 *
 * The first process that finds the token near its expiry refreshes it; the others wait and use the new one. So all processes together request one token an hour; an app may request 50 in 12 hours. Its refresh
 * token is used first, as SoundCloud recommends. While the OAuth host is down, a valid token stays in use. After a 429
 * no request is sent until the limit has ended; once the token has expired, calls fail with that 429.
 *
 * @param store A separate store. It keeps the token's times beside the
 * refresh token, so no client can use it as its `tokenStore`.
 * @param options `marginMs`, `callbackTimeoutMs`.
 * @returns The provider, for the `tokenProvider` of a client. It doesn't store tokens that are set with `setToken`.
 * @throws {RangeError} When the margin is negative or not a number.
 * @example
 * ```ts
 * import { ServiceClient } from "@tonearm/client";
 * import { FileTokenStore } from "@tonearm/client/file";
 * import { appTokenProvider } from "@tonearm/client/limits";
 * import { createSandbox } from "@tonearm/sandbox";
 * import { mkdtemp } from "node:fs/promises";
 * import { tmpdir } from "node:os";
 * import { join } from "node:path";
 *
 * using sandbox = createSandbox();
 * const path = join(await mkdtemp(join(tmpdir(), "tokens-")), "app.json");
 * const tokenProvider = appTokenProvider(new FileTokenStore(path));
 * const client = new ServiceClient({ ...sandbox.clientConfig, tokenProvider });
 * console.log((await client.users.getUser(1)).username);
 * ```
 */
export function appTokenProvider(
  store: TokenStore | AtomicTokenStore,
  options: AppTokenOptions = {},
): TokenProvider<AppClient> {
  const { marginMs = 120_000, callbackTimeoutMs = DEFAULT_CALLBACK_TIMEOUT_MS } = options;
  if (!(marginMs >= 0)) {
    throw new RangeError(`Cannot make a token provider: marginMs is ${marginMs}; it must be 0 or more`);
  }
  return new AppTokenProvider(new TokenEngine(guardStore(store, callbackTimeoutMs, WITH_TIMES)), marginMs);
}

class AppTokenProvider implements TokenProvider<AppClient> {
  readonly #engine: TokenEngine;
  readonly #marginMs: number;
  #kept: TokenRecord | undefined;
  #restUntil = 0;
  #blockade: { readonly until: number; readonly error: ServiceError } | undefined;
  #running: Promise<string> | undefined;

  constructor(engine: TokenEngine, marginMs: number) {
    this.#engine = engine;
    this.#marginMs = marginMs;
  }

  /** Returns the token, or `undefined` when it has to be refreshed first. */
  async getAccessToken(): Promise<string | undefined> {
    if (!this.#isFresh(this.#kept)) await this.#mend(async () => this.#kept = await this.#engine.read());
    return this.#isFresh(this.#kept) ? this.#kept?.accessToken : undefined;
  }

  /** Does nothing: tokens are stored when they are requested, and a token that a caller sets isn't the app's. */
  setTokens(): void {}

  async refreshIfNeeded(client: AppClient, refused?: string): Promise<string> {
    this.#running ??= this.#renew(client, refused).finally(() => this.#running = undefined);
    return await this.#running;
  }

  async #renew(client: AppClient, refused: string | undefined): Promise<string> {
    await this.#mend(async () => {
      const { until = 0, error } = this.#blockade ?? {};
      if (Date.now() < until) throw error;
      // If the token can't be stored, this process still uses it.
      this.#kept = (await this.#engine.refresh(this.#policy(client, refused))).record;
    }, refused);
    return this.#kept?.accessToken ?? "";
  }

  #policy(client: AppClient, refused: string | undefined): RefreshPolicy {
    return {
      isCurrent: (record) => {
        this.#kept = record;
        return record?.accessToken !== refused && this.#isFresh(record);
      },
      request: (record, beforeSend) => this.#ask(client, record?.refreshToken, beforeSend),
      blockMs: BLOCKED_MS,
      isReplaceable: true,
    };
  }

  /** While the store or the OAuth host fails, a valid token stays in use. */
  async #mend(work: () => Promise<unknown>, refused?: string): Promise<void> {
    const before = this.#kept;
    try {
      await work();
    } catch (error) {
      const kept = this.#kept ??= before;
      if (!kept?.accessToken || kept.accessToken === refused || Date.now() >= endOf(kept)) throw error;
      this.#restUntil = Date.now() + REST_MS;
    }
  }

  async #ask(
    client: AppClient,
    refreshToken: string | undefined,
    beforeSend: () => Promise<void>,
  ): Promise<ServiceToken> {
    try {
      return await exchange(client, refreshToken, beforeSend);
    } catch (error) {
      if (error instanceof ServiceError && error.isRateLimited) {
        this.#blockade = { until: Date.now() + (error.retryAfterMs ?? BLOCKED_MS), error };
      }
      throw error;
    }
  }

  #isFresh(record: TokenRecord | undefined): boolean {
    if (!record?.accessToken || record.issuedAt === undefined) return false;
    const end = endOf(record);
    const renewAt = Math.max(end - this.#marginMs, (record.issuedAt + end) / 2);
    return Date.now() < Math.max(renewAt, Math.min(this.#restUntil, end));
  }
}

function endOf({ expiresAt = Infinity }: TokenRecord): number {
  return expiresAt;
}

/**
 * Tries the refresh token first, because it isn't limited. A spent refresh token whose response was lost isn't a
 * failure.
 */
async function exchange(
  { auth }: AppClient,
  refreshToken: string | undefined,
  beforeSend: () => Promise<void>,
): Promise<ServiceToken> {
  if (refreshToken) {
    await beforeSend();
    try {
      return await auth.refreshUserToken(refreshToken);
    } catch (error) {
      const isRefused = error instanceof ServiceError && /^40[01]$/.test(`${error.status}`);
      if (!isRefused) throw error;
    }
  }
  await beforeSend();
  return await auth.getClientToken();
}
