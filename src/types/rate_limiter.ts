/**
 * Types of rate limiters.
 *
 * @module
 */

/** A request that waits for room within the app's limits. */
export interface LimitedCall {
  /** HTTP method. */
  readonly method: string;
  /** Absolute address, query included. */
  readonly url: string;
  /** The access token. A limiter that stores it stores a hash. */
  readonly token?: string | undefined;
  /** Ends the wait. The work has to heed it by itself. */
  readonly signal?: AbortSignal | undefined;
}

/** Keeps the calls of one app within its limits, on one machine or on many. */
export interface RateLimiter {
  /**
   * Does the work of a call once there is room for it, and learns from how it ends.
   *
   * @param call The call.
   * @param work Sends it.
   * @returns The result of the work. Rejects as the work does; with the reason of an abort; or with a `ServiceError` of
   * the code `limit` where there's no room in time.
   */
  schedule<T>(call: LimitedCall, work: () => Promise<T>): Promise<T>;
}
