/**
 * What a store keeps of a session, and what it has to be able to do.
 *
 * @module
 */

/**
 * A session as a store keeps it: plain JSON.
 *
 * A record without tokens is a tombstone: the user signed out, and nothing that began before may sign them in again.
 * Don't delete it: a store that holds nothing has lost the session.
 */
export interface TokenRecord {
  /**
   * Number of the sign-in or sign-out that made this record, 0 or more. A refresh keeps it; each sign-in and each
   * sign-out takes a greater one.
   */
  readonly generation: number;
  /** The access token; absent after a sign-out. */
  readonly accessToken?: string | undefined;
  /** The refresh token, which works once; absent where the host gave none. */
  readonly refreshToken?: string | undefined;
  /** When the access token was issued, in milliseconds since 1970. */
  readonly issuedAt?: number | undefined;
  /** When the access token expires, in milliseconds since 1970; absent for one that doesn't. */
  readonly expiresAt?: number | undefined;
  /** Until when the token endpoint refuses requests after a 429, in milliseconds since 1970. */
  readonly blockedUntil?: number | undefined;
}

/** Tells the work under a lock whether the lock is still held. */
export interface TokenLease {
  /**
   * Tells whether nobody else can hold the lock. It reads a monotonic clock and asks nobody: the client calls it right
   * before each request that spends a refresh token.
   *
   * @returns False once another process may have taken the lock over.
   */
  isHeld(): boolean;
  /**
   * Prepares for a request that nothing may interrupt: from here on the lock outlives a process that is paused. A
   * client calls it before it spends a refresh token.
   *
   * @returns Nothing, once the lock is extended.
   */
  extend?(): Promise<void>;
}

/**
 * Keeps one session, and replaces it only on a condition. Three methods make a store of any database: see the adapters
 * for PostgreSQL, Deno KV and HTTP. Each method may answer at once or with a promise; what it throws reaches the
 * caller as the `cause` of a `ServiceError`.
 *
 * The refresh token is the fence. The OAuth host accepts it once, so that a record with another refresh token means
 * that somebody else was first: they have refreshed, signed in or signed out. A client that hears `false` reads again
 * and adopts what is stored.
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
   * Reads the record as it stands now.
   *
   * @returns The record; `undefined` where there is none.
   */
  read(): TokenRecord | undefined | Promise<TokenRecord | undefined>;
  /**
   * Replaces the record in one step, on condition that the stored one has the `refreshToken` and the `generation` of
   * the expected one. The other fields aren't compared.
   *
   * @param expected What was read before, with the refresh token that was spent; `undefined`: nothing is stored.
   * @param next What to store. It's durable once this resolves.
   * @returns True when it was stored, false when another record is there (or none), which stays as it is.
   */
  compareAndSwap(expected: TokenRecord | undefined, next: TokenRecord): boolean | Promise<boolean>;
  /**
   * Does work while no other process does any. It saves requests; correctness never rests on it, so that a store may
   * do without.
   *
   * @param work The work. A lock that can be lost hands it a lease.
   * @returns What the work gives.
   */
  lock?<T>(work: (lease?: TokenLease) => Promise<T>): Promise<T>;
}
