import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { redact } from "../../src/transport/redact.ts";
import { anyQuery } from "../support/texts.ts";

for (
  const [url, expected] of [
    ["https://api.example/tracks?limit=2&q=lofi", "https://api.example/tracks?limit=2&q=lofi"],
    ["/tracks/1?secret_token=s-AbC&limit=2", "/tracks/1?secret_token=***&limit=2"],
    [
      "/x?oauth_token=1&access_token=2&client_id=3&client_secret=4&code=5",
      "/x?oauth_token=***&access_token=***" +
      "&client_id=***&client_secret=***&code=***",
    ],
    [
      "https://cdn.example/a.m3u8?expires=1&Policy=p&Signature=s&Key-Pair-Id=k",
      "https://cdn.example/a.m3u8?expires=1&Policy=***&Signature=***&Key-Pair-Id=***",
    ],
    ["https://user:pass@host.example/x", "https://host.example/x"],
    [
      "/resolve?url=https%3A%2F%2Fsoundcloud.com%2Fa%2Fb%2Fs-AbC",
      "/resolve?url=https%3A%2F%2Fsoundcloud.com%2Fa%2Fb%2Fs-***",
    ],
    [
      "/resolve?url=https%3A%2F%2Fx%2Fb%3Fsecret_token%3Ds-AbC",
      "/resolve?url=https%3A%2F%2Fx%2Fb%3Fsecret_token%3Ds-***",
    ],
    ["https://soundcloud.com/a/b/s-AbC?x=1", "https://soundcloud.com/a/b/s-***?x=1"],
    ["/tracks?secret_token=#x", "/tracks?secret_token=***#x"],
  ] as const
) {
  Deno.test(`redact() shows ${expected.slice(0, 60)}`, () => {
    assertEquals(redact(url), expected);
  });
}

Deno.test("redact() hides a secret at any position of the query", () => {
  const secret = fc.stringMatching(/^[\w.~-]{12,40}$/);
  const name = fc.constantFrom("secret_token", "oauth_token", "client_secret", "code", "refresh_token", "Signature");
  fc.assert(fc.property(secret, name, anyQuery(), (value, key, others) => {
    return !redact(`https://api.example/x?${others}&${key}=${value}&last=1`).includes(`=${value}`);
  }));
});

Deno.test("redact() handles a long URL quickly", () => {
  const url = `https://api.example/x?${"token&".repeat(20_000)}${"token".repeat(20_000)}`;
  const start = performance.now();
  redact(url);
  assertEquals(performance.now() - start < 3000, true);
});
