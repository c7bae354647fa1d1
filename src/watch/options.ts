import type { CallOptions } from "../session.ts";

/** A completed poll of a source. */
export interface WatchPoll {
  /** Number of its events. */
  readonly events: number;
  /** Pause until the next poll, in milliseconds. */
  readonly waitMs: number;
  /** The position after these events, as the watcher's `token` has it. Store it even if there were no events. */
  readonly token: string;
}

/** A poll that failed and will be repeated. */
export interface WatchRetry {
  /** Why it failed. */
  readonly error: unknown;
  /** Number of consecutive failures, from 1. */
  readonly failures: number;
  /** Pause until the next poll, in milliseconds. */
  readonly waitMs: number;
}

/** Options of a watch. */
export interface WatchOptions extends CallOptions {
  /** The position to resume from: the `token` of a watcher. Default: from now on. */
  since?: string | undefined;
  /** Pause between two polls while there are events, in milliseconds, 1,000 or more. Default 30,000. */
  intervalMs?: number | undefined;
  /** The longest pause while there are none, in milliseconds. Default 300,000, or `intervalMs` if that is longer. */
  maxIntervalMs?: number | undefined;
  /** Items per page, 10 to 200. Default 200 for `tracksOf`, else 50. */
  pageSize?: number | undefined;
  /** Called after each poll and its events. It is awaited; its error ends the watch. */
  onPoll?: ((poll: WatchPoll) => unknown) | undefined;
  /** Called for each failed poll that will be repeated. It is awaited; its error ends the watch. */
  onRetry?: ((retry: WatchRetry) => unknown) | undefined;
  /** Replaces the timer, for tests. Default: a timer that the signal ends. */
  sleep?: ((ms: number, signal: AbortSignal | undefined) => Promise<unknown>) | undefined;
}
