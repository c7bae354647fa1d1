import { assertEquals, assertThrows } from "@std/assert";
import { ServiceError } from "../../src/errors.ts";
import { readTokenReply } from "../../src/oauth/token_reply.ts";

const TEN_YEARS_S = 315_360_000;
const HOUR_MS = 3_600_000;

for (
  const [life, ms] of [
    [1, 1000],
    ["3599", 3_599_000],
    [TEN_YEARS_S, TEN_YEARS_S * 1000],
    [TEN_YEARS_S + 1, HOUR_MS],
    [0, HOUR_MS],
    [-1, HOUR_MS],
    [NaN, HOUR_MS],
    ["soon", HOUR_MS],
    [null, HOUR_MS],
    [undefined, HOUR_MS],
  ] as const
) {
  Deno.test(`readTokenReply() reads a lifetime of ${JSON.stringify(life)} as ${ms} ms`, () => {
    const reply = { access_token: "a", refresh_token: "r", expires_in: life };
    const expected = { accessToken: "a", refreshToken: "r", issuedAt: 5000, expiresAt: 5000 + ms };
    assertEquals(readTokenReply(reply, "spent", 5000), expected);
  });
}

Deno.test("readTokenReply() keeps the sent refresh token when the reply has no other", () => {
  for (const refresh_token of [undefined, "", null, "a b"]) {
    assertEquals(readTokenReply({ access_token: "a", refresh_token }, "spent", 0).refreshToken, "spent");
  }
});

Deno.test("readTokenReply() sets no expiry for a token of the first generation", () => {
  assertEquals(readTokenReply({ access_token: "a" }, undefined, 7), { accessToken: "a", issuedAt: 7 });
});

for (const reply of [undefined, null, "a", {}, { access_token: "" }, { access_token: 7 }]) {
  Deno.test(`readTokenReply() rejects ${JSON.stringify(reply)} without revealing it`, () => {
    const error = assertThrows(() => readTokenReply(reply), ServiceError, "The response has no token");
    assertEquals({ status: error.status, code: error.code }, { status: 200, code: "invalid_body" });
  });
}
