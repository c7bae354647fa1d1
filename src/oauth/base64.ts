/**
 * Bytes as text.
 *
 * @module
 */

/**
 * Encodes bytes in base64.
 *
 * @param bytes The bytes.
 * @returns The text, with padding.
 */
export function base64(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
}

/**
 * Encodes bytes in base64url (RFC 4648, section 5).
 *
 * @param bytes The bytes.
 * @returns The text, without padding.
 */
export function base64url(bytes: Uint8Array): string {
  return base64(bytes).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
