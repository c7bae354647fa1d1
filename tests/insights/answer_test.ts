import { assertEquals } from "@std/assert";
import { type Insights, query, type QueryOptions } from "@tonearm/client/insights";
import { Catalogue } from "../support/insights/catalogue.ts";

function ask(catalogue: Catalogue, options: QueryOptions = {}): Promise<Insights> {
  return query(catalogue.store, { zone: "UTC", now: catalogue.now * 1000, ...options });
}

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
  const earlier = await ask(catalogue, { to: "2026-06-26" });
  const isCompared = {
    before: earlier.totals.plays?.before,
    rising: earlier.rising,
    likes: earlier.totals.likes?.before,
  };
  assertEquals(isCompared, { before: null, rising: [], likes: null }, "recording began a day later");
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
