import { assertEquals } from "@std/assert";
import {
  counts,
  eventsAfter,
  importCounts,
  type ImportedCounts,
  type InsightsStore,
  query,
} from "@tonearm/client/insights";
import { Catalogue } from "../support/insights/catalogue.ts";
import { recorded } from "../support/insights/recorded.ts";

const ZONE = { zone: "UTC" };

Deno.test("counts() yields each count when it changed, and importCounts() brings them back", async () => {
  const catalogue = await recorded(5, 3);
  catalogue.now += 60;
  catalogue.publish(40);
  await catalogue.after(6);
  const rows = (await Array.fromAsync(counts(catalogue.store))).flat();
  const stored = catalogue.rows<{ n: number }>("SELECT COUNT(*) AS n FROM changes")[0]!.n;
  assertEquals(rows.length, stored + 1);
  const copy = new Catalogue();
  const imported = rows.map(({ urn, title, metric, at, count }): ImportedCounts => ({
    ...{ urn, title, at: Date.parse(at), counts: { [metric]: count } },
  }));
  const user = "soundcloud:users:1";
  assertEquals(await importCounts(copy.store, imported, { user }), { imported: rows.length, skipped: 0 });
  assertEquals(await importCounts(copy.store, imported.slice(1), { user }), { imported: 0, skipped: rows.length - 1 });
  const again = (await Array.fromAsync(counts(copy.store))).flat();
  const essence = (all: typeof rows) =>
    all.map(({ urn, metric, at, count }) => `${urn} ${metric} ${at} ${count}`).sort();
  assertEquals(essence(again), essence(rows));
  const plays = async (store: InsightsStore) =>
    (await query(store, { ...ZONE, now: catalogue.now * 1000, from: "2026-05-01" })).totals.plays;
  assertEquals(await plays(copy.store), await plays(catalogue.store));
});

Deno.test("eventsAfter() gives milestones once", async () => {
  const catalogue = new Catalogue([990]);
  await catalogue.after(0);
  catalogue.tracks[0]!.playback_count = 1200;
  await catalogue.after(1);
  const [event] = await eventsAfter(catalogue.store);
  assertEquals({ kind: event?.kind, new: event?.new, metric: event?.metric }, {
    kind: "mark",
    new: "1000",
    metric: "plays",
  });
  assertEquals(await eventsAfter(catalogue.store, event!.id), []);
});
