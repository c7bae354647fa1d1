/**
 * Expectations that need no runtime's own modules, so that they hold inside workers and browsers too.
 *
 * @module
 */

/**
 * Fails unless both have the same JSON.
 *
 * @param {unknown} actual
 * @param {unknown} expected
 * @param {string} [what]
 */
export function assertEquals(actual, expected, what = "values") {
  const [left, right] = [actual, expected].map((value) => JSON.stringify(value));
  if (left !== right) throw new Error(`${what} differ: ${left} instead of ${right}`);
}

/**
 * Fails unless the condition holds.
 *
 * @param {unknown} condition
 * @param {string} complaint
 */
export function assert(condition, complaint) {
  if (!condition) throw new Error(complaint);
}

/**
 * Gives what a promise is rejected with.
 *
 * @param {Promise<unknown>} promise
 * @returns {Promise<any>}
 */
export async function errorOf(promise) {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  throw new Error("nothing failed");
}
