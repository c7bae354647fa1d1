import { assertEquals, assertThrows } from "@std/assert";
import { MemoryCache, ServiceClient } from "@tonearm/client";
import { serve } from "../support/wire_server.ts";

/** A service that says whose token came, in lists of two pages. */
async function echo() {
  const server = await serve((response, { url, headers }) => {
    const token = headers["authorization"];
    const next_href = url.includes("cursor") ? null : "/users/1/tracks?cursor=2";
    response.end(JSON.stringify({ id: 1, token, collection: [{ token }], next_href }));
  });
  const { url } = server;
  const client = new ServiceClient({ clientId: "id", baseUrl: url, authUrl: url, cache: new MemoryCache() });
  client.setToken("stored");
  return { client, server, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
}

Deno.test("client.as() uses another user's token, and a call's own token takes precedence", async () => {
  await using it = await echo();
  const other = it.client.as("other");
  const seen = [
    await it.client.users.getUser(1),
    await other.users.getUser(1),
    await other.users.getUser(1, { token: "own" }),
    (await other.raw.get("/me")).data,
  ];
  assertEquals(seen.map((body) => Object(body).token), ["stored", "other", "own", "other"].map((t) => `OAuth ${t}`));
});

Deno.test("client.as() requests every page of a list with that user's token, even through client.paginate()", async () => {
  await using it = await echo();
  const other = it.client.as("other");
  const own = await Array.fromAsync(other.users.getTracks(1));
  const walked = await Array.fromAsync(it.client.paginateItems(other.users.getTracks(1)));
  for (const tracks of [own, walked]) assertEquals(tracks, Array(2).fill({ token: "OAuth other" }));
});

Deno.test("client.as() rejects an invalid token", () => {
  assertThrows(() => new ServiceClient({ clientId: "id" }).as("a b"), TypeError, "Cannot use the token");
});
