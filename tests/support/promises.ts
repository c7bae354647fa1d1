/**
 * Promises that may fail before a test awaits them.
 *
 * @module
 */

/**
 * Prevents an unhandled rejection, which would end the whole test file; the error still surfaces on await.
 *
 * @param promise The promise that is awaited later.
 * @returns The same promise.
 */
export function ignoreRejection<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => {});
  return promise;
}
