import { assertEquals, assertThrows } from "@std/assert";
import { readTokenReply } from "../../src/oauth/token_reply.ts";

Deno.test("readTokenReply() takes the life that the reply names, and an hour for one that makes no sense", () => {
  const lifeOf = (expires_in: unknown) =>
    (readTokenReply({ access_token: "a", expires_in }, "r", 5000).expiresAt ?? NaN) / 1000 - 5;
  assertEquals([1, "60", 315_360_000].map(lifeOf), [1, 60, 315_360_000]);
  assertEquals([0, -1, NaN, "soon", null, undefined, 315_360_001].map(lifeOf), Array(7).fill(3600));
});

Deno.test("readTokenReply() keeps the spent refresh token for none, and knows no end of a token without both", () => {
  const spent = { accessToken: "a", refreshToken: "r", issuedAt: 0, expiresAt: 3_600_000 };
  assertEquals(readTokenReply({ access_token: "a", refresh_token: "s" }, "r", 0), { ...spent, refreshToken: "s" });
  assertEquals(readTokenReply({ access_token: "a", refresh_token: "" }, "r", 0), spent);
  assertEquals(readTokenReply({ access_token: "a" }, undefined, 0), { accessToken: "a", issuedAt: 0 });
  for (const reply of [undefined, "a", {}, { access_token: "a b" }]) assertThrows(() => readTokenReply(reply), Error);
});
