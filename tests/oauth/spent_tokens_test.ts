import { assertEquals, assertRejects, assertStrictEquals } from "@std/assert";
import { SpentTokens } from "../../src/oauth/spent_tokens.ts";
import type { ServiceToken } from "../../src/types/token.ts";

/** Returns a reply with the tokens of this number. */
function pair(number: number): ServiceToken {
  return {
    access_token: `a${number}`,
    refresh_token: `r${number}`,
    expires_in: 3600,
    scope: "",
    token_type: "bearer",
  };
}

/** Returns a function that exchanges a refresh token for the next tokens; `sent` records the tokens. */
function spender() {
  const spent = new SpentTokens();
  const sent: string[] = [];
  const spend = (token: string, reply: ServiceToken | Error) =>
    spent.spend(token, () => {
      sent.push(token);
      return reply instanceof Error ? Promise.reject(reply) : Promise.resolve(reply);
    });
  return { spent, sent, spend };
}

Deno.test("SpentTokens.spend() sends a token once, and gives those who come later the newest pair", async () => {
  const { spend, sent } = spender();
  assertEquals(await spend("r0", pair(1)), pair(1));
  assertEquals(await spend("r1", pair(2)), pair(2));
  assertEquals(await spend("r0", pair(9)), pair(2));
  assertEquals(sent, ["r0", "r1"]);
});

Deno.test("SpentTokens.spend() sends a token again that failed, or that its reply left in force", async () => {
  const { spend, sent } = spender();
  await assertRejects(() => spend("r0", new Error("away")), Error, "away");
  const { refresh_token: _, ...bare } = pair(1);
  await spend("r0", bare as ServiceToken);
  await spend("r0", { ...pair(1), refresh_token: "r0" });
  assertEquals(await spend("r0", pair(1)), pair(1));
  assertEquals(sent, ["r0", "r0", "r0", "r0"]);
});

Deno.test("SpentTokens never goes in circles where a reply brings back a token that was spent", async () => {
  const { spend, sent, spent } = spender();
  await spend("r0", pair(1));
  await spend("r1", { ...pair(0), access_token: "again" });
  assertEquals((await spend("r0", pair(9))).access_token, "a1");
  assertEquals(spent.hasBrought("r1", "r0"), false);
  assertEquals(sent, ["r0", "r1"]);
});

Deno.test("SpentTokens.hasBrought() follows a token through every pair that it has brought", async () => {
  const { spend, spent } = spender();
  for (let number = 0; number < 3; number++) await spend(`r${number}`, pair(number + 1));
  assertEquals(["r1", "r2", "r3"].map((token) => spent.hasBrought("r0", token)), [true, true, true]);
  assertEquals([spent.hasBrought("r2", "r1"), spent.hasBrought("r0", "r0")], [false, false], "the other way");
  assertEquals([spent.hasBrought(undefined, "r1"), spent.hasBrought("x", "r1")], [false, false], "unknown tokens");
});

Deno.test("SpentTokens.spend() gives the pair that is being announced, and sends nothing", async () => {
  const { spend, spent, sent } = spender();
  spent.announced = pair(1);
  assertStrictEquals(await spend("r1", pair(2)), spent.announced);
  assertEquals(await spend("r0", pair(1)), pair(1));
  assertEquals(sent, ["r0"]);
});

Deno.test("SpentTokens remembers 32 tokens, the newest ones", async () => {
  const { spend, spent, sent } = spender();
  for (let number = 0; number < 33; number++) await spend(`r${number}`, pair(number + 1));
  assertEquals([spent.hasBrought("r0", "r1"), spent.hasBrought("r1", "r2")], [false, true]);
  sent.length = 0;
  await spend("r1", pair(99));
  assertEquals(sent, [], "the 32nd");
  await spend("r0", pair(99));
  assertEquals(sent, ["r0"], "the 33rd");
});
