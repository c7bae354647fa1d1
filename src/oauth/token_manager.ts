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
 * Keeps a client's tokens: in memory, and in the caller's store or provider where one is configured. What is set here
 * wins over what those have, until they turn out to know better.
 */
export class TokenManager {
  #pair: TokenPair = {};
  #changes = 0;
  /** The last write. Gives false when it failed: then memory alone knows the truth. */
  #written: Promise<boolean> | undefined;
  readonly #source: TokenProvider | TokenStore | undefined;
  readonly #store: TokenStore | undefined;
  readonly #debug: (message: string) => void;

  constructor(settings: {
    store?: TokenStore | undefined;
    provider?: TokenProvider | undefined;
    onDebug: (message: string) => void;
  }) {
    this.#source = settings.provider ?? settings.store;
    this.#store = settings.provider ? undefined : settings.store;
    this.#debug = settings.onDebug;
  }

  /** The pair that memory holds. */
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
    this.#change({ access, refresh }, () => this.#source?.setTokens(access, refresh));
  }

  /** Forgets the pair, in the background also where the caller keeps it. */
  clear(): void {
    this.#change({}, () => this.#store?.clearTokens());
  }

  /** Forgets the pair, and waits until the caller's store has forgotten it too. */
  async forget(): Promise<void> {
    this.#pair = {};
    this.#changes++;
    await this.#write(() => this.#store?.clearTokens());
  }

  /** The access token for the next call: from memory, else from the caller's store or provider. */
  access(): string | undefined | Promise<string | undefined> {
    const source = this.#source;
    if (this.#pair.access || !source) return this.#pair.access;
    return ask(async () => await this.#isStored() ? await source.getAccessToken() : this.#pair.access);
  }

  /** The pair as it stands now: another process may have replaced what memory holds. */
  async read(): Promise<TokenPair> {
    const store = this.#store;
    if (!store || !await this.#isStored()) return this.#pair;
    const [access, refresh] = await ask(() => Promise.all([store.getAccessToken(), store.getRefreshToken()]));
    return access || refresh ? { access, refresh } : this.#pair;
  }

  /** Takes over a pair that another process stored. */
  adopt(pair: TokenPair): void {
    if (this.#pair.access) this.#pair = pair;
  }

  /** Stores a new pair; it's safe to use once this resolves. When the store fails, memory keeps it from being lost. */
  async save(access: string, refresh: string | undefined): Promise<void> {
    const changes = this.#changes;
    let failure: unknown;
    await this.#write(() => this.#source?.setTokens(access, refresh)).catch((error) => failure = error);
    // What the caller has set or cleared meanwhile was written later, and stays.
    const isCurrent = changes === this.#changes;
    if (isCurrent && (failure || this.#pair.access || !this.#source)) this.#pair = { access, refresh };
    if (failure) throw failure;
  }

  async #isStored(): Promise<boolean> {
    return await this.#written ?? true;
  }

  #change(pair: TokenPair, tell: () => unknown): void {
    this.#pair = pair;
    this.#changes++;
    if (this.#source) this.#write(tell).catch((error) => this.#debug(error.message));
  }

  /** Writes one after the other, so that the store ends with what came last. */
  #write(tell: () => unknown): Promise<unknown> {
    const done = ask(async () => {
      await this.#written;
      return await tell();
    });
    this.#written = done.then(() => true, () => false);
    return done;
  }
}

/**
 * Asks the caller's store or provider.
 *
 * @param work What is asked.
 * @returns The answer. Rejects with a {@linkcode ServiceError} when it fails: its own, where it throws one.
 */
export async function ask<T>(work: () => T): Promise<Awaited<T>> {
  try {
    return await work();
  } catch (cause) {
    if (cause instanceof ServiceError) throw cause;
    throw new ServiceError(0, "The token store failed", undefined, { code: "token_store", cause });
  }
}
