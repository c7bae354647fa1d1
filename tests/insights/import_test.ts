import { assertEquals, assertRejects } from "@std/assert";
import { importCounts, type ImportedCounts, InsightsError, query } from "@tonearm/client/insights";
import { Catalogue } from "../support/insights/catalogue.ts";
import { recorded } from "../support/insights/recorded.ts";

const ZONE = { zone: "UTC" };

for (
  const [what, user, options] of [
    ["the account", "soundcloud:users:1", {}],
    ["a public user", "1", { users: [1] }],
  ] as const
) {
  Deno.test(`importCounts() meets the first reading of ${what}, and counts what came between`, async () => {
    const catalogue = new Catalogue([100]);
    await catalogue.after(0, options);
    catalogue.tracks[0]!.playback_count = 130;
    await catalogue.after(24, options);
    const row = (at: string, plays: number) => ({ urn: "soundcloud:tracks:1", at: Date.parse(at), counts: { plays } });
    const rows = [row("2026-05-01", 60), row("2026-04-29", 50), row("2026-05-04", 900)];
    const result = await importCounts(catalogue.store, rows, { user });
    assertEquals(result, { imported: 2, skipped: 1 });
    const asked = { ...ZONE, user, now: catalogue.now * 1000, from: "2026-04-29", to: "2026-05-03" };
    for (
      const { parts, totals } of [
        await query(catalogue.store, asked),
        await query(catalogue.store, { ...asked, track: 1 }),
      ]
    ) {
      assertEquals(parts.map(({ growth }) => growth.plays), [5, 5, 20, 20, 30]);
      assertEquals(totals.plays, { total: 130, growth: 80, before: null });
    }
  });
}

Deno.test("importCounts() rejects invalid rows, and imports none", async () => {
  const { store } = await recorded(1, 1);
  const good = { urn: "soundcloud:tracks:1", at: 1e12, counts: { plays: 1 } };
  const bad = [{ urn: "x" }, { at: NaN }, { at: 9e15 }, { counts: { plays: -1 } }, { counts: { hearts: 1 } }];
  for (const change of [...bad, { counts: { followers: 1 } }, { urn: "soundcloud:users:1" }]) {
    const rows = [good, { ...good, ...change } as ImportedCounts];
    await assertRejects(() => importCounts(store, rows, { user: "soundcloud:users:1" }), InsightsError, "row 2");
  }
  assertEquals((await importCounts(store, [good], { user: "soundcloud:users:1" })).imported, 1);
});
