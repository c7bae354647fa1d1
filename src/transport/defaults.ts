/** The defaults of calls. */
export const DEFAULTS = {
  /** Attempts after the first. */
  maxRetries: 3,
  /** Base of the exponential back-off, in milliseconds. */
  retryBaseDelay: 1000,
  /** Time limit of an attempt, in milliseconds. */
  timeoutMs: 30_000,
  /** Limit of a decompressed response: 32 MiB. */
  maxReplyBytes: 33_554_432,
} as const;
