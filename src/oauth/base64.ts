/**
 * Bytes as text.
 *
 * @module
 */

/**
 * Encodes bytes in base64.
 *
 * @param bytes The bytes, some hundreds at most.
 * @returns The text, with padding.
 */
export function base64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes));
}
