/**
 * Stands in for `@std/encoding/hex`, over `node:buffer`.
 *
 * @module
 */
import { decode, encode } from "./buffer.ts";

/** Encodes bytes, or a string as UTF-8, as lower-case hexadecimal digits. */
export function encodeHex(src: string | Uint8Array | ArrayBuffer): string {
  return encode(src, "hex");
}

/** Decodes hexadecimal digits of either case. */
export function decodeHex(src: string): Uint8Array<ArrayBuffer> {
  if (src.length % 2 === 1) throw new RangeError("Cannot decode input as hex: a digit is missing");
  return decode(src, "hex", /^[\da-f]*$/i);
}
