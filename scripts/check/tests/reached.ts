/**
 * How many assertions the running test has reached. A global holds it: the modules of an isolate and its preloaded
 * module share it, also where a module is loaded twice.
 */

const KEY = Symbol.for("tonearm.assertions");

type Counter = { [KEY]?: number };

/** The number since {@linkcode reset}. */
export function reached(): number {
  return (globalThis as Counter)[KEY] ?? 0;
}

/** Starts again at 0. */
export function reset(): void {
  (globalThis as Counter)[KEY] = 0;
}

/** Counts one. */
export function count(): void {
  (globalThis as Counter)[KEY] = reached() + 1;
}

/** Returns an assertion that is counted when it is called. */
// deno-lint-ignore no-explicit-any -- any assertion, whose own type the caller states
export function counted<F extends (...args: any[]) => any>(assertion: F): F {
  return ((...args: unknown[]) => {
    count();
    return assertion(...args);
  }) as F;
}
