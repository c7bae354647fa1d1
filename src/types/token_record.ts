/**
 * A session as a store keeps it: plain JSON. Store every field, unknown ones too.
 *
 * A record without tokens is a tombstone: the user signed out, and no earlier refresh may sign them in again. Don't
 * delete it: an empty store has lost the session.
 */
export interface TokenRecord {
  /** Increases with each write, from 0. It orders nothing: `sid` and `seq` do. */
  readonly generation: number;
  /** The access token; absent after a sign-out. */
  readonly accessToken?: string | undefined;
  /** The refresh token, which works once; absent if the host returned none. */
  readonly refreshToken?: string | undefined;
  /** When the access token was issued, in milliseconds since 1970. */
  readonly issuedAt?: number | undefined;
  /** When the access token expires, in milliseconds since 1970; absent for one that doesn't. */
  readonly expiresAt?: number | undefined;
  /** Random id of the sign-in or sign-out. */
  readonly sid?: string | undefined;
  /** Ids of the sign-ins and sign-outs before it, the latest first; at most 8. */
  readonly after?: readonly string[] | undefined;
  /** Number of refreshes since the sign-in. */
  readonly seq?: number | undefined;
  /** Random id of this write. Compare-and-swap compares it alone. */
  readonly mark?: string | undefined;
  /** Set while a process refreshes: nobody else may send this refresh token. */
  readonly intent?: {
    /** Random id. */
    readonly id: string;
    /** How long nobody else may send the token, in milliseconds, by the clock of the one who waits. */
    readonly leaseMs: number;
    /** How long some process has waited for the intent to end, in milliseconds. */
    readonly agedMs?: number | undefined;
  } | undefined;
  /** Set while the OAuth host refuses refreshes. */
  readonly block?: {
    /** Random id. */
    readonly id: string;
    /** How long it lasts, in milliseconds. */
    readonly forMs: number;
    /** When it ends, in milliseconds since 1970, by the clock of the process that was refused. */
    readonly until: number;
  } | undefined;
}

/**
 * Stores one session and replaces it by compare-and-swap. Any database can implement it: see the adapters for
 * PostgreSQL, Deno KV and HTTP. Each method may return a value or a promise; its error reaches the caller as the
 * `cause` of a `ServiceError`.
 *
 * Before a client sends a refresh token, it stores its intent to do so. This proves that the store takes writes, and
 * keeps others from sending the same token. When a swap returns `false`, the client reads again.
 *
 * @example
 * ```ts
 * import { type AtomicTokenStore, isSameRecord, type TokenRecord } from "@tonearm/client";
 *
 * let stored: TokenRecord | undefined;
 * const tokenStore: AtomicTokenStore = {
 *   read: () => stored,
 *   compareAndSwap(expected, next) {
 *     if (!isSameRecord(stored, expected)) return false;
 *     stored = next;
 *     return true;
 *   },
 * };
 * ```
 */
export interface AtomicTokenStore {
  /**
   * Reads the current record.
   *
   * @returns The record, or `undefined`.
   */
  read(): TokenRecord | undefined | Promise<TokenRecord | undefined>;
  /**
   * Replaces the record atomically, on condition that the stored one has the `mark` of the expected one. Records of
   * older versions have no mark: of them, `generation` and `refreshToken` are compared.
   *
   * @param expected The record that was read before; `undefined` if nothing is stored.
   * @param next What to store. It's durable once this resolves.
   * @returns True when it was stored; false when the store has another record (or none), which stays unchanged.
   */
  compareAndSwap(expected: TokenRecord | undefined, next: TokenRecord): boolean | Promise<boolean>;
}

/** A store that can tell what is wrong with its configuration. */
export interface CheckedTokenStore {
  /**
   * Checks the store and its configuration.
   *
   * @returns What is wrong, each with its remedy; empty if nothing is.
   */
  check(): Promise<StoreFinding[]>;
}

/** Something about a store that can lose a session or fail a call. */
export interface StoreFinding {
  /** What is wrong, in a sentence. */
  readonly problem: string;
  /** What to do about it, in a sentence. */
  readonly remedy: string;
}
