import { assertEquals, assertRejects } from "@std/assert";
import {
  counts,
  eventsAfter,
  forget,
  importCounts,
  type ImportedCounts,
  InsightsError,
  type InsightsStore,
  query,
  releases,
  SqliteInsightsStore,
  thin,
} from "@tonearm/client/insights";
import { seededRandom } from "../support/watch/watched.ts";
import { Catalogue } from "../support/insights/catalogue.ts";

const ZONE = { zone: "UTC" };

/** Records four times a day, with a release on some days, and without the first track in a part of the readings. */
async function recorded(days: number, seed: number, away = 0): Promise<Catalogue> {
  const random = seededRandom(seed);
  const catalogue = new Catalogue([500, 20, 3]);
  await catalogue.after(0);
  for (let reading = 0; reading < days * 4; reading++) {
    if (random() < 0.01) catalogue.publish(0).created_at = new Date(catalogue.now * 1000 + 60_000).toISOString();
    for (const track of catalogue.tracks) if (random() < 0.7) track.playback_count! += Math.floor(random() * 30);
    const left = random() < away ? catalogue.tracks.splice(0, 1) : [];
    await catalogue.after(6);
    catalogue.tracks.unshift(...left);
  }
  return catalogue;
}

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

Deno.test("SqliteInsightsStore.compact() returns the space of what was thinned or forgotten", async () => {
  const catalogue = await recorded(1, 1);
  const store = new SqliteInsightsStore(catalogue.db);
  const pages = () => catalogue.rows<{ page_count: number }>("PRAGMA page_count")[0]!.page_count;
  catalogue.db.exec(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000)
    INSERT INTO changes SELECT 99, i, i FROM n`);
  const whole = pages();
  catalogue.db.exec("DELETE FROM changes WHERE at % 4 > 0 AND series = 99");
  await store.compact();
  assertEquals(pages() < whole / 2, true);
  await forget(store);
  await store.compact();
  assertEquals(catalogue.rows("PRAGMA freelist_count"), [{ freelist_count: 0 }]);
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

Deno.test("importCounts() meets the first reading, and counts what came between", async () => {
  const catalogue = new Catalogue([100]);
  await catalogue.after(0);
  catalogue.tracks[0]!.playback_count = 130;
  await catalogue.after(24);
  const row = (at: string, plays: number) => ({ urn: "soundcloud:tracks:1", at: Date.parse(at), counts: { plays } });
  const rows = [row("2026-05-01", 60), row("2026-04-29", 50), row("2026-05-04", 900)];
  const result = await importCounts(catalogue.store, rows, { user: "soundcloud:users:1" });
  assertEquals(result, { imported: 2, skipped: 1 });
  const asked = { ...ZONE, now: catalogue.now * 1000, from: "2026-04-29", to: "2026-05-03" };
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
