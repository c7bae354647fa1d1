import { assertEquals, assertThrows } from "@std/assert";
import { checkAddresses } from "../../src/transport/addresses.ts";

const ours = checkAddresses({ baseUrl: "https://API.example:443", authUrl: "https://secure.example/" });

for (
  const [url, expected] of [
    ["https://api.example/me", true],
    ["https://secure.example/sign-out", true],
    ["http://api.example/me", false],
    ["https://api.example:8443/me", false],
    ["https://api.example.evil.test/me", false],
    ["https://api.example@evil.test/me", false],
    ["https://user:pass@api.example/me", false],
    ["https://cdn.example/a.mp3", false],
    ["blob:https://api.example/1", false],
    ["data:text/plain,x", false],
    ["", false],
  ] as const
) {
  Deno.test(`checkAddresses(): a token ${expected ? "may" : "may not"} be sent to ${url || "nowhere"}`, () => {
    assertEquals(ours.mayCarryToken(url), expected);
  });
}

for (
  const [origin, expected] of [
    ["https://api.example", true],
    ["http://127.0.0.1:8080", true],
    ["http://127.9.9.9", true],
    ["http://localhost:3000", true],
    ["http://api.localhost", true],
    ["http://[::1]:3000", true],
    ["http://127.0.0.1.evil.test", false],
    ["http://localhost.evil.test", false],
    ["http://notlocalhost", false],
    ["http://192.168.0.1", false],
    ["http://0.0.0.0", false],
    ["ftp://127.0.0.1", false],
    ["https://user:password@api.example", false],
    ["https://api.example?a=b", false],
    ["https://api.example/#a", false],
    ["api.example", false],
    ["", false],
  ] as const
) {
  Deno.test(`checkAddresses(): the service ${expected ? "may" : "may not"} be at "${origin}"`, () => {
    for (const name of ["baseUrl", "authUrl"]) {
      const check = () => checkAddresses({ [name]: origin });
      if (expected) assertEquals(check().mayCarryToken(`${origin}/me`), true);
      else assertThrows(check, TypeError, `Cannot use ${name}: it must be an https or loopback URL`);
    }
  });
}

Deno.test("checkAddresses() returns the service's own URLs by default", () => {
  const { baseUrl, authUrl } = checkAddresses();
  assertEquals(baseUrl, "https://api.soundcloud.com");
  assertEquals(authUrl, "https://secure.soundcloud.com");
});
