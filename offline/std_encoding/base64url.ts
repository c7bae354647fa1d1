/**
 * Stands in for `@std/encoding/base64url`, over `node:buffer`.
 *
 * @module
 */
import { decode, encode } from "./buffer.ts";

/** Encodes bytes, or a string as UTF-8, as base64url without padding. */
export function encodeBase64Url(data: ArrayBuffer | Uint8Array | string): string {
  return encode(data, "base64url");
}

/** Decodes base64url, with or without padding. */
export function decodeBase64Url(b64url: string): Uint8Array<ArrayBuffer> {
  const digits = b64url.replace(/={1,2}$/, "");
  if (digits.length % 4 === 1) throw new RangeError("Cannot decode input as base64url: a digit is missing");
  return decode(digits, "base64url", /^[\w-]*$/);
}
