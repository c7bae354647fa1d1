import { assert, assertEquals, assertRejects, assertStrictEquals } from "@std/assert";
import { ServiceClient } from "../../src/session/client.ts";
import { ServiceError } from "../../src/errors.ts";
import { TokenService } from "../support/sessions/services.ts";

Deno.test("TokenProvider: supplies the token, refreshes it on a 401, and receives new tokens from elsewhere", async () => {
  await using service = await TokenService.start();
  for (const knows of [true, false]) {
    let token = "stale";
    const stored: unknown[] = [];
    const refused: unknown[] = [];
    let passedClient: unknown;
    const client = new ServiceClient({
      ...service.config,
      tokenProvider: {
        getAccessToken: () => token,
        setTokens: (...pair) => stored.push(pair),
        refreshIfNeeded: (client, stale) => {
          passedClient = client;
          refused.push(stale);
          if (knows) token = "a0";
          return "a0";
        },
      },
    });
    assertEquals((await client.users.getUser(1)).username, "a0");
    assertEquals(refused, ["stale"]);
    assertStrictEquals(passedClient, client);
    assertEquals(client.accessToken, undefined);
    assertEquals(stored, knows ? [] : [["a0", undefined]]);
  }
});

Deno.test("TokenProvider: a failing provider is a ServiceError; without a token, the 401 is thrown", async () => {
  await using service = await TokenService.start();
  const client = (refreshIfNeeded: () => string) =>
    new ServiceClient({
      ...service.config,
      tokenProvider: { getAccessToken: () => "stale", setTokens() {}, refreshIfNeeded },
    });
  const failing = client(() => {
    throw new Error("vault sealed");
  });
  assertEquals((await assertRejects(() => failing.users.getUser(1), ServiceError)).code, "token_store");
  const limited = client(() => {
    throw new ServiceError(429, "");
  });
  assertEquals((await assertRejects(() => limited.users.getUser(1), ServiceError)).status, 429);
  assert((await assertRejects(() => client(() => "").users.getUser(1), ServiceError)).isUnauthorized);
});

Deno.test("TokenProvider: a client refreshes tokens that were set on it, and passes them to the provider", async () => {
  await using service = await TokenService.start();
  const stored: unknown[] = [];
  const provider = {
    getAccessToken: () => "p",
    setTokens: (...pair: unknown[]) => stored.push(pair),
    refreshIfNeeded: () => Promise.reject(new Error("asked")),
  };
  const client = new ServiceClient({ ...service.config, tokenProvider: provider });
  client.setToken("a0", "r0");
  service.expire();
  assertEquals((await client.users.getUser(1)).username, "a1");
  assertEquals(stored, [["a0", "r0"], ["a1", "r1"]]);
});
