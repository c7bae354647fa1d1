// Stands in for `@std/assert`, over `node:assert` and `node:util`.
import nodeAssert from "node:assert/strict";
import { inspect } from "node:util";
import { comparable, equal } from "./equal.ts";
import { AssertionError, complain } from "./error.ts";

export { AssertionError, equal };
export { assertRejects, assertThrows } from "./throws.ts";
export { assertObjectMatch } from "./object_match.ts";

// deno-lint-ignore no-explicit-any -- as in `@std/assert`: a constructor of whatever parameters
type AnyConstructor = abstract new (...args: any[]) => any;

/** Asserts that a value is truthy. */
export function assert(expr: unknown, msg = ""): asserts expr {
  if (!expr) throw new AssertionError(msg);
}

/** Asserts that a value is falsy. */
export function assertFalse(expr: unknown, msg?: string): asserts expr is false {
  if (expr) complain(`Expected value to be falsy: ${inspect(expr)}`, msg);
}

/** Asserts that two values are deeply equal. */
export function assertEquals<T>(actual: T, expected: T, msg?: string): void {
  if (equal(actual, expected)) return;
  complain(`Values are not equal\n${difference(actual, expected)}`, msg);
}

/** Asserts that two values are not deeply equal. */
export function assertNotEquals<T>(actual: T, expected: T, msg?: string): void {
  if (equal(actual, expected)) complain(`Expected actual: ${inspect(actual)} not to be: ${inspect(expected)}`, msg);
}

/** Asserts that two values are the same, according to `Object.is`. */
export function assertStrictEquals<T>(actual: unknown, expected: T, msg?: string): asserts actual is T {
  if (Object.is(actual, expected)) return;
  complain(`Values are not strictly equal\n${difference(actual, expected)}`, msg);
}

/** Asserts that two values are not the same, according to `Object.is`. */
export function assertNotStrictEquals<T>(actual: T, expected: T, msg?: string): void {
  if (Object.is(actual, expected)) complain(`Expected "actual" to not be strictly equal to: ${inspect(actual)}`, msg);
}

/** Asserts that a value is an instance of a class. */
export function assertInstanceOf<T extends AnyConstructor>(
  actual: unknown,
  expectedType: T,
  msg?: string,
): asserts actual is InstanceType<T> {
  if (!(actual instanceof expectedType)) {
    complain(`Expected object to be an instance of "${expectedType.name}" but was ${inspect(actual)}`, msg);
  }
}

/** Asserts that a number is within a tolerance of another. */
export function assertAlmostEquals(actual: number, expected: number, tolerance?: number, msg?: string): void {
  if (Object.is(actual, expected)) return;
  const allowed = tolerance ?? (Number.isFinite(expected) ? Math.abs(expected * 1e-7) : 1e-7);
  if (!(Math.abs(expected - actual) <= allowed)) complain(`Expected actual: ${actual} to be close to ${expected}`, msg);
}

/** Asserts that a value is greater than another. */
export function assertGreater<T>(actual: T, expected: T, msg?: string): void {
  if (!(actual > expected)) complain(`Expect ${inspect(actual)} > ${inspect(expected)}`, msg);
}

/** Asserts that a value is less than another. */
export function assertLess<T>(actual: T, expected: T, msg?: string): void {
  if (!(actual < expected)) complain(`Expect ${inspect(actual)} < ${inspect(expected)}`, msg);
}

/** Asserts that a string matches a pattern. */
export function assertMatch(actual: string, expected: RegExp, msg?: string): void {
  if (!expected.test(actual)) complain(`Expected actual: "${actual}" to match: "${expected}"`, msg);
}

/** Asserts that a string does not match a pattern. */
export function assertNotMatch(actual: string, expected: RegExp, msg?: string): void {
  if (expected.test(actual)) complain(`Expected actual: "${actual}" to not match: "${expected}"`, msg);
}

/** Asserts that a string contains another. */
export function assertStringIncludes(actual: string, expected: string, msg?: string): void {
  if (!actual.includes(expected)) complain(`Expected actual: "${actual}" to contain: "${expected}"`, msg);
}

/** Returns the difference between two values as `node:assert` shows it. */
function difference(actual: unknown, expected: unknown): string {
  try {
    nodeAssert.deepEqual(comparable(actual), comparable(expected));
    return inspect(actual);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
