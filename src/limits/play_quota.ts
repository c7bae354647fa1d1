import type { Outcome } from "./outcome.ts";
import { type Limits, PLAYS_MS } from "./options.ts";

/** Counts plays in a window that opens with the first play after the last window, as SoundCloud's does. */
export class PlayQuota {
  readonly #most: number;
  #used = 0;
  #endsAt = 0;

  /** Creates an unused quota. */
  constructor({ plays }: Limits) {
    this.#most = plays;
  }

  /** Returns how many plays were counted. */
  at(now: number): { used: number; endsAt: number } {
    return now < this.#endsAt ? { used: this.#used, endsAt: this.#endsAt } : { used: 0, endsAt: now + PLAYS_MS };
  }

  /**
   * Counts a play, if there is one left.
   *
   * @returns When its window ends, in epoch milliseconds, and whether there was one.
   */
  take(now: number): { endsAt: number; isLeft: boolean } {
    const { used, endsAt } = this.at(now);
    const isLeft = used < this.#most;
    if (isLeft) [this.#used, this.#endsAt] = [used + 1, endsAt];
    return { endsAt, isLeft };
  }

  /**
   * Subtracts a play that SoundCloud didn't count.
   *
   * @param endsAt The end of the window in which it was counted.
   */
  giveBack(endsAt: number): void {
    if (endsAt === this.#endsAt && this.#used > 0) this.#used--;
  }

  /** Records SoundCloud's count, which includes plays that weren't counted here. */
  learn({ noPlaysMs }: Outcome, now: number): void {
    if (noPlaysMs > 0) [this.#used, this.#endsAt] = [this.#most, now + noPlaysMs];
  }
}
