/**
 * Stands in for `@std/encoding/base64`, over `node:buffer`.
 *
 * @module
 */
import { decode, encode } from "./buffer.ts";

/** Encodes bytes, or a string as UTF-8, as padded base64. */
export function encodeBase64(data: ArrayBuffer | Uint8Array | string): string {
  return encode(data, "base64");
}

/** Decodes base64, with or without padding. */
export function decodeBase64(b64: string): Uint8Array<ArrayBuffer> {
  const digits = b64.replace(/={1,2}$/, "");
  if (digits.length % 4 === 1) throw new RangeError("Cannot decode input as base64: a digit is missing");
  return decode(digits, "base64", /^[A-Za-z0-9+/]*$/);
}
