import { assertEquals, assertRejects } from "@std/assert";
import { type Insights, InsightsError, query, type QueryOptions, SqliteInsightsStore } from "@tonearm/client/insights";
import type { DatabaseSync } from "node:sqlite";
import { seededRandom } from "../support/watch/watched.ts";
import { replaceZone } from "../support/replaced.ts";
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

Deno.test("query() asks about the account, else about the user that was recorded last", async () => {
  const catalogue = new Catalogue([0]);
  const sources: string[] = [];
  for (const user of [2, 3, 2, undefined, 3]) {
    await catalogue.after(1, user ? { users: [user] } : {});
    sources.push((await ask(catalogue)).source.urn);
  }
  assertEquals(sources.map((urn) => urn.at(-1)), ["2", "3", "2", "1", "1"]);
});

Deno.test("query() has days of UTC if the machine's zone is none that Intl knows", async () => {
  const catalogue = new Catalogue([0]);
  await catalogue.after(1);
  for (const machine of ["", ":/etc/localtime", "UTC0"]) {
    using _ = replaceZone(machine);
    assertEquals((await ask(catalogue, { zone: undefined })).zone, "UTC", machine);
  }
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
    [{ by: "year" as never }, "use day, week, month"],
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
