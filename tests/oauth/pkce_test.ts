import { assert, assertEquals, assertNotEquals, assertRejects } from "@std/assert";
import fc from "fast-check";
import { generateCodeChallenge, generateCodeVerifier } from "../../src/oauth/pkce.ts";

Deno.test("generateCodeVerifier() returns 43 unreserved characters, different each time", () => {
  const verifiers = Array.from({ length: 200 }, generateCodeVerifier);
  for (const verifier of verifiers) assert(/^[A-Za-z0-9_-]{43}$/.test(verifier), verifier);
  assertEquals(new Set(verifiers).size, 200);
});

Deno.test("generateCodeVerifier() uses every character of its alphabet", () => {
  const used = new Set(Array.from({ length: 200 }, generateCodeVerifier).join(""));
  assertEquals(used.size, 64);
});

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

Deno.test("generateCodeChallenge() accepts every generated verifier", async () => {
  const challenges = await Promise.all(Array.from({ length: 50 }, () => generateCodeChallenge(generateCodeVerifier())));
  assertEquals(new Set(challenges).size, 50);
});
