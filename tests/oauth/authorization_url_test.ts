import { assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import { getAuthorizationUrl } from "../../src/oauth/authorization_url.ts";

const REDIRECT = "http://127.0.0.1:8080/callback?from=app";

Deno.test("getAuthorizationUrl() asks the OAuth host for a code", () => {
  const url = new URL(getAuthorizationUrl("app", REDIRECT));
  assertEquals(url.origin + url.pathname, "https://secure.soundcloud.com/authorize");
  assertEquals(Object.fromEntries(url.searchParams), {
    client_id: "app",
    redirect_uri: REDIRECT,
    response_type: "code",
  });
});

Deno.test("getAuthorizationUrl() adds the state, and the challenge with its method", () => {
  const url = new URL(getAuthorizationUrl("app", REDIRECT, { state: "a&b=c d", codeChallenge: "E9Me-_" }));
  assertEquals(url.searchParams.get("state"), "a&b=c d");
  assertEquals(url.searchParams.get("code_challenge"), "E9Me-_");
  assertEquals(url.searchParams.get("code_challenge_method"), "S256");
});

Deno.test("getAuthorizationUrl() omits code_challenge_method without a challenge", () => {
  assertEquals(getAuthorizationUrl("app", REDIRECT, { state: "x" }).includes("code_challenge"), false);
});

Deno.test("getAuthorizationUrl() uses the given OAuth host", () => {
  const url = getAuthorizationUrl("app", REDIRECT, { authUrl: "http://127.0.0.1:9/auth/" });
  assertEquals(url.startsWith("http://127.0.0.1:9/auth/authorize?client_id=app&"), true);
});

for (const redirectUri of [undefined, ""]) {
  Deno.test(`getAuthorizationUrl() rejects ${JSON.stringify(redirectUri) ?? "no"} redirect URI`, () => {
    assertThrows(() => getAuthorizationUrl("app", redirectUri), TypeError, "redirectUri is missing");
  });
}

Deno.test("getAuthorizationUrl() sends exactly the given parameters", () => {
  const text = fc.string({ unit: "grapheme", minLength: 1 });
  fc.assert(fc.property(text, text, text, (client_id, redirect_uri, state) => {
    const url = new URL(getAuthorizationUrl(client_id, redirect_uri, { state }));
    assertEquals(Object.fromEntries(url.searchParams), { client_id, redirect_uri, response_type: "code", state });
    assertEquals(url.hash, "");
  }));
});
