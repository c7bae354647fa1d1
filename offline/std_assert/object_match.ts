import { inspect } from "node:util";
import { equal } from "./equal.ts";
import { complain } from "./error.ts";

/** Asserts that an object has at least the own properties of another, at every depth. */
export function assertObjectMatch(
  // deno-lint-ignore no-explicit-any -- as in `@std/assert`, which takes interfaces without an index signature
  actual: Record<PropertyKey, any>,
  expected: Record<PropertyKey, unknown>,
  msg?: string,
): void {
  if (!holds(actual, expected)) complain(`Expected actual: ${inspect(actual)} to match: ${inspect(expected)}`, msg);
}

function holds(actual: unknown, expected: unknown): boolean {
  if (Array.isArray(expected)) {
    return Array.isArray(actual) && actual.length >= expected.length &&
      expected.every((value, i) => holds(actual[i], value));
  }
  if (!isObject(actual) || !isObject(expected) || isValue(expected)) return equal(actual, expected);
  return Reflect.ownKeys(expected).every((key) =>
    Object.hasOwn(actual, key) && holds(Reflect.get(actual, key), Reflect.get(expected, key))
  );
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

/** Checks whether an object is compared as a whole. */
function isValue(value: object): boolean {
  return value instanceof Date || value instanceof RegExp || value instanceof Map || value instanceof Set;
}
