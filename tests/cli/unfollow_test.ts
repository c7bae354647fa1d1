import { assertEquals, assertRejects } from "@std/assert";
import { ServiceClient, ServiceError } from "@tonearm/client";
import { unfollowUser } from "../../cli/unfollow.ts";

const { signal } = new AbortController();

/** A client of a service that answers every request with a status. */
function clientOf(status: number): ServiceClient {
  const fetch = () => Promise.resolve(new Response(null, { status }));
  const client = new ServiceClient({ clientId: "id", clientSecret: "secret", fetch, maxRetries: 0 });
  client.setToken("token");
  return client;
}

for (const [status, expected] of [[200, true], [404, false]] as const) {
  Deno.test(`unfollowUser() resolves with ${expected} where the service answers ${status}`, async () => {
    assertEquals(await unfollowUser(clientOf(status), "soundcloud:users:9", { signal }), expected);
  });
}

Deno.test("unfollowUser() rejects any other error of the service", async () => {
  const error = await assertRejects(() => unfollowUser(clientOf(403), "soundcloud:users:9", { signal }), ServiceError);
  assertEquals(error.status, 403);
});
