/**
 * Where a client's tokens are.
 *
 * @module
 */
import { checkToken } from "../access_token.ts";
import { ServiceError } from "../errors.ts";
import type { TokenProvider, TokenStore } from "../types/config.ts";

/** An access token with the refresh token that replaces it. */
export interface TokenPair {
  access?: string | undefined;
  refresh?: string | undefined;
}

/**
 * Keeps a client's tokens: in memory, and in the caller's store where one is configured. What is set here wins over
 * what the store or the provider has.
 */
export class TokenKeeper {
  #pair: TokenPair = {};
  #changes = 0;
  #written: Promise<unknown> = Promise.resolve();
  readonly #store: TokenStore | undefined;
  readonly #provider: TokenProvider | undefined;
  readonly #debug: (message: string) => void;

  constructor(settings: {
    store?: TokenStore | undefined;
    provider?: TokenProvider | undefined;
    onDebug: (message: string) => void;
  }) {
    this.#store = settings.store;
    this.#provider = settings.provider;
    this.#debug = settings.onDebug;
  }

  /** The pair that was set here. */
  get pair(): TokenPair {
    return this.#pair;
  }

  /** Counts the caller's own changes, so that a refresh can tell that it was overtaken. */
  get changes(): number {
    return this.#changes;
  }

  /** Replaces the pair, in the background also where the caller keeps it. */
  set(access: string, refresh?: string): void {
    checkToken(access);
    if (refresh !== undefined) checkToken(refresh);
    this.#change({ access, refresh }, () => this.#keep(access, refresh));
  }

  /** Forgets the pair, in the background also where the caller keeps it. */
  clear(): void {
    this.#change({}, () => this.#store?.clearTokens());
  }

  /** The access token for the next call. */
  access(): string | undefined | Promise<string | undefined> {
    if (this.#pair.access) return this.#pair.access;
    const source = this.#provider ?? this.#store;
    return source && this.#ask(() => source.getAccessToken());
  }

  /** The pair as it stands now: another process may have replaced what this one knows. */
  async read(): Promise<TokenPair> {
    await this.#written;
    const store = this.#store;
    if (!store) return this.#pair;
    return await this.#ask(async () => {
      const [access, refresh] = await Promise.all([store.getAccessToken(), store.getRefreshToken()]);
      return access ? { access, refresh } : this.#pair;
    });
  }

  /** Takes over a pair that another process stored. */
  adopt(pair: TokenPair): void {
    if (this.#pair.access) this.#pair = pair;
  }

  /** Stores a new pair; it's safe to use once this resolves. */
  async save(access: string, refresh: string | undefined): Promise<void> {
    // Without a store, memory is all there is. With one that was never overridden, the store stays the only truth.
    if (this.#pair.access || !this.#store) this.#pair = { access, refresh };
    await this.#ask(() => this.#keep(access, refresh));
  }

  #keep(access: string, refresh: string | undefined): unknown {
    return (this.#provider ?? this.#store)?.setTokens(access, refresh);
  }

  #change(pair: TokenPair, tell: () => unknown): void {
    this.#pair = pair;
    this.#changes++;
    this.#written = this.#written.then(() => this.#ask(tell)).catch((error) => this.#debug(error.message));
  }

  async #ask<T>(work: () => T): Promise<Awaited<T>> {
    try {
      return await work();
    } catch (cause) {
      throw new ServiceError(0, "The token store failed", undefined, { code: "token_store", cause });
    }
  }
}
