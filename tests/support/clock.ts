/**
 * The monotonic clock of a test's own.
 *
 * @module
 */

/** A clock that stands still until it's moved. */
export interface Clock extends Disposable {
  /** Milliseconds since it was made. */
  now: number;
  /** How often it was read. */
  reads: number;
  /** By how much each reading moves it, in milliseconds. */
  stepMs: number;
}

/** Replaces `performance.now()` until it's disposed of. */
export function stopClock(): Clock {
  // A whole number, since sums of fractions are inexact.
  const began = Math.ceil(performance.now());
  const clock: Clock = {
    now: 0,
    reads: 0,
    stepMs: 0,
    [Symbol.dispose]: () => void Reflect.deleteProperty(performance, "now"),
  };
  performance.now = () => {
    clock.reads++;
    const { now } = clock;
    clock.now += clock.stepMs;
    return began + now;
  };
  return clock;
}
