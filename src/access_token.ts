/**
 * Tells whether a value can be sent as a token.
 *
 * @returns False when it isn't a string, is empty, or contains spaces or control characters.
 */
export function isToken(token: unknown): token is string {
  return typeof token === "string" && /^[!-~]+$/.test(token);
}

/**
 * Rejects a value that can't be sent as a token. The platform's own error would show it.
 *
 * @throws {TypeError} When it isn't a string, is empty, or contains spaces or control characters.
 */
export function checkToken(token: unknown): asserts token is string {
  if (!isToken(token)) throw new TypeError("Cannot use the token: it must be printable text without spaces");
}
