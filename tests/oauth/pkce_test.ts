import { assert, assertEquals, assertNotEquals, assertRejects } from "@std/assert";
import fc from "fast-check";
import { generateCodeChallenge } from "../../src/oauth/pkce.ts";

Deno.test("generateCodeChallenge() returns the challenge of RFC 7636, appendix B", async () => {
  assertEquals(
    await generateCodeChallenge("dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"),
    "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
  );
});

for (
  const verifier of ["", "a".repeat(42), "a".repeat(129), `${"a".repeat(43)}+`, `${"a".repeat(43)}\n`, "é".repeat(43)]
) {
  Deno.test(`generateCodeChallenge() rejects ${JSON.stringify(verifier.slice(0, 50))}`, async () => {
    await assertRejects(() => generateCodeChallenge(verifier), TypeError, "43 to 128");
  });
}

Deno.test("generateCodeChallenge() returns unpadded base64url that differs from the verifier and is the same each time", async () => {
  const verifier = fc.stringMatching(/^[A-Za-z0-9._~-]{43,128}$/);
  await fc.assert(fc.asyncProperty(verifier, async (verifier) => {
    const challenge = await generateCodeChallenge(verifier);
    assert(/^[\w-]{43}$/.test(challenge), challenge);
    assertNotEquals(challenge, verifier);
    assertEquals(await generateCodeChallenge(verifier), challenge);
  }));
});
