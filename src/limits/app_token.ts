/**
 * The app's own token, shared by many processes.
 *
 * @module
 */
import { isToken } from "../access_token.ts";
import { ServiceError } from "../errors.ts";
import type { TokenProvider, TokenStore } from "../types/config.ts";
import type { ServiceToken } from "../types/token.ts";

/** When an app's token is renewed. */
export interface AppTokenOptions {
  /** How long before its end, in milliseconds; at most half its life. Default 120,000. */
  marginMs?: number | undefined;
}

/** What is asked of a client: its calls to the OAuth host. */
export interface AppClient {
  /** Sign-in and tokens. */
  readonly auth: {
    getClientToken(): Promise<ServiceToken>;
    refreshUserToken(refreshToken: string): Promise<ServiceToken>;
  };
}

/** A token with what is known of it. */
interface Kept {
  readonly access: string;
  readonly refresh: string;
  /** Epoch milliseconds, as the two below. */
  readonly issuedAt: number;
  readonly expiresAt: number;
}

/** How long a token is used on after its renewal has failed, before the next try, in milliseconds. */
const REST_MS = 30_000;
/** How long nothing is asked for after a 429 that doesn't say, in milliseconds. */
const BLOCKED_MS = 60_000;

/**
 * Makes a provider of the app's own token, which all processes that share the store share too.
 *
 * Whoever finds that the token ends soon renews it under the store's lock; the others wait and take the new one over. So
 * a fleet asks for one token an hour, of the 50 that an app may ask for in 12 hours. The refresh token that came along is
 * used first, as the service wants it. While the OAuth host is down, a token that still works stays in use; after a 429
 * nothing is asked for until the limit has ended, and calls fail with that 429 once the token has ended too.
 *
 * @param store A store of its own, with a `lock` where several processes share it. Beside the refresh token it's told
 * when the token was issued and when it ends, so no client can use it as its `tokenStore`.
 * @param options When the token is renewed.
 * @returns The provider, for the `tokenProvider` of a client. Tokens that `setToken` gives a client aren't stored.
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
export function appTokenProvider(store: TokenStore, options: AppTokenOptions = {}): TokenProvider<AppClient> {
  const { marginMs = 120_000 } = options;
  if (!(marginMs >= 0)) throw new RangeError(`Cannot make a token provider: marginMs is ${marginMs}, not 0 or more`);
  return new AppTokenProvider(store, marginMs);
}

class AppTokenProvider implements TokenProvider<AppClient> {
  readonly #store: TokenStore;
  readonly #marginMs: number;
  #kept: Kept | undefined;
  #restUntil = 0;
  #blockade: { readonly until: number; readonly error: ServiceError } | undefined;
  #running: Promise<string> | undefined;

  constructor(store: TokenStore, marginMs: number) {
    this.#store = store;
    this.#marginMs = marginMs;
  }

  /** Gives the token, or nothing when it has to be renewed first. */
  async getAccessToken(): Promise<string | undefined> {
    if (!this.#isFresh(this.#kept)) await this.#mend(async () => this.#kept = await read(this.#store));
    return this.#isFresh(this.#kept) ? this.#kept.access : undefined;
  }

  /** The store is written where a token is made. What a caller gives its client isn't the app's. */
  setTokens(): void {}

  async refreshIfNeeded(client: AppClient, refused?: string): Promise<string> {
    this.#running ??= this.#renew(client, refused).finally(() => this.#running = undefined);
    return await this.#running;
  }

  async #renew(client: AppClient, refused: string | undefined): Promise<string> {
    await this.#mend(async () => {
      const work = () => this.#replace(client, refused);
      this.#kept = await (this.#store.lock?.(work) ?? work());
    }, refused);
    return this.#kept?.access ?? "";
  }

  /** A token that still works outlives a failing store and a failing OAuth host, for as long as it works. */
  async #mend(work: () => Promise<unknown>, refused?: string): Promise<void> {
    try {
      await work();
    } catch (error) {
      const kept = this.#kept;
      if (!kept || kept.access === refused || Date.now() >= kept.expiresAt) throw error;
      this.#restUntil = Date.now() + REST_MS;
    }
  }

  async #replace(client: AppClient, refused: string | undefined): Promise<Kept> {
    const kept = await read(this.#store);
    if (kept && kept.access !== refused && this.#isFresh(kept)) return kept;
    this.#kept = kept;
    const { access_token, expires_in, refresh_token = "" } = await this.#ask(client, kept?.refresh);
    if (!isToken(access_token)) {
      throw new ServiceError(200, "The reply holds no token", undefined, { code: "invalid_body" });
    }
    const issuedAt = Date.now();
    // A token without an end is one of old.
    const expiresAt = issuedAt + (expires_in ? expires_in * 1000 : Infinity);
    // Where the store fails, the token isn't lost: this process uses it.
    this.#kept = { access: access_token, refresh: refresh_token, issuedAt, expiresAt };
    await this.#store.setTokens(access_token, `${issuedAt} ${expiresAt} ${refresh_token}`);
    return this.#kept;
  }

  async #ask(client: AppClient, refreshToken: string | undefined): Promise<ServiceToken> {
    const { until = 0, error } = this.#blockade ?? {};
    if (Date.now() < until) throw error;
    try {
      return await exchange(client, refreshToken);
    } catch (error) {
      if (error instanceof ServiceError && error.isRateLimited) {
        this.#blockade = { until: Date.now() + (error.retryAfterMs ?? BLOCKED_MS), error };
      }
      throw error;
    }
  }

  #isFresh(kept: Kept | undefined): kept is Kept {
    if (!kept) return false;
    const { issuedAt, expiresAt } = kept;
    const renewAt = Math.max(expiresAt - this.#marginMs, (issuedAt + expiresAt) / 2);
    return Date.now() < Math.max(renewAt, Math.min(this.#restUntil, expiresAt));
  }
}

/** The refresh token first: it isn't limited. One that was used before, its reply lost, is no reason to fail. */
async function exchange({ auth }: AppClient, refreshToken: string | undefined): Promise<ServiceToken> {
  if (refreshToken) {
    try {
      return await auth.refreshUserToken(refreshToken);
    } catch (error) {
      const isRefused = error instanceof ServiceError && /^40[01]$/.test(`${error.status}`);
      if (!isRefused) throw error;
    }
  }
  return await auth.getClientToken();
}

async function read(store: TokenStore): Promise<Kept | undefined> {
  const [access, rest = ""] = await Promise.all([store.getAccessToken(), store.getRefreshToken()]);
  const [, issuedAt, expiresAt, refresh = ""] = /^(\d+) (\d+|Infinity) (.*)$/.exec(rest) ?? [];
  return access ? { access, refresh, issuedAt: Number(issuedAt ?? 0), expiresAt: Number(expiresAt ?? 0) } : undefined;
}
