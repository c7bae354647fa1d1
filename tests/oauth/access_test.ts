import { assert, assertEquals, assertRejects } from "@std/assert";
import { MemoryTokenStore, ServiceClient, ServiceError } from "@tonearm/client";
import { expired, RECORD, TokenService } from "../support/sessions/services.ts";
import { respond } from "../support/wire_server.ts";

Deno.test("auth.getAccessToken() returns a valid token, the replacement of a rejected one, or throws", async () => {
  await using service = await TokenService.start();
  const store = new MemoryTokenStore({ ...RECORD, expiresAt: Date.now() - 1 });
  const client = expired(service, store);
  assertEquals(await client.auth.getAccessToken(), "a1");
  assertEquals(await client.auth.getAccessToken(), "a1");
  assertEquals(service.refreshes, 1);
  service.expire();
  assertEquals(await client.auth.getAccessToken({ refused: "a1" }), "a2");
  assertEquals(service.refreshes, 2);
  // Another user's tokens are no replacement.
  const before = store.read();
  store.compareAndSwap(before, { generation: before!.generation + 1, accessToken: "other", refreshToken: "r9" });
  const error = await assertRejects(() => client.auth.getAccessToken({ refused: "a2" }), ServiceError);
  assertEquals(error.code, "no_token");
  assertEquals(await client.auth.getAccessToken(), "other");
  assertEquals(service.refreshes, 2);
  client.clearToken();
  const missing = await assertRejects(() => client.auth.getAccessToken(), ServiceError, "401: No access token");
  assertEquals(missing.status, 401);
  assertEquals(missing.statusText, "");
  const provided = new ServiceClient({
    ...service.config,
    tokenProvider: { getAccessToken: () => undefined, setTokens() {}, refreshIfNeeded: () => "given" },
  });
  assertEquals(await provided.auth.getAccessToken(), "given");
});

Deno.test("ServiceClient: a 429 without Retry-After blocks all clients of a store", async () => {
  await using service = await TokenService.start();
  const store = new MemoryTokenStore(RECORD);
  let refusals = 6;
  service.onRefresh = (response) => {
    if (--refusals < 0) return respond(response, { body: service.rotate() });
    respond(response, { status: 429, body: { error: "rate_limit_exceeded" } });
  };
  const clients = Array.from({ length: 8 }, () => expired(service, store, { retryBaseDelay: 600, maxRetries: 2 }));
  const results = await Promise.allSettled(clients.map((client) => client.users.getUser(1)));
  for (const result of results) {
    assertEquals(result.status === "rejected" && (result.reason as ServiceError).status, 429);
  }
  // Without coordination, each client would send three requests: 24 in total.
  assert(service.refreshes <= 6, `${service.refreshes} requests into a 429`);
  assert((store.read()?.block?.until ?? 0) > 0);
  assertEquals(store.read()?.accessToken, "a0");
  assertEquals(store.read()?.refreshToken, "r0");
});
