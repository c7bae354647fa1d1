import { assertEquals, assertRejects } from "@std/assert";
import { type Insights, InsightsError, query, type QueryOptions, SqliteInsightsStore } from "@tonearm/client/insights";
import type { DatabaseSync } from "node:sqlite";
import { seededRandom } from "../support/watch/watched.ts";
import { Catalogue } from "../support/insights/catalogue.ts";

function ask(catalogue: Catalogue, options: QueryOptions = {}): Promise<Insights> {
  return query(catalogue.store, { zone: "UTC", now: catalogue.now * 1000, ...options });
}

/** A random history: plays that came in each hour, by track. */
async function randomHistory(seed: number, hoursBetween: (random: () => number) => number) {
  const random = seededRandom(seed);
  const catalogue = new Catalogue([1000, 50, 0]);
  const history: { at: number; urn: string; plays: number }[] = [];
  await catalogue.after(0);
  for (let hour = 0; hour < 24 * 12;) {
    const step = hoursBetween(random);
    for (let i = 0; i < step; i++, hour++) {
      if (random() < 0.01) catalogue.publish(0).created_at = dateOf(catalogue.now + i * 3600 + 60);
      for (const track of catalogue.tracks) {
        const plays = Math.floor(random() * 20);
        track.playback_count! += plays;
        history.push({ at: catalogue.now + i * 3600 + 1800, urn: track.urn, plays });
      }
    }
    await catalogue.after(step);
  }
  return { catalogue, history };
}

function dateOf(seconds: number): string {
  return new Date(seconds * 1000).toISOString().replace("T", " ").replace(/\..*/, " +0000").replaceAll("-", "/");
}

Deno.test("query() gives the growth of every day and track exactly, where readings are at midnight", async () => {
  for (const [seed, hours] of [[1, 6], [2, 12], [3, 24]] as const) {
    const { catalogue, history } = await randomHistory(seed, () => hours);
    const answer = await ask(catalogue, { from: "2026-05-06", to: "2026-05-12", top: 100 });
    assertEquals(await ask(catalogue, { from: "2026-05-06", to: "2026-05-12", top: 8000 }), answer, "read at once");
    const sum = (from: string, to: string, urn?: string) =>
      history.filter(({ at, urn: of }) =>
        at >= Date.parse(from) / 1000 && at < Date.parse(to) / 1000 && (urn === undefined || of === urn)
      ).reduce((total, { plays }) => total + plays, 0);
    for (const [index, { from, growth, isEstimated }] of answer.parts.entries()) {
      const next = new Date(Date.parse(from) + 86_400_000).toISOString().slice(0, 10);
      assertEquals({ plays: growth.plays, isEstimated }, { plays: sum(from, next), isEstimated: false });
      assertEquals(
        answer.tracks.map((track) => track.growthByPart[index]),
        answer.tracks.map(({ urn }) => sum(from, next, urn)),
      );
    }
    assertEquals(answer.totals.plays?.growth, sum("2026-05-06", "2026-05-13"));
    assertEquals(answer.totals.plays?.total, catalogue.tracks.reduce((all, one) => all + one.playback_count!, 0));
    for (const { urn, counts } of answer.tracks) {
      assertEquals(counts.plays?.growth, sum("2026-05-06", "2026-05-13", urn));
      const alone = await ask(catalogue, { from: "2026-05-06", to: "2026-05-12", track: urn });
      assertEquals(alone.totals.plays, counts.plays);
      assertEquals(alone.parts.map(({ growth }) => growth.plays), [...alone.tracks[0]!.growthByPart]);
    }
  }
});

Deno.test("query() loses and invents nothing at any times of readings, in any zone and unit", async () => {
  for (let seed = 10; seed < 16; seed++) {
    const { catalogue, history } = await randomHistory(seed, (random) => 1 + Math.floor(random() * 40));
    for (const zone of ["UTC", "Asia/Kolkata", "America/Los_Angeles"]) {
      for (const by of ["day", "week", "month"] as const) {
        const answer = await ask(catalogue, { from: "2026-04-20", to: "2026-05-30", by, zone, top: 100 });
        const all = history.reduce((total, { plays }) => total + plays, 0);
        assertEquals(answer.totals.plays?.growth, all);
        assertEquals(answer.parts.reduce((total, { growth }) => total + (growth.plays ?? 0), 0), all);
        assertEquals(answer.tracks.reduce((total, { counts }) => total + counts.plays!.growth, 0), all);
        assertEquals(answer.tracks.flatMap(({ growthByPart }) => growthByPart).reduce((a, b) => a + b, 0), all);
      }
    }
  }
});

Deno.test("query() compares with the same time before", async () => {
  const catalogue = new Catalogue([100]);
  catalogue.tracks[0]!.favoritings_count = 20;
  await catalogue.after(0);
  for (let day = 1; day <= 56; day++) {
    catalogue.tracks[0]!.playback_count! += day <= 28 ? 10 : 30;
    catalogue.tracks[0]!.favoritings_count = Math.max(0, 20 - day);
    catalogue.followers += 1;
    await catalogue.after(24);
  }
  const { totals, profile, rising, falling, trackCount, rhythm } = await ask(catalogue, { to: "2026-06-27" });
  assertEquals(totals.plays, { total: 100 + 280 + 840, growth: 840, before: 280 });
  assertEquals(totals.likes?.before, -20);
  assertEquals(profile.followers, { total: 66, growth: 28, before: 28 });
  assertEquals({ rising: rising.length, falling: falling.length, trackCount }, {
    rising: 1,
    falling: 0,
    trackCount: 1,
  });
  assertEquals(rhythm.weekdays, [30, 30, 30, 30, 30, 30, 30]);
});

Deno.test("query() clips both periods at the time of the last reading", async () => {
  const catalogue = new Catalogue([0]);
  await catalogue.after(0);
  for (let half = 0; half < 9; half++) {
    catalogue.tracks[0]!.playback_count! += 10;
    await catalogue.after(12);
  }
  const { totals, parts } = await ask(catalogue, { from: "2026-05-06", to: "2026-05-07" });
  assertEquals(totals.plays, { total: 90, growth: 30, before: 30 });
  assertEquals(parts.map(({ growth, isPartial }) => [growth.plays, isPartial]), [[20, false], [10, true]]);
  // A period that no reading reaches has no time to compare.
  const { tracks: [later] } = await ask(catalogue, { from: "2026-05-08", to: "2026-05-09" });
  assertEquals(later?.counts.plays, { total: 90, growth: 0, before: 0 });
});

Deno.test("query() tells what is missing", async () => {
  const catalogue = new Catalogue([0]);
  await catalogue.after(30);
  catalogue.tracks[0]!.playback_count = 90;
  await catalogue.after(72);
  const { parts, recorded } = await ask(catalogue, { from: "2026-05-02", to: "2026-05-09" });
  assertEquals(recorded, {
    from: "2026-05-04T06:00:00Z",
    to: "2026-05-07T06:00:00Z",
    readings: 2,
    missingDays: ["2026-05-05", "2026-05-06"],
    late: 0,
  });
  assertEquals(
    parts.map(({ from, growth, isEstimated, isPartial }) => [from.slice(-2), growth.plays, isEstimated, isPartial]),
    [
      ["02", undefined, false, false],
      ["03", undefined, false, false],
      ["04", 23, true, true],
      ["05", 30, true, false],
      ["06", 30, true, false],
      ["07", 7, true, true],
      ["08", undefined, false, false],
      ["09", undefined, false, false],
    ],
  );
});

Deno.test("query() tells the growth that came while a count was hidden, in the period of the reading that found it", async () => {
  const catalogue = new Catalogue([100]);
  const [track] = catalogue.tracks;
  await catalogue.after(0);
  for (const count of [null, 130, null, 137]) {
    track!.playback_count = count;
    await catalogue.after(24);
  }
  const late = async (from: string, to: string) => (await ask(catalogue, { from, to })).recorded.late;
  assertEquals([await late("2026-05-01", "2026-05-09"), await late("2026-05-01", "2026-05-05")], [37, 30]);
  assertEquals(await late("2026-05-06", "2026-05-09"), 7);
});

Deno.test("query() knows days of 23 and 25 hours", async () => {
  const catalogue = new Catalogue([0]);
  catalogue.now = Date.parse("2026-03-27T23:00:00Z") / 1000;
  await catalogue.after(0);
  for (let hour = 0; hour < 72; hour++) {
    catalogue.tracks[0]!.playback_count!++;
    await catalogue.after(1);
  }
  const { parts } = await ask(catalogue, { zone: "Europe/Berlin", from: "2026-03-28", to: "2026-03-30" });
  assertEquals(parts.map(({ growth }) => growth.plays), [24, 23, 24]);
});

Deno.test("query() asks about the account, else about the user that was recorded last", async () => {
  const catalogue = new Catalogue([0]);
  const sources: string[] = [];
  for (const user of [2, 3, 2, undefined, 3]) {
    await catalogue.after(1, user ? { users: [user] } : {});
    sources.push((await ask(catalogue)).source.urn);
  }
  assertEquals(sources.map((urn) => urn.at(-1)), ["2", "3", "2", "1", "1"]);
});

Deno.test("query() rejects invalid questions", async () => {
  const catalogue = new Catalogue([0]);
  const none = await assertRejects(() => ask(catalogue), InsightsError);
  assertEquals(`${none.code}: ${none.message}`, "empty: The store has no readings");
  await catalogue.after(0);
  const cases: [QueryOptions, string][] = [
    [{ from: "3 May" }, '"3 May" is not a date like 2026-05-03'],
    [{ to: "2026-02-30" }, "is not a date"],
    [{ from: "2026-05-03", to: "2026-05-02" }, "2026-05-03 is after 2026-05-02"],
    [{ from: "1990-01-01" }, "longer than ten years"],
    [{ zone: "Mars/Phobos" }, "Mars/Phobos"],
    [{ sort: "hearts" as never }, "use plays, likes"],
    [{ top: -1 }, "top"],
    [{ user: 12 }, "no readings of soundcloud:users:12"],
  ];
  for (const [options, message] of cases) await assertRejects(() => ask(catalogue, options), Error, message);
});

Deno.test("query() divides the growth of the first hundred of 8,000 tracks by day", async () => {
  const catalogue = new Catalogue();
  await catalogue.after(0);
  const db: DatabaseSync = catalogue.db;
  db.exec(`BEGIN; WITH RECURSIVE n(i) AS (SELECT 100 UNION ALL SELECT i + 1 FROM n WHERE i < 8099)
    INSERT INTO things SELECT i, 1, 'track', 'soundcloud:tracks:' || i, 'Song ' || i, NULL, 1, 1, 'public' FROM n;
    INSERT INTO series SELECT id * 5, id, 'plays', 240, 240, 240, 0, NULL FROM things WHERE kind = 'track';
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 240)
    INSERT INTO readings SELECT 1, ${catalogue.now} + i * 21600, 0, 42, 0 FROM n;
    INSERT INTO changes SELECT s.id, r.at, (r.at - ${catalogue.now}) / 21600 FROM series s, readings r
      WHERE s.metric = 'plays' AND r.at > ${catalogue.now} AND (r.at / 21600 + s.thing) % 3 = 0;
    INSERT INTO growth SELECT 1, 'track', 'plays', at, 8000, 0, 0 FROM readings WHERE at > ${catalogue.now}; COMMIT`);
  const store = new SqliteInsightsStore(db);
  const now = (catalogue.now + 60 * 86_400) * 1000;
  for (const top of [20, 8000]) {
    const { trackCount, tracks } = await query(store, { zone: "UTC", now, top });
    const divided = tracks.filter(({ growthByPart }) => growthByPart.length === 28).length;
    assertEquals({ trackCount, shown: tracks.length, divided }, {
      ...{ trackCount: 8000, shown: top, divided: Math.min(top, 100) },
    });
  }
});
