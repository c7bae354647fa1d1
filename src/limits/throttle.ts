import type { Outcome } from "./outcome.ts";
import type { Limits } from "./options.ts";

/** The smallest part of the limits, after many refusals. */
export const MIN_THROTTLE: number = 1 / 64;

/** A part of the limits: halved when SoundCloud refuses calls, then growing linearly. */
export class Throttle {
  readonly #recoverMs: number;
  #part = 1;
  #changedAt = -Infinity;
  #pausedUntil = 0;

  /** Starts at the full throttle. */
  constructor({ recoverMs }: Limits) {
    this.#recoverMs = recoverMs;
  }

  /** Returns the usable part of the limits. */
  part(now: number): number {
    return Math.min(1, this.#part + (now - this.#changedAt) / this.#recoverMs);
  }

  /**
   * Returns how long SoundCloud asks to wait.
   *
   * @returns Milliseconds; 0 or less for not at all.
   */
  pauseMs(now: number): number {
    return this.#pausedUntil - now;
  }

  /** Learns from a call. Concurrent calls are refused together and slow the app down only once. */
  learn({ isThrottled, pauseMs }: Outcome, since: number, now: number): void {
    if (!isThrottled) return;
    this.#pausedUntil = Math.max(this.#pausedUntil, now + pauseMs);
    if (since <= this.#changedAt) return;
    this.#part = Math.max(MIN_THROTTLE, this.part(now) / 2);
    this.#changedAt = now;
  }
}
