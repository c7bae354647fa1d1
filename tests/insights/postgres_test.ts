/** The store in PostgreSQL: the same answers as SQLite, and many recorders at once. */
import { assertEquals, assertRejects } from "@std/assert";
import {
  counts,
  forget,
  importCounts,
  InsightsError,
  PostgresInsightsStore,
  query,
  record,
  releases,
  thin,
} from "@tonearm/client/insights";
import pg from "pg";
import { without } from "../support/programs.ts";
import { startPostgres } from "../support/sessions/postgres.ts";
import { seededRandom } from "../support/watch/watched.ts";
import { Catalogue } from "../support/insights/catalogue.ts";

/** What two stores of one history have in common. */
async function story(catalogue: Catalogue): Promise<unknown> {
  const random = seededRandom(5);
  const { store } = catalogue;
  await catalogue.after(0);
  for (let reading = 0; reading < 160; reading++) {
    if (reading % 40 === 9) catalogue.publish(0).created_at = new Date(catalogue.now * 1000 + 60_000).toISOString();
    if (reading % 30 === 7) catalogue.tracks[0]!.title += "!";
    catalogue.tracks[1]!.sharing = reading % 50 > 40 ? "private" : "public";
    const hidden = reading % 60 > 55;
    for (const track of catalogue.tracks) {
      track.playback_count = hidden ? null : (track.playback_count ?? 3000) + Math.floor(random() * 90);
    }
    await catalogue.after(6);
  }
  const at = Date.parse("2026-04-20");
  const old = [{ urn: "soundcloud:tracks:1", at, counts: { plays: 7, likes: 1 } }];
  const imported = await importCounts(store, old, { user: "soundcloud:users:1" });
  const merged = await thin(store, { allDays: 7, dailyDays: 20, now: catalogue.now * 1000 });
  const asked = { zone: "Europe/Berlin", now: catalogue.now * 1000, from: "2026-04-20", by: "week" } as const;
  const answers = [await query(store, asked), await query(store, { ...asked, track: 2, by: "day" })];
  const rows = (await Array.fromAsync(counts(store))).flat();
  const told = await releases(store);
  return { imported, merged, answers, rows, told, forgotten: await forget(store, { track: 1 }) };
}

Deno.test({
  name: "PostgresInsightsStore gives the answers of SqliteInsightsStore",
  ignore: without("postgres"),
  async fn() {
    await using server = await startPostgres();
    const pool = new pg.Pool({ connectionString: server.url });
    const expected = await story(new Catalogue([10, 20, 30]));
    const own = new Catalogue([10, 20, 30], ":memory:", new PostgresInsightsStore(pool));
    assertEquals(await story(own), expected);
    await pool.end();
  },
});

Deno.test({
  name: "PostgresInsightsStore: eight recorders at once store each reading once, whole",
  ignore: without("postgres"),
  async fn() {
    await using server = await startPostgres();
    const pools = Array.from({ length: 8 }, () => new pg.Pool({ connectionString: server.url }));
    const stores = pools.map((pool) => new PostgresInsightsStore(pool));
    const catalogue = new Catalogue([100, 200], ":memory:", stores[0]);
    for (let round = 0; round < 10; round++) {
      for (const track of catalogue.tracks) track.playback_count! += 5;
      const all = await Promise.all(stores.map((store) => record(catalogue.client, store)));
      assertEquals(all.filter(([one]) => one?.status === "recorded").length, 1);
      catalogue.now += 3600;
    }
    const { totals, recorded } = await query(stores[7]!, { zone: "UTC", now: catalogue.now * 1000 });
    assertEquals({ plays: totals.plays, readings: recorded.readings }, {
      plays: { total: 400, growth: 90, before: null },
      readings: 10,
    });
    for (const pool of pools) await pool.end();
  },
});

Deno.test({
  name: "PostgresInsightsStore says what is wrong with the database, and changes nothing",
  ignore: without("postgres"),
  async fn() {
    await using server = await startPostgres();
    const pool = new pg.Pool({ connectionString: server.url });
    const { client } = new Catalogue([1]);
    const codeOf = async (url: string) => {
      const own = new pg.Pool({ connectionString: url, connectionTimeoutMillis: 2000 });
      const error = await assertRejects(() => record(client, new PostgresInsightsStore(own)), InsightsError);
      await own.end();
      return error.code;
    };
    await pool.query("CREATE ROLE guest LOGIN");
    assertEquals(await codeOf(server.url.replace("tests@", "guest@")), "no_rights");
    assertEquals(await codeOf(server.url.replace("/postgres", "/none")), "unreachable");
    assertEquals(await codeOf("postgres://tests@127.0.0.1:1/postgres"), "unreachable");
    await pool.query("CREATE SCHEMA tonearm_insights; CREATE TABLE tonearm_insights.other (a int)");
    assertEquals(await codeOf(server.url), "foreign_schema");
    const store = new PostgresInsightsStore(pool, { schema: "own" });
    await assertRejects(() => query(store), InsightsError, "no readings");
    await record(client, store);
    await pool.query("UPDATE own.tonearm_insights SET version = 99");
    await assertRejects(() => query(new PostgresInsightsStore(pool, { schema: "own" })), InsightsError, "version 99");
    await pool.end();
  },
});
