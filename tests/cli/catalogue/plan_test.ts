import { assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { ServiceClient } from "@tonearm/client";
import { applyCatalogue, planCatalogue } from "../../../cli/catalogue/mod.ts";
import { catalogueFixture } from "../../support/cli/catalogue.ts";

/** When something else changes the service: before the plan is applied, or after its first write. */
const [AT_ONCE, MEANWHILE] = ["since the plan", "while they were written"] as const;
const SWAPPED = [/(\n {2}- .*)(\n {2}- .*)/, "$2$1"] as const;
const REMOVED = ["playlist", "remove", "FIRST", "1"];
for (
  const [when, field, file, [from, to], edit] of [
    [AT_ONCE, "title", "playlists/first.yaml", ["First", "Mine"], ["playlist", "edit", "FIRST", "--title", "New"]],
    [AT_ONCE, "genre", "tracks.csv", ["Ambient", "Drone"], ["track", "edit", "ann/night-ferry", "--genre", "House"]],
    [AT_ONCE, "tracks", "playlists/first.yaml", SWAPPED, REMOVED],
    [MEANWHILE, "tracks", "playlists/first.yaml", SWAPPED, REMOVED],
  ] as const
) {
  Deno.test(`tonearm apply: doesn't overwrite ${field} that have changed ${when}`, async () => {
    await using ann = await catalogueFixture();
    await ann.run("pull");
    await ann.write(file, (await ann.read(file)).replace(from, to));
    const change = async () => {
      const [playlist] = (await client.me.getPlaylists()).collection;
      assertEquals((await ann.home.run(edit.map((word) => word === "FIRST" ? playlist!.urn : word))).code, 0);
    };
    const fetch = async (url: RequestInfo | URL, init?: RequestInit) => {
      const reply = await ann.sandbox.fetch(url, init);
      if (init?.method === "PUT" && when === MEANWHILE) await change();
      return reply;
    };
    const client = new ServiceClient({ ...ann.sandbox.clientConfig, fetch });
    client.setToken(ann.sandbox.issueTokens("ann").access_token);
    const plan = await planCatalogue(client, ann.folder);
    if (when === AT_ONCE) await change();
    const applied = applyCatalogue(client, ann.folder, plan, { journal: `${ann.home.data}/uploads.jsonl` });
    await assertRejects(() => applied, Error, `was changed elsewhere since the plan: ${field}`);
  });
}

Deno.test("tonearm plan: says until when a track is private, with its zone", async () => {
  await using ann = await catalogueFixture();
  await ann.run("pull");
  const [urn] = /soundcloud:tracks:\d+/.exec(await ann.read("tracks.csv")) ?? [];
  await ann.write("tracks.csv", `urn,publish_at\n${urn},2999-12-01\n`);
  assertStringIncludes((await ann.run("plan")).stdout, "    private until 2999-12-01T00:00:00.000Z\n");
});
