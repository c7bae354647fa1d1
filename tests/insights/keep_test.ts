import { assertEquals, assertRejects } from "@std/assert";
import { forget, InsightsError, query, releases, thin } from "@tonearm/client/insights";
import { recorded } from "../support/insights/recorded.ts";

const ZONE = { zone: "UTC" };

Deno.test("thin() keeps every total, the growth of every kept day and the first week of releases", async () => {
  const catalogue = await recorded(120, 4, 0.1);
  const now = catalogue.now * 1000;
  const ask = (from: string, to: string) => query(catalogue.store, { ...ZONE, now, from, to, top: 99 });
  const periods = [["2026-08-10", "2026-08-30"], ["2026-08-04", "2026-08-20"], ["2026-05-03", "2026-08-30"]] as const;
  const facts = async () => ({
    periods: await Promise.all(periods.map(async ([from, to]) => {
      const { totals, tracks, recorded: { late } } = await ask(from, to);
      return {
        late,
        growth: totals.plays?.growth,
        total: totals.plays?.total,
        tracks: tracks.map(({ urn, counts }) => [urn, counts.plays?.growth, counts.plays?.total]),
      };
    })),
    releases: await releases(catalogue.store),
  });
  const before = await facts();
  const merged = await thin(catalogue.store, { allDays: 28, dailyDays: 60, now });
  const rows = catalogue.rows<{ n: number }>("SELECT COUNT(*) AS n FROM readings")[0]!.n;
  assertEquals({ total: merged + rows, isSmaller: rows < 200 }, { total: 481, isSmaller: true });
  const after = await facts();
  assertEquals(after.releases, before.releases);
  assertEquals(after.periods[0], before.periods[0]);
  assertEquals(after.periods[1], before.periods[1]);
  assertEquals(after.periods[2], before.periods[2]);
  assertEquals(await thin(catalogue.store, { allDays: 28, dailyDays: 60, now }), 0);
});

Deno.test("thin() rejects days that make no sense", async () => {
  const { store } = await recorded(1, 1);
  for (const options of [{ allDays: 0 }, { allDays: 30, dailyDays: 20 }, { allDays: 1.5 }]) {
    await assertRejects(() => thin(store, options), RangeError);
  }
});

Deno.test("forget() removes a track, a user, or everything", async () => {
  const catalogue = await recorded(2, 2);
  const { store } = catalogue;
  await catalogue.after(1, { tracks: [1] });
  assertEquals(await forget(store, { track: 1 }), 2);
  assertEquals(catalogue.rows("SELECT kind FROM sources"), [{ kind: "me" }]);
  const left = "SELECT COUNT(*) AS n FROM changes WHERE series / 5 NOT IN (SELECT id FROM things)";
  assertEquals(catalogue.rows(left), [{ n: 0 }]);
  await assertRejects(() => query(store, { track: 1 }), InsightsError, "no readings of soundcloud:tracks:1");
  await assertRejects(() => forget(store, { user: 9 }), InsightsError, "nothing of soundcloud:users:9");
  assertEquals(await forget(store, { user: 1 }), 3);
  for (const table of ["sources", "readings", "things", "series", "changes", "growth", "events"]) {
    assertEquals(catalogue.rows(`SELECT COUNT(*) AS n FROM ${table}`), [{ n: 0 }], table);
  }
});
