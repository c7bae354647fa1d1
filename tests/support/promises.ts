/** Prevents an unhandled rejection, which would end the whole test file; the error still surfaces on await. */
export function ignoreRejection<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => {});
  return promise;
}
