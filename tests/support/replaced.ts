/** A clock that stands still until it is moved. */
export interface Clock extends Disposable {
  /** Milliseconds since its creation. */
  now: number;
  /** How often it was read. */
  reads: number;
  /** The milliseconds by which each reading moves it. */
  stepMs: number;
}

/** Replaces `performance.now()` until disposed. */
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

/** Replaces `Math.random()` until the end of the block. */
export function replaceRandom(random: () => number): Disposable {
  const original = Math.random;
  Math.random = random;
  return { [Symbol.dispose]: () => void (Math.random = original) };
}

/** Replaces the time zone until the end of the block. */
export function replaceZone(zone: string): Disposable {
  const before = Deno.env.get("TZ");
  Deno.env.set("TZ", zone);
  return { [Symbol.dispose]: () => before === undefined ? Deno.env.delete("TZ") : Deno.env.set("TZ", before) };
}
