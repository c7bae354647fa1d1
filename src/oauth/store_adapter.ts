/**
 * Adapts older stores, which store a pair without compare-and-swap.
 *
 * @module
 */
import type { TokenStore } from "../types/config.ts";
import type { AtomicTokenStore, TokenLease, TokenRecord } from "../types/token_record.ts";
import { isSameRecord, toTokenRecord } from "./token_record.ts";

/** How a record is stored in two fields. */
export interface AdapterOptions {
  /** Prefixes the refresh token with the token's times, so that they are stored too. Default false. */
  readonly packTimes?: boolean;
}

/**
 * Adapts any token store to the interface that the client uses.
 *
 * @param store A store with compare-and-swap, which is used directly; or one with `getAccessToken`, `getRefreshToken`,
 * `setTokens` and `clearTokens`.
 * @param options How a record is stored in the latter.
 * @returns The store. An older store can't distinguish a sign-out from a loss, or a sign-in in another process from a
 * refresh. Without a `lock`, another process may write between its comparison and its write.
 */
export function toAtomicStore(store: TokenStore | AtomicTokenStore, options: AdapterOptions = {}): AtomicTokenStore {
  return "compareAndSwap" in store ? store : new PairStore(store, options);
}

/** An older store. Only this process knows the generation. */
class PairStore implements AtomicTokenStore {
  readonly #store: TokenStore;
  readonly #packTimes: boolean;
  #generation = 0;
  #isSignedOut = false;
  #last: Promise<unknown> = Promise.resolve();
  readonly lock?: <T>(work: (lease?: TokenLease) => Promise<T>) => Promise<T>;

  constructor(store: TokenStore, { packTimes = false }: AdapterOptions) {
    this.#store = store;
    this.#packTimes = packTimes;
    if (store.lock) this.lock = (work) => store.lock!(() => work());
  }

  async read(): Promise<TokenRecord | undefined> {
    const [accessToken, refreshToken] = await Promise.all([
      this.#store.getAccessToken(),
      this.#store.getRefreshToken(),
    ]);
    const generation = this.#generation;
    const pair = { generation, ...(accessToken && { accessToken }), ...(refreshToken && { refreshToken }) };
    if (accessToken || refreshToken) return toTokenRecord(pair) ?? refuse();
    return this.#isSignedOut ? { generation } : undefined;
  }

  /** Serialised, so that at least within this process nothing happens between a comparison and its write. */
  compareAndSwap(expected: TokenRecord | undefined, next: TokenRecord): Promise<boolean> {
    const done = this.#last.then(() => this.#swap(expected, next));
    this.#last = done.catch(() => {});
    return done;
  }

  async #swap(expected: TokenRecord | undefined, next: TokenRecord): Promise<boolean> {
    if (!isSameRecord(await this.read(), expected)) return false;
    const { accessToken, refreshToken, generation } = next;
    if (accessToken) await this.#store.setTokens(accessToken, this.#packTimes ? packed(next) : refreshToken);
    else if (expected?.accessToken || generation !== this.#generation) await this.#store.clearTokens();
    this.#generation = generation;
    this.#isSignedOut = !accessToken;
    return true;
  }
}

function refuse(): never {
  throw new TypeError("The token store returned an invalid token");
}

function packed({ issuedAt = 0, expiresAt = Infinity, refreshToken = "" }: TokenRecord): string {
  return `${issuedAt} ${expiresAt} ${refreshToken}`;
}
