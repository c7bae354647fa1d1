import { complain } from "./error.ts";

// deno-lint-ignore no-explicit-any -- as in `@std/assert`: a constructor of whatever parameters
type ErrorClass<E extends Error> = abstract new (...args: any[]) => E;

/** Asserts that a value is an error, optionally of a class and with a text in its message. */
function assertIsError<E extends Error = Error>(
  error: unknown,
  expected?: ErrorClass<E>,
  msgMatches?: string | RegExp,
  msg?: string,
): asserts error is E {
  if (!(error instanceof Error)) complain(`Expected "error" to be an Error object, but got ${error}`, msg);
  if (expected && !(error instanceof expected)) {
    complain(
      `Expected error to be instance of "${expected.name}", but was "${error.constructor.name}" (${error.message})`,
      msg,
    );
  }
  const isMatch = typeof msgMatches === "string" ? error.message.includes(msgMatches) : msgMatches?.test(error.message);
  if (isMatch === false) complain(`Expected error message to match ${msgMatches}, but got "${error.message}"`, msg);
}

/** Asserts that a function throws, and returns the thrown value. */
export function assertThrows(fn: () => unknown, msg?: string): unknown;
/** Asserts that a function throws an error of a class, and returns it. */
export function assertThrows<E extends Error = Error>(
  fn: () => unknown,
  expected: ErrorClass<E>,
  msgIncludes?: string,
  msg?: string,
): E;
export function assertThrows<E extends Error>(
  fn: () => unknown,
  expected?: ErrorClass<E> | string,
  msgIncludes?: string,
  msg?: string,
): unknown {
  try {
    fn();
  } catch (error) {
    return checked(error, expected, msgIncludes, msg);
  }
  return complain("Expected function to throw", typeof expected === "string" ? expected : msg);
}

/** Asserts that a function's promise rejects, and resolves to the reason. */
export function assertRejects(fn: () => PromiseLike<unknown>, msg?: string): Promise<unknown>;
/** Asserts that a function's promise rejects with an error of a class, and resolves to it. */
export function assertRejects<E extends Error = Error>(
  fn: () => PromiseLike<unknown>,
  expected: ErrorClass<E>,
  msgIncludes?: string,
  msg?: string,
): Promise<E>;
export async function assertRejects<E extends Error>(
  fn: () => PromiseLike<unknown>,
  expected?: ErrorClass<E> | string,
  msgIncludes?: string,
  msg?: string,
): Promise<unknown> {
  const own = typeof expected === "string" ? expected : msg;
  const promise = promised(fn, own);
  try {
    await promise;
  } catch (error) {
    return checked(error, expected, msgIncludes, msg);
  }
  return complain("Expected function to reject", own);
}

function promised(fn: () => PromiseLike<unknown>, msg: string | undefined): PromiseLike<unknown> {
  let result;
  try {
    result = fn();
  } catch {
    // Reported below, like a result that isn't a promise.
  }
  return typeof result?.then === "function" ? result : complain("Function throws when expected to reject", msg);
}

function checked<E extends Error>(
  error: unknown,
  expected: ErrorClass<E> | string | undefined,
  msgIncludes: string | undefined,
  msg: string | undefined,
): unknown {
  if (typeof expected === "function") assertIsError(error, expected, msgIncludes, msg);
  return error;
}
