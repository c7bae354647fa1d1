/**
 * What can be told to be wrong before any request.
 *
 * @module
 */

/**
 * Checks a whole number.
 *
 * @param what Its name, for the message.
 * @param value What was given.
 * @param min The least it may be.
 * @param max The most it may be. Default: any.
 * @throws {TypeError} When it isn't a number.
 * @throws {RangeError} When it isn't whole, or out of bounds.
 */
export function integer(what: string, value: unknown, min: number, max: number = Number.MAX_SAFE_INTEGER): void {
  const wrong = `Cannot use ${what}: not a whole number from ${min} to ${max}`;
  if (typeof value !== "number") throw new TypeError(wrong);
  if (!Number.isInteger(value) || value < min || value > max) throw new RangeError(wrong);
}

/**
 * Checks a text.
 *
 * @param what Its name, for the message.
 * @param value What was given.
 * @param max How many characters it may have. Default: any number.
 * @throws {TypeError} When it isn't a text, or blank.
 * @throws {RangeError} When it's too long.
 */
export function text(what: string, value: unknown, max: number = Infinity): void {
  if (typeof value !== "string" || !/\S/.test(value)) throw new TypeError(`Cannot use ${what}: not a text, or blank`);
  if ([...value].length > max) throw new RangeError(`Cannot use ${what}: more than ${max} characters`);
}
