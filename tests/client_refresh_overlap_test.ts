import { assertEquals, assertRejects } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { ServiceClient } from "../src/client.ts";
import { ServiceError } from "../src/errors.ts";
import type { TokenStore } from "../src/types/config.ts";
import { settle } from "./support/calls.ts";
import { awaitedLater } from "./support/promises.ts";
import { TokenService } from "./support/token_service.ts";

Deno.test("a hook that calls the service with the refused token fails after a while, instead of waiting for itself", async () => {
  using time = new FakeTime();
  const debug: string[] = [];
  const client: ServiceClient = new ServiceClient({
    clientId: "id",
    clientSecret: "secret",
    fetch: () => Promise.resolve(new Response(null, { status: 401 })),
    timeoutMs: 300,
    onDebug: (message) => debug.push(message),
    onTokenRefresh: () => client.users.getUser(1),
  });
  client.setToken("dead");
  const call = awaitedLater(client.users.getUser(2));
  await settle();
  await time.tickAsync(300);
  const error = await assertRejects(() => call, ServiceError);
  assertEquals(error.status, 401);
  assertEquals(debug, ["onTokenRefresh failed: The caller's own refresh hasn't ended"]);
});

Deno.test("a call that comes while the hook is at work waits for it, and uses what it brings", async () => {
  await using service = await TokenService.start();
  const asked = Promise.withResolvers<void>();
  const brought = Promise.withResolvers<void>();
  const client: ServiceClient = new ServiceClient({
    ...service.config,
    async onTokenRefresh() {
      asked.resolve();
      await brought.promise;
      return service.rotate();
    },
  });
  client.setToken("dead");
  const first = client.users.getUser(1);
  await asked.promise;
  const second = client.users.getUser(2);
  await settle();
  brought.resolve();
  assertEquals([(await first).username, (await second).username], ["a1", "a1"]);
});

Deno.test("a sign-in while the stored pair is being read doesn't cost the new refresh token", async () => {
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
  client.setToken("a0", "r0");
  service.expire();
  const call = client.users.getUser(1);
  await reading.promise;
  const { access_token, refresh_token } = service.rotate();
  client.setToken(access_token, refresh_token);
  await settle();
  signedIn.resolve();
  assertEquals((await call).username, access_token);
  assertEquals([service.refreshes, client.refreshToken], [0, refresh_token]);
});
