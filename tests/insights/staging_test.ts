import { assertEquals } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import type { ReadPage } from "../../src/insights/read.ts";
import { prepareStore } from "../../src/insights/schema.ts";
import { Staging } from "../../src/insights/staging.ts";
import { Catalogue } from "../support/insights/catalogue.ts";

const page = (list: ReadPage["list"], urn: string, next: string | null): ReadPage => {
  const item = { urn, kind: "track", title: "", url: null, created: null, isPrivate: false, counts: {} } as const;
  return { list, items: [item], next, isCut: false };
};

Deno.test("Staging.open() takes over the pages of a run that has been still for 30 s, if they are of one source and at most 15 minutes old", async () => {
  for (
    const [afterS, laterS, source, isUsed] of [
      [29, 60, "a", false],
      [30, 60, "a", true],
      [60, 900, "a", true],
      [60, 901, "a", false],
      [60, 60, "b", false],
    ] as const
  ) {
    using time = new FakeTime(1_000_000_000_000);
    const { store } = new Catalogue();
    await prepareStore(store);
    const begun = await Staging.open(store, "a", 5000);
    await begun.add(page("tracks", "1", "/2"));
    await begun.add(page("tracks", "2", null));
    await begun.add(page("playlists", "3", "/4"));
    time.tick(afterS * 1000);
    const { items, at, ...next } = await Staging.open(store, source, 5000 + laterS);
    const urns = items.map(({ urn }) => urn).join("");
    assertEquals({ urns, at, ...next }, {
      urns: isUsed ? "123" : "",
      at: isUsed ? 5000 : 5000 + laterS,
      run: next.run,
    });
  }
});

Deno.test("Staging: a run goes on where each list stopped", async () => {
  using time = new FakeTime();
  const { store } = new Catalogue();
  await prepareStore(store);
  const begun = await Staging.open(store, "a", 5000);
  await begun.add(page("tracks", "1", null));
  await begun.add(page("playlists", "3", "/4"));
  time.tick(30_000);
  const next = await Staging.open(store, "a", 5001);
  const lists = ["profile", "tracks", "playlists"] as const;
  assertEquals(lists.map((list) => next.next(list)), [undefined, null, "/4"]);
});
