import { assertEquals, assertThrows } from "@std/assert";
import { decodeBase64, encodeBase64 } from "@std/encoding/base64";
import { decodeBase64Url, encodeBase64Url } from "@std/encoding/base64url";
import { decodeHex, encodeHex } from "@std/encoding/hex";

const bytes = new Uint8Array([0, 251, 255, 16]);

Deno.test("base64 encodes and decodes", () => {
  assertEquals(encodeBase64(bytes), "APv/EA==");
  assertEquals(encodeBase64("é"), "w6k=");
  assertEquals(encodeBase64(bytes.subarray(1, 3)), "+/8=");
  assertEquals(decodeBase64("APv/EA=="), bytes);
  assertEquals(decodeBase64("APv/EA"), bytes);
});

Deno.test("base64url encodes and decodes without padding", () => {
  assertEquals(encodeBase64Url(bytes.buffer), "APv_EA");
  assertEquals(decodeBase64Url("APv_EA"), bytes);
});

Deno.test("@std/encoding: hex encodes and decodes in either case", () => {
  assertEquals(encodeHex(bytes), "00fbff10");
  assertEquals(decodeHex("00FBff10"), bytes);
});

Deno.test("@std/encoding: characters outside the alphabet are rejected", () => {
  assertThrows(() => decodeBase64("a-_b"), TypeError);
  assertThrows(() => decodeBase64Url("a+/b"), TypeError);
  assertThrows(() => decodeHex("zz"), TypeError);
});

Deno.test("@std/encoding: an invalid length is rejected", () => {
  assertThrows(() => decodeBase64("aaaaa"), RangeError);
  assertThrows(() => decodeBase64Url("aaaaa"), RangeError);
  assertThrows(() => decodeHex("abc"), RangeError);
});
