/** A request that waits until the app's limits allow it. */
export interface LimitedCall {
  /** HTTP method. */
  readonly method: string;
  /** Absolute URL, query included. */
  readonly url: string;
  /** The access token. A limiter that stores it stores only a hash. */
  readonly token?: string | undefined;
  /** Ends the wait. The work has to observe it too. */
  readonly signal?: AbortSignal | undefined;
}

/** Keeps the calls of one app within its limits, on one machine or on many. */
export interface RateLimiter {
  /**
   * Runs the work of a call once the limits allow it, and adapts to its outcome.
   *
   * @param call The call.
   * @param work Sends it.
   * @returns The result of the work. Rejects like the work, with the reason of an abort, or with a `ServiceError` of
   * the code `limit` when the wait is too long.
   */
  schedule<T>(call: LimitedCall, work: () => Promise<T>): Promise<T>;
}
