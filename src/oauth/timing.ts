/** Time limit of a token request, in milliseconds. Apart from the rest, which bundles without refreshes don't need. */
export const REQUEST_MS = 10_000;

/** How long after the intent a token may still be sent, in milliseconds. */
export const SEND_BY_MS = 3000;

/**
 * Durations in milliseconds. The lease outlasts the moment at which the bytes of a request can still reach the host:
 * {@linkcode SEND_BY_MS}, {@linkcode REQUEST_MS}, and five seconds on the way. The grace outlasts the pause and the
 * write of an owner who waits for its store.
 */
export const TIMING = {
  leaseMs: 20_000,
  graceMs: 8000,
  retryMs: 500,
  laterMs: 2000,
  /** How long a refresh waits for those of other processes. */
  waitMs: 60_000,
  /** Shortest and longest pause between two reads of the store. */
  pollMs: [50, 500],
} as const;
