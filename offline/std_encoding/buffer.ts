import { Buffer } from "node:buffer";

type Encoding = "base64" | "base64url" | "hex";

/** Encodes bytes, or a string as UTF-8. */
export function encode(data: ArrayBuffer | Uint8Array | string, encoding: Encoding): string {
  if (typeof data === "string") return Buffer.from(data).toString(encoding);
  const bytes = data instanceof ArrayBuffer ? new Uint8Array(data) : data;
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString(encoding);
}

/** Decodes digits that must match `allowed`, because a `Buffer` would silently skip others. */
export function decode(digits: string, encoding: Encoding, allowed: RegExp): Uint8Array<ArrayBuffer> {
  if (!allowed.test(digits)) throw new TypeError(`Cannot decode input as ${encoding}: Invalid character`);
  return new Uint8Array(Buffer.from(digits, encoding));
}
