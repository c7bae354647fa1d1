import { isDeepStrictEqual } from "node:util";

/** Checks whether two values are deeply equal. */
export function equal(actual: unknown, expected: unknown): boolean {
  return isDeepStrictEqual(comparable(actual), comparable(expected));
}

/**
 * Returns a copy in which values that `@std/assert` treats as equal, but `node:util` doesn't, are the same: objects
 * without a prototype and plain ones, `0` and `-0`. URLs become text, because `node:util` doesn't compare their parts.
 */
export function comparable(value: unknown, seen: Map<unknown, unknown> = new Map()): unknown {
  if (value === 0) return 0;
  if (value instanceof URL || value instanceof URLSearchParams) return { [value.constructor.name]: String(value) };
  if (Array.isArray(value)) return seen.get(value) ?? copyInto([], value, seen);
  return isPlain(value) ? seen.get(value) ?? copyInto({}, value, seen) : value;
}

function isPlain(value: unknown): value is object {
  if (typeof value !== "object" || value === null) return false;
  const prototype = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype;
}

function copyInto(copy: object, value: object, seen: Map<unknown, unknown>): object {
  seen.set(value, copy);
  for (const key of Reflect.ownKeys(value)) {
    if (key !== "length" || !Array.isArray(value)) Reflect.set(copy, key, comparable(Reflect.get(value, key), seen));
  }
  if (Array.isArray(value)) Reflect.set(copy, "length", value.length);
  // Only cycles are kept. After a comparison of one, Deno's `node:util` tells one object twice from two equal ones.
  seen.delete(value);
  return copy;
}
