import { assertEquals, assertRejects } from "@std/assert";
import { InsightsError, query, record } from "@tonearm/client/insights";
import { Catalogue } from "../support/insights/catalogue.ts";
import { events, growths } from "../support/insights/recorded.ts";

/** What happens to the first track between readings, and the growth, totals and events that follow. */
const CASES: readonly {
  name: string;
  steps: readonly ((catalogue: Catalogue) => unknown)[];
  growth: readonly unknown[];
  events?: readonly string[];
}[] = [
  {
    name: "counts all plays of a new track",
    steps: [(c) => (c.now += 60, c.publish(40), c.now -= 60)],
    growth: [[0, 100], [40, 140]],
    events: ["new Song 2"],
  },
  {
    name: "counts no plays of an old track that it sees for the first time",
    steps: [(c) => c.publish(40).created_at = "2019/01/01 00:00:00 +0000"],
    growth: [[0, 100], [0, 140]],
    events: ["new Song 2"],
  },
  {
    name: "counts nothing while a count is hidden, and marks the rest as late",
    steps: [(c) => c.tracks[0]!.playback_count = null, () => {}, (c) => c.tracks[0]!.playback_count = 130],
    growth: [[0, 100], [0, 100], [0, 100], [30, 130, 30]],
    events: ["hidden", "shown"],
  },
  {
    name: "takes plays that fall for a mistake",
    steps: [(c) => c.tracks[0]!.playback_count = 0, (c) => c.tracks[0]!.playback_count = 110],
    growth: [[0, 100], [0, 0], [10, 110]],
    events: ["fell 100 0"],
  },
  {
    name: "counts from a fallen count after a week",
    steps: [
      (c) => c.tracks[0]!.playback_count = 50,
      (c) => (c.now += 8 * 86_400, c.tracks[0]!.playback_count = 55),
      (c) => c.tracks[0]!.playback_count = 60,
    ],
    growth: [[0, 100], [0, 50], [0, 55], [5, 60]],
    events: ["fell 100 50", "reset 100 55"],
  },
  {
    name: "counts no plays of a private track",
    steps: [
      (c) => c.tracks[0]!.sharing = "private",
      (c) => c.tracks[0]!.playback_count = 500,
      (c) => c.tracks[0]!.sharing = "public",
      (c) => c.tracks[0]!.playback_count = 503,
    ],
    growth: [[0, 100], [0, 100], [0, 500], [0, 500], [3, 503]],
    events: ["private public private", "public private public"],
  },
  {
    name: "records a track that is gone, comes back and is renamed",
    steps: [(c) => c.tracks.pop(), (c) => c.publish(104).title = "Other"],
    growth: [[0, 100], [0, 0], [4, 104, 4]],
    events: ["gone Song 1", "renamed Song 1 Other", "back Other"],
  },
  {
    name: "tells each milestone once",
    steps: [
      (c) => c.tracks[0]!.playback_count = 990,
      (c) => c.tracks[0]!.playback_count = 1003,
      (c) => c.tracks[0]!.playback_count = 5200,
    ],
    growth: [[0, 100], [890, 990], [13, 1003], [4197, 5200]],
    events: ["mark 1000", "mark 5000"],
  },
];

for (const { name, steps, growth, events: expected = [] } of CASES) {
  Deno.test(`record() ${name}`, async () => {
    const catalogue = new Catalogue([100]);
    await catalogue.after(0);
    for (const step of steps) {
      step(catalogue);
      await catalogue.after(1);
    }
    // A lone track that is gone empties the sums.
    const rows = growths(catalogue);
    assertEquals(rows, name.includes("gone") ? growth.filter((row) => String(row) !== "0,0") : growth);
    assertEquals(events(catalogue), expected);
  });
}

Deno.test("record() continues an interrupted reading with its pages and its time", async () => {
  const catalogue = new Catalogue(Array.from({ length: 1000 }, () => 5));
  const began = catalogue.now;
  catalogue.intercept = (path) => path.includes("offset=600") ? new Response("no", { status: 400 }) : undefined;
  await assertRejects(() => catalogue.after(0));
  assertEquals(catalogue.rows("SELECT COUNT(*) AS n FROM readings"), [{ n: 0 }]);
  catalogue.rows("UPDATE pages SET stored = stored - 60");
  catalogue.intercept = undefined;
  catalogue.requests.length = 0;
  const { things, at, requests } = await catalogue.after(0.1);
  assertEquals({ things, at: +at / 1000, requests, sent: catalogue.requests.length }, {
    things: 1001,
    at: began,
    requests: 4,
    sent: 4,
  });
  assertEquals(catalogue.rows("SELECT * FROM pages"), []);
});

Deno.test("record() skips a reading that another program has just made", async () => {
  const catalogue = new Catalogue([1]);
  await catalogue.after(0);
  assertEquals((await catalogue.after(0)).status, "skipped");
  assertEquals((await catalogue.after(1 / 120)).status, "skipped");
  assertEquals((await catalogue.after(1 / 120, { minGapMs: 1000 })).status, "recorded");
  assertEquals((await catalogue.after(-5)).status, "skipped");
});

Deno.test("record() records named users and tracks, apart from the account", async () => {
  const catalogue = new Catalogue([10, 20]);
  const recordings = await record(catalogue.client, catalogue.store, { users: [1], tracks: [2, 2, 9] });
  assertEquals(recordings.map(({ source: { kind }, things }) => [kind, things]), [["user", 3], ["track", 1], [
    "track",
    0,
  ]]);
  const zone = "UTC";
  const now = catalogue.now * 1000;
  assertEquals((await query(catalogue.store, { track: 2, zone, now })).totals.plays?.total, 20);
  assertEquals((await query(catalogue.store, { user: 1, zone, now })).trackCount, 2);
  await assertRejects(
    () => query(catalogue.store, { track: 77 }),
    InsightsError,
    "no readings of soundcloud:tracks:77",
  );
});

Deno.test("record() rejects invalid options before any request", async () => {
  const catalogue = new Catalogue();
  const bad = [{ tracks: ["x"] }, { users: ["@a b"] }, { minGapMs: -1 }, { service: "" }, {
    tracks: Array.from({ length: 201 }, (_, n) => n),
  }];
  for (const options of bad) await assertRejects(() => record(catalogue.client, catalogue.store, options as never));
  assertEquals(catalogue.requests, []);
});
