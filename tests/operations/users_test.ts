import { assertEquals } from "@std/assert";
import { getUserPlaylists, ServiceClient } from "@tonearm/client";
import { serve } from "../support/wire_server.ts";

/** The addresses that a method and a function ask for. */
async function sentShowTracks(options?: { readonly showTracks?: boolean }): Promise<string[]> {
  await using server = await serve({ body: { collection: [] } });
  const client = new ServiceClient({ clientId: "id", baseUrl: server.url });
  client.setToken("t0");
  await client.users.getPlaylists(1, 2, options);
  await client.users.getPlaylists(1, options);
  await getUserPlaylists("t0", 1, 2, { ...options, baseUrl: server.url });
  return server.requests.map(({ url }) => new URL(url, server.url).searchParams.get("show_tracks") ?? "");
}

Deno.test("users.getPlaylists() requests playlists without their tracks by default", async () => {
  assertEquals(await sentShowTracks(), Array(3).fill("false"));
  assertEquals(await sentShowTracks({}), Array(3).fill("false"));
  assertEquals(await sentShowTracks({ showTracks: false }), Array(3).fill("false"));
  assertEquals(await sentShowTracks({ showTracks: true }), Array(3).fill("true"));
});
