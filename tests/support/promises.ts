/**
 * Promises that a test awaits later than they may fail.
 *
 * @module
 */

/**
 * Handles a promise from its start. A rejection before anyone awaits it would otherwise end the whole test file as
 * unhandled; it still surfaces on await.
 *
 * @param promise The promise that is awaited later.
 * @returns The same promise.
 */
export function awaitedLater<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => {});
  return promise;
}
