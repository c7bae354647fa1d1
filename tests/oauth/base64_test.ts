import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { basicAuthorization } from "../../src/oauth/base64.ts";

function credentials(header: string): string {
  const bytes = Uint8Array.from(atob(header.replace(/^Basic /, "")), (char) => char.charCodeAt(0));
  return new TextDecoder().decode(bytes);
}

Deno.test("basicAuthorization() returns the header of RFC 7617", () => {
  assertEquals(basicAuthorization("Aladdin", "open sesame"), "Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==");
  assertEquals(basicAuthorization("test", "123£"), "Basic dGVzdDoxMjPCow==");
});

Deno.test("basicAuthorization() encodes any credentials as UTF-8", () => {
  const text = fc.string({ unit: "grapheme" });
  fc.assert(fc.property(text, text, (id, secret) => {
    assertEquals(credentials(basicAuthorization(id, secret)), `${id}:${secret}`);
  }));
});
