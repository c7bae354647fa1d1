/**
 * Options of a watch.
 *
 * @module
 */
import type { CallOptions } from "../session.ts";

/** A completed look at a source. */
export interface WatchLook {
  /** Number of its events. */
  readonly events: number;
  /** Pause until the next look, in milliseconds. */
  readonly waitMs: number;
  /** The place after these events, as the watcher's `token` has it. Store it even if there were no events. */
  readonly token: string;
}

/** A look that failed and will be repeated. */
export interface WatchRetry {
  /** Why it failed. */
  readonly error: unknown;
  /** Number of consecutive failures, from 1. */
  readonly failures: number;
  /** Pause until the next look, in milliseconds. */
  readonly waitMs: number;
}

/** Options of a watch. */
export interface WatchOptions extends CallOptions {
  /** The place to resume from: the `token` of a watcher. Default: from now on. */
  since?: string | undefined;
  /** Pause between two looks while there are events, in milliseconds, 1,000 or more. Default 30,000. */
  intervalMs?: number | undefined;
  /** The longest pause while there are none, in milliseconds. Default 300,000, or `intervalMs` if that is longer. */
  maxIntervalMs?: number | undefined;
  /** Items per page, 10 to 200. Default 200 for `tracksOf`, else 50. */
  pageSize?: number | undefined;
  /** Called after each look and its events. It is awaited; its error ends the watch. */
  onLook?: ((look: WatchLook) => unknown) | undefined;
  /** Called for each failed look that will be repeated. It is awaited; its error ends the watch. */
  onRetry?: ((retry: WatchRetry) => unknown) | undefined;
  /** Replaces the timer, for tests. Default: a timer that the signal ends. */
  sleep?: ((ms: number, signal: AbortSignal | undefined) => Promise<void>) | undefined;
}
