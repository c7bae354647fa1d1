import { assertEquals, assertRejects } from "@std/assert";
import { ServiceClient } from "@tonearm/client";
import { createSandbox } from "@tonearm/sandbox";
import { readRemote } from "../../../cli/catalogue/remote.ts";
import { Failure } from "../../../cli/errors.ts";

Deno.test("readRemote() looks up 100 tracks that a list lacks, and refuses a list that lacks more if most of them exist", async () => {
  const tracks = Array.from({ length: 101 }, (_, index) => ({ title: `Track ${index}`, user: "ann" }));
  using sandbox = createSandbox({ users: [{ permalink: "ann" }], tracks });
  const client = new ServiceClient(sandbox.clientConfig);
  client.setToken(sandbox.issueTokens("ann").access_token);
  const named = (await client.me.getTracks(200)).collection.map(({ urn }) => ({ urn }));
  sandbox.faults.add({ match: { path: "/me/tracks" }, status: 200, body: { collection: [], next_href: null } });
  const read = (known: readonly { readonly urn: string }[]) => {
    const local = { tracks: known.map(({ urn }) => ({ where: "", urn, fields: {} })), playlists: [], storefronts: [] };
    return readRemote(client, { lock: undefined, local }, new AbortController().signal);
  };
  assertEquals((await read(named.slice(1))).tracks.size, 100);
  for (const { urn } of named.slice(1, 50)) await client.tracks.delete(urn);
  const { message } = await assertRejects(() => read(named), Failure);
  assertEquals(message, "SoundCloud's list has ended early: it lacks 101 known items, and 51 of the newest 100 exist");
  await client.tracks.delete(named[50]!.urn);
  assertEquals((await read(named)).tracks.size, 50);
});
