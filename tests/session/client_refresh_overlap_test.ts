import { assertEquals, assertRejects } from "@std/assert";
import { ServiceClient } from "../../src/session/client.ts";
import { ServiceError } from "../../src/errors.ts";
import type { TokenStore } from "../../src/types/config.ts";
import { settle } from "../support/calls.ts";
import { TokenService } from "../support/sessions/services.ts";

Deno.test("onTokenRefresh may call the service with the new token without a deadlock", async () => {
  await using service = await TokenService.start();
  const names: string[] = [];
  const client: ServiceClient = new ServiceClient({
    ...service.config,
    onTokenRefresh: async () => names.push((await client.users.getUser(1)).username),
  });
  client.setToken("a0", "r0");
  service.expire();
  assertEquals({ username: (await client.users.getUser(2)).username, names }, { username: "a1", names: ["a1"] });
});

Deno.test("onTokenRefresh whose own call gets a 401 ends after callbackTimeoutMs instead of in a deadlock", async () => {
  await using service = await TokenService.start();
  const debug: string[] = [];
  const client: ServiceClient = new ServiceClient({
    ...service.config,
    callbackTimeoutMs: 100,
    onDebug: (message) => debug.push(message),
    onTokenRefresh: (_, { refresh_token }) => {
      if (refresh_token === "r1") service.expire();
      return client.users.getUser(1).catch(() => {});
    },
  });
  client.setToken("a0", "r0");
  service.expire();
  await assertRejects(() => client.users.getUser(2), ServiceError, "401");
  assertEquals(debug, ["onTokenRefresh failed: No answer within 100 ms"]);
  assertEquals((await client.users.getUser(2)).username, "a2");
});

Deno.test("onTokenRefresh: a call during onTokenRefresh uses the new token without waiting", async () => {
  await using service = await TokenService.start();
  const requested = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const client: ServiceClient = new ServiceClient({
    ...service.config,
    async onTokenRefresh() {
      requested.resolve();
      await released.promise;
    },
  });
  client.setToken("a0", "r0");
  service.expire();
  const first = client.users.getUser(1);
  await requested.promise;
  assertEquals((await client.users.getUser(2)).username, "a1");
  released.resolve();
  assertEquals((await first).username, "a1");
});

Deno.test("onTokenRefresh: a sign-in while the store is read doesn't lose the new refresh token", async () => {
  await using service = await TokenService.start();
  const reading = Promise.withResolvers<void>();
  const signedIn = Promise.withResolvers<void>();
  let pair: [string, string?] = ["a0", "r0"];
  const tokenStore: TokenStore = {
    getAccessToken: () => pair[0],
    async getRefreshToken() {
      reading.resolve();
      await signedIn.promise;
      return pair[1];
    },
    setTokens: (access, refresh) => pair = refresh ? [access, refresh] : [access],
    clearTokens() {},
  };
  const client = new ServiceClient({ ...service.config, tokenStore });
  service.expire();
  const call = client.users.getUser(1);
  await reading.promise;
  const { access_token, refresh_token } = service.rotate();
  client.setToken(access_token, refresh_token);
  await settle();
  signedIn.resolve();
  // Nobody can tell whose tokens these are: the request of the user before isn't sent again.
  await assertRejects(() => call, ServiceError, "401");
  assertEquals(service.refreshes, 0);
  assertEquals(client.refreshToken, refresh_token);
});
