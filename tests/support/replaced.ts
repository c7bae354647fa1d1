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

/** Replaces a member of an object until the end of the block. */
export function replaced(object: object, name: string, value: unknown): Disposable {
  const before = Object.getOwnPropertyDescriptor(object, name);
  Object.defineProperty(object, name, { value, configurable: true, writable: true });
  const restore = () => before ? Object.defineProperty(object, name, before) : Reflect.deleteProperty(object, name);
  return { [Symbol.dispose]: () => void restore() };
}

/** Replaces `Math.random()` until the end of the block. */
export const replaceRandom = (random: () => number): Disposable => replaced(Math, "random", random);

/** Replaces the time zone until the end of the block. */
export function replaceZone(zone: string): Disposable {
  const before = Deno.env.get("TZ");
  Deno.env.set("TZ", zone);
  return { [Symbol.dispose]: () => before === undefined ? Deno.env.delete("TZ") : Deno.env.set("TZ", before) };
}
