/**
 * The record of a session, and the interface of its store.
 *
 * @module
 */

/**
 * A session as a store keeps it: plain JSON.
 *
 * A record without tokens is a tombstone: the user signed out, and no earlier refresh may sign them in again. Don't
 * delete it: an empty store has lost the session.
 */
export interface TokenRecord {
  /**
   * Number of the sign-in or sign-out that created this record, 0 or more. A refresh keeps it; each sign-in and
   * sign-out increases it.
   */
  readonly generation: number;
  /** The access token; absent after a sign-out. */
  readonly accessToken?: string | undefined;
  /** The refresh token, which works once; absent if the host returned none. */
  readonly refreshToken?: string | undefined;
  /** When the access token was issued, in milliseconds since 1970. */
  readonly issuedAt?: number | undefined;
  /** When the access token expires, in milliseconds since 1970; absent for one that doesn't. */
  readonly expiresAt?: number | undefined;
  /** Until when the token endpoint refuses requests after a 429, in milliseconds since 1970. */
  readonly blockedUntil?: number | undefined;
}

/** The lease of a lock, for the work under it. */
export interface TokenLease {
  /**
   * Tells whether the lock is still held. It reads a monotonic clock and sends nothing; the client calls it right
   * before each request that spends a refresh token.
   *
   * @returns False once another process may have taken the lock over.
   */
  isHeld(): boolean;
  /**
   * Extends the lock before a request that must not be interrupted, so that it outlasts a pause of the process. A
   * client calls it before it spends a refresh token.
   *
   * @returns Nothing, once the lock is extended.
   */
  extend?(): Promise<void>;
}

/**
 * Stores one session and replaces it by compare-and-swap. Any database can implement it: see the adapters for
 * PostgreSQL, Deno KV and HTTP. Each method may return a value or a promise; its error reaches the caller as the
 * `cause` of a `ServiceError`.
 *
 * The refresh token is the fence. The OAuth host accepts it once, so another refresh token in the store means that
 * another process has refreshed, signed in or signed out first. When it returns `false`, the client reads again and
 * adopts the stored record.
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
   * Replaces the record atomically, on condition that the stored one has the `refreshToken` and the `generation` of the
   * expected one. Other fields aren't compared.
   *
   * @param expected The record that was read before, with the spent refresh token; `undefined` if nothing is stored.
   * @param next What to store. It's durable once this resolves.
   * @returns True when it was stored; false when the store has another record (or none), which stays unchanged.
   */
  compareAndSwap(expected: TokenRecord | undefined, next: TokenRecord): boolean | Promise<boolean>;
  /**
   * Runs work under a lock. The lock saves requests; correctness never depends on it, so a store may leave it out.
   *
   * @param work The work. A lock that can be lost passes it a lease.
   * @returns The result of the work.
   */
  lock?<T>(work: (lease?: TokenLease) => Promise<T>): Promise<T>;
}
