/**
 * How a source is watched.
 *
 * @module
 */
import type { CallOptions } from "../session.ts";

/** One look at a source that is through. */
export interface WatchLook {
  /** How many events it brought. */
  readonly events: number;
  /** How long it is until the next look, in milliseconds. */
  readonly waitMs: number;
  /** The place after these events, as the watcher's `token` has it. Store it even if there were no events. */
  readonly token: string;
}

/** A look that failed and will be repeated. */
export interface WatchRetry {
  /** Why it failed. */
  readonly error: unknown;
  /** How many have failed in a row, from 1. */
  readonly failures: number;
  /** How long it is until the next one, in milliseconds. */
  readonly waitMs: number;
}

/** How a source is watched. */
export interface WatchOptions extends CallOptions {
  /** The place to resume from: the `token` of a watcher. Default: from now on. */
  since?: string | undefined;
  /** Pause between two looks while things happen, in milliseconds, 1,000 or more. Default 30,000. */
  intervalMs?: number | undefined;
  /** The longest pause while nothing happens, in milliseconds. Default 300,000, or `intervalMs` where that is more. */
  maxIntervalMs?: number | undefined;
  /** Items a page, 10 to 200. Default 200 for `tracksOf`, else 50. */
  pageSize?: number | undefined;
  /** Called after each look and its events. It is awaited; its error ends the watch. */
  onLook?: ((look: WatchLook) => unknown) | undefined;
  /** Called for each failed look that will be repeated. It is awaited; its error ends the watch. */
  onRetry?: ((retry: WatchRetry) => unknown) | undefined;
  /** Waits, in place of a timer, for tests. Default: a timer that the signal ends. */
  sleep?: ((ms: number, signal: AbortSignal | undefined) => Promise<void>) | undefined;
}
