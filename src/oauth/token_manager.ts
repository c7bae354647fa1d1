import { checkToken } from "../access_token.ts";
import { setNewest } from "../oldest.ts";
import type { TokenProvider, TokenStore } from "../types/config.ts";
import type { AtomicTokenStore, TokenRecord } from "../types/token_record.ts";
import { guardStore, wrapStoreError } from "./guarded_store.ts";
import { MemoryTokenStore } from "./memory_token_store.ts";
import { sessionLost } from "./refresh_failure.ts";
import { SpentTokens } from "./spent_tokens.ts";
import { type RefreshOutcome, TokenEngine } from "./token_engine.ts";
import { lazySession, nextRecord, sidOf } from "./token_record.ts";

export interface ManagerSettings {
  readonly store?: TokenStore | AtomicTokenStore | undefined;
  readonly provider?: TokenProvider | undefined;
  readonly onDebug: (message: string) => void;
  /** Time limit of each call to the store and the provider, in milliseconds; 0 for none. */
  readonly limitMs: number;
}

/** Maximum number of access tokens that are remembered with their sign-in. */
const REMEMBERED = 16;

/**
 * Manages a client's tokens: in memory those that were set here, in the caller's store those that all processes share.
 * Memory never restores what the store has lost; the next refresh adopts a sign-in or sign-out of another process.
 */
export class TokenManager {
  /** Reads, refreshes and writes the store; it's in memory if none is configured. */
  readonly engine: TokenEngine;
  /** Whether other processes may have the same tokens. */
  readonly isShared: boolean;
  /** Counts the caller's sign-ins and sign-outs, so that a refresh can detect that it was overtaken. */
  changes = 0;
  readonly spent: SpentTokens = new SpentTokens();
  readonly #provider: TokenProvider | undefined;
  readonly #hasTombstones: boolean;
  readonly #limitMs: number;
  readonly #debug: (message: string) => void;
  /** The record that was set here, or adopted instead. A record without tokens is a sign-out that isn't stored yet. */
  #own: TokenRecord | undefined;
  #seen: TokenRecord | undefined;
  #writes: Promise<unknown> = Promise.resolve();
  /** A failed write, to be retried. */
  #unsaved: (() => Promise<unknown>) | undefined;
  readonly #sids = new Map<string, string>();
  #latestOut: TokenRecord | undefined;

  constructor({ store, provider, onDebug, limitMs }: ManagerSettings) {
    const shared = provider ? undefined : store;
    this.engine = new TokenEngine(guardStore(shared ?? new MemoryTokenStore(), limitMs), onDebug);
    this.isShared = !!shared;
    this.#hasTombstones = !!shared && "compareAndSwap" in shared;
    this.#provider = provider;
    this.#limitMs = limitMs;
    this.#debug = onDebug;
  }

  get current(): TokenRecord | undefined {
    return this.#own ?? this.#seen;
  }

  /** Whether the tokens come from the caller's provider because none was set here. */
  get usesProvider(): boolean {
    return !!this.#provider && !this.#own;
  }

  /**
   * Signs in with a pair; the caller's store is written in the background. Setting the current pair again changes
   * nothing.
   */
  set(accessToken: string, refreshToken?: string): void {
    checkToken(accessToken);
    if (refreshToken !== undefined) checkToken(refreshToken);
    const before = this.current;
    const pair = { accessToken, ...(refreshToken && { refreshToken }) };
    if (before?.accessToken === accessToken && before.refreshToken === refreshToken) return void (this.#own = before);
    const continues = before && this.spent.hasBrought(before.refreshToken, refreshToken);
    const next = continues ? successor(before, pair) : lazySession(before, pair);
    this.#change(next, () => continues ? this.engine.keep(before, next) : this.engine.start(next));
    if (this.#provider) this.#inBackground(() => this.tellProvider(next));
  }

  /** Signs out; the caller's store is written in the background. */
  clear(): void {
    const next = lazySession(this.current, {});
    this.#change(next, () => this.engine.start(next).then(() => undefined));
  }

  /** Signs out, and waits until the caller's store is updated. */
  async forget(): Promise<void> {
    this.clear();
    await this.settle();
  }

  /** The access token for the next call: from memory, else from the caller's store or provider. */
  access(): string | undefined | Promise<string | undefined> {
    if (this.#unsaved) this.#saveAgain();
    const own = this.#own;
    if (own) return own === this.#latestOut ? own.accessToken : this.#handOut(own);
    const provider = this.#provider;
    if (provider) return wrapStoreError(() => provider.getAccessToken(), this.#limitMs);
    return this.isShared ? this.#readAccess() : undefined;
  }

  /** The sign-in of a returned token; `undefined` for an unknown token. */
  sidOf(accessToken: string | undefined): string | undefined {
    return accessToken === undefined ? undefined : this.#sids.get(accessToken);
  }

  /** Waits for pending writes. Never rejects. */
  async written(): Promise<void> {
    await this.#writes;
  }

  /** Waits for pending writes, and retries a failed write. Rejects if it fails again. */
  async settle(): Promise<void> {
    await this.#writes;
    await this.#unsaved?.();
  }

  /** Adopts the result of a refresh, unless the caller has signed in or out meanwhile. */
  adopt({ record, unsaved }: RefreshOutcome, changes: number): void {
    if (this.changes !== changes) return;
    this.#seen = record;
    this.#handOut(record);
    if (this.#own || unsaved) this.#own = record;
    // The pair is in memory until the store has it, or has what takes precedence.
    unsaved?.record.then((stored) => {
      if (this.#own === record) this.#own = this.#seen = stored;
    }, () => {});
  }

  async replace(before: TokenRecord, tokens: Partial<TokenRecord>): Promise<void> {
    const changes = this.changes;
    this.adopt({ record: await this.engine.keep(before, successor(before, tokens)) }, changes);
  }

  async tellProvider({ accessToken = "", refreshToken }: TokenRecord): Promise<void> {
    const provider = this.#provider;
    if (provider) await wrapStoreError(() => provider.setTokens(accessToken, refreshToken), this.#limitMs);
  }

  async #readAccess(): Promise<string | undefined> {
    const record = await this.engine.read();
    if (!record && this.#seen && this.#hasTombstones) throw sessionLost();
    this.#seen = record;
    return this.#handOut(record);
  }

  #handOut(record: TokenRecord | undefined): string | undefined {
    this.#latestOut = record;
    const token = record?.accessToken;
    if (!token) return undefined;
    setNewest(this.#sids, token, sidOf(record), REMEMBERED);
    return token;
  }

  /** Changes memory at once, and the store after pending writes. */
  #change(record: TokenRecord, write: () => Promise<TokenRecord | undefined>): void {
    this.#own = record;
    this.changes++;
    const save = async () => {
      // A later change is pending; its write takes precedence.
      if (this.#own !== record) return;
      const stored = await write();
      this.#unsaved = undefined;
      if (this.#own !== record) return;
      this.#own = stored;
      this.#seen = stored;
    };
    this.#unsaved = undefined;
    this.#inBackground(save, () => this.#own === record && (this.#unsaved = save));
  }

  #inBackground(work: () => Promise<unknown>, onFailure: () => void = () => {}): void {
    this.#writes = this.#writes.then(work).catch((error) => {
      onFailure();
      this.#debug(error.message);
    });
  }

  #saveAgain(): void {
    const save = this.#unsaved;
    this.#unsaved = undefined;
    if (save) this.#inBackground(save, () => this.#unsaved ??= save);
  }
}

/** The record of a newer pair of the same sign-in. */
function successor(before: TokenRecord, { accessToken, refreshToken }: Partial<TokenRecord>): TokenRecord {
  const times = { issuedAt: undefined, expiresAt: undefined };
  return nextRecord(before, { ...times, accessToken, refreshToken, seq: (before.seq ?? 0) + 1 });
}
