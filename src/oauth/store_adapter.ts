import { isToken } from "../access_token.ts";
import type { TokenStore } from "../types/config.ts";
import type { AtomicTokenStore, TokenRecord } from "../types/token_record.ts";
import { isSameRecord, sidOf } from "./token_record.ts";

/** How a record is stored in two fields. */
export interface PairForm {
  /** Reads the stored pair; `undefined` when it's invalid. */
  read(pair: TokenRecord): TokenRecord | undefined;
  /** Returns the field of the refresh token. */
  write(record: TokenRecord): string | undefined;
}

/** The two tokens. */
const PLAIN: PairForm = {
  read: (pair) => [pair.accessToken, pair.refreshToken].every((token) => !token || isToken(token)) ? pair : undefined,
  write: ({ refreshToken }) => refreshToken,
};

/** The adapters in use: clients of one process that share a store share its intents. */
const adapters = new WeakMap<TokenStore, PairStore>();

/**
 * Adapts a store with `getAccessToken`, `getRefreshToken`, `setTokens` and `clearTokens` to the interface that the
 * client uses.
 *
 * @param form How a record is stored. Default: its two tokens.
 * @returns The store. It keeps intents in memory, so it is safe in one process; several need the store's own `lock`. It
 * can't distinguish a sign-out from a loss, or a sign-in in another process from a refresh.
 */
export function pairStoreOf(store: TokenStore, form: PairForm = PLAIN): AtomicTokenStore {
  const adapter = adapters.get(store) ?? new PairStore(store, form);
  adapters.set(store, adapter);
  return adapter;
}

/** An older store. Only this process knows the fields beside the pair. */
class PairStore implements AtomicTokenStore {
  readonly #store: TokenStore;
  readonly #form: PairForm;
  #last: TokenRecord = { generation: 0 };
  #isSignedOut = false;
  #queue: Promise<unknown> = Promise.resolve();

  constructor(store: TokenStore, form: PairForm) {
    this.#store = store;
    this.#form = form;
  }

  read(): Promise<TokenRecord | undefined> {
    return this.#inTurn(() => this.#read());
  }

  /** What happens to the store in this process happens one after another, so that a read sees one state of it. */
  compareAndSwap(expected: TokenRecord | undefined, next: TokenRecord): Promise<boolean> {
    return this.#inTurn(() => this.#swap(expected, next));
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#queue.then(work);
    this.#queue = done.catch(() => {});
    return done;
  }

  async #read(): Promise<TokenRecord | undefined> {
    const last = this.#last;
    const [accessToken, refreshToken] = await Promise.all([
      this.#store.getAccessToken(),
      this.#store.getRefreshToken(),
    ]);
    if (!accessToken && !refreshToken) return this.#isSignedOut || last.intent ? last : undefined;
    const pair = { generation: 0, ...(accessToken && { accessToken }), ...(refreshToken && { refreshToken }) };
    const stored = this.#form.read(pair);
    if (!stored) throw new TypeError("The token store returned an invalid token");
    if (stored.accessToken === last.accessToken && stored.refreshToken === last.refreshToken) return last;
    // Another process has stored a pair: a refresh of the same sign-in, as far as anybody can know.
    return { ...stored, generation: last.generation + 1, sid: sidOf(last), seq: (last.seq ?? 0) + 1 };
  }

  async #swap(expected: TokenRecord | undefined, next: TokenRecord): Promise<boolean> {
    if (!isSameRecord(await this.#read(), expected)) return false;
    const { accessToken, refreshToken } = next;
    const isSamePair = accessToken === expected?.accessToken && refreshToken === expected?.refreshToken;
    // An app's first request has no tokens either, but an intent.
    const isOver = expected?.accessToken || sidOf(next) !== (expected && sidOf(expected));
    if (!accessToken) {
      if (isOver && !next.intent) await this.#store.clearTokens();
    } else if (!isSamePair) await this.#store.setTokens(accessToken, this.#form.write(next));
    this.#last = next;
    this.#isSignedOut = !accessToken;
    return true;
  }
}
