import { integer } from "../checks.ts";

/** The limits of an app. SoundCloud documents only its limit of plays; the others are cautious estimates. */
export interface RateLimiterOptions {
  /** Concurrent calls, 1 or more. Default 8. */
  concurrency?: number | undefined;
  /** Calls in any span of `windowMs`, 1 or more. Default 50. */
  requests?: number | undefined;
  /** Length of that span, in milliseconds. Default 10,000. */
  windowMs?: number | undefined;
  /** Time to recover from the lowest to the full throttle, in milliseconds. Default 60,000. */
  recoverMs?: number | undefined;
  /** How long a call may wait for its turn, in milliseconds. Default 60,000. */
  maxWaitMs?: number | undefined;
  /** Plays in 24 hours, from the first one on. Default 15,000. */
  plays?: number | undefined;
  /**
   * Whether listing a track's streams counts as a play. SoundCloud doesn't document it. Default false: if it does
   * count, the rate limiter learns from SoundCloud's refusal that no plays are left.
   */
  countStreams?: boolean | undefined;
}

/** Checked options with all defaults. */
export type Limits = { readonly [Name in keyof RateLimiterOptions]-?: NonNullable<RateLimiterOptions[Name]> };

/** Length of the play window, in milliseconds. */
export const PLAYS_MS = 86_400_000;

const DEFAULTS: Limits = {
  concurrency: 8,
  requests: 50,
  windowMs: 10_000,
  recoverMs: 60_000,
  maxWaitMs: 60_000,
  plays: 15_000,
  countStreams: false,
};

/**
 * Checks options and fills in the defaults.
 *
 * @throws {TypeError} When a limit isn't a number.
 * @throws {RangeError} When a limit isn't a whole number or out of bounds.
 */
export function limitsOf(options: RateLimiterOptions): Limits {
  const given = Object.entries(options).filter(([, value]) => value !== undefined);
  const limits: Limits = { ...DEFAULTS, ...Object.fromEntries(given) };
  for (const name of ["concurrency", "requests", "windowMs", "recoverMs", "maxWaitMs"] as const) {
    integer(name, limits[name], 1, PLAYS_MS);
  }
  integer("plays", limits.plays, 0);
  return limits;
}
