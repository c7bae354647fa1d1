import { InsightsError, type InsightsSql, type InsightsStore } from "./store.ts";

/** The counts, by the number that is part of a series' id. The order never changes. */
export const METRICS = [
  "plays",
  "likes",
  "reposts",
  "comments",
  "downloads",
  "followers",
  "followings",
  "tracks",
  "playlists",
] as const;

/** A count of a track, a playlist or a user. */
export type Metric = typeof METRICS[number];

/** Tracks have the first five counts, and users the others. So series have small numbers, which keep the file small. */
export const MOST_COUNTS = 5;

/** Returns the number of a series. */
export function seriesId(thing: number, metric: Metric): number {
  return thing * MOST_COUNTS + METRICS.indexOf(metric) % MOST_COUNTS;
}

/** The number of a series, in SQL. */
export function seriesOf(thing: string, metric: Metric): string {
  return `${thing} * ${MOST_COUNTS} + ${seriesId(0, metric)}`;
}

/** The condition, in SQL, that the series `s` is one of a thing. */
export function isSeriesOf(thing: string): string {
  return `s.id BETWEEN ${thing} * ${MOST_COUNTS} AND ${thing} * ${MOST_COUNTS} + ${MOST_COUNTS - 1}`;
}

/** The statements that bring a store from one version to the next. */
const MIGRATIONS: readonly (readonly string[])[] = [[
  "CREATE TABLE tonearm_insights (version INTEGER NOT NULL)",
  "INSERT INTO tonearm_insights VALUES (0)",
  // Whose numbers they are: an account (`me`), a public user, or a single track.
  `CREATE TABLE sources (id {id}, service TEXT NOT NULL, kind TEXT NOT NULL, urn TEXT NOT NULL, title TEXT NOT NULL,
    UNIQUE (service, kind, urn))`,
  `CREATE TABLE readings (source INTEGER NOT NULL, at {num} NOT NULL, finished {num} NOT NULL,
    requests INTEGER NOT NULL, imported INTEGER NOT NULL DEFAULT 0, PRIMARY KEY (source, at))`,
  // A track, a playlist or the profile, as it was last seen.
  `CREATE TABLE things (id {id}, source INTEGER NOT NULL, kind TEXT NOT NULL, urn TEXT NOT NULL, title TEXT NOT NULL,
    url TEXT, created {num}, first {num} NOT NULL, state TEXT NOT NULL, UNIQUE (source, urn))`,
  // `value` is the last count of SoundCloud; `base` the one that growth is counted from; `level` the first count and
  // all growth since; `start` its level when it was first seen; `below` since when the count is below its base.
  `CREATE TABLE series (id INTEGER PRIMARY KEY, thing INTEGER NOT NULL, metric TEXT NOT NULL, value {num},
    base {num} NOT NULL, level {num} NOT NULL, start {num} NOT NULL, below {num})`,
  // A level is stored when it changes.
  `CREATE TABLE changes (series INTEGER NOT NULL, at {num} NOT NULL, level {num} NOT NULL,
    PRIMARY KEY (series, at)) {compact}`,
  // The growth of all things of a kind between a reading and the one before. `late` is the part of things that were
  // hidden or gone, and so belongs to a longer time; `total` is the sum of the counts.
  `CREATE TABLE growth (source INTEGER NOT NULL, kind TEXT NOT NULL, metric TEXT NOT NULL, at {num} NOT NULL,
    growth {num} NOT NULL, late {num} NOT NULL, total {num} NOT NULL, PRIMARY KEY (source, kind, metric, at)) {compact}`,
  `CREATE TABLE events (id {id}, source INTEGER NOT NULL, thing INTEGER NOT NULL, at {num} NOT NULL,
    kind TEXT NOT NULL, metric TEXT, old TEXT, new TEXT)`,
  "CREATE INDEX events_of_thing ON events (thing, kind)",
  // Pages of a reading that is under way, for the case that it is interrupted.
  `CREATE TABLE pages (source TEXT NOT NULL, run TEXT NOT NULL, number INTEGER NOT NULL, at {num} NOT NULL,
    stored {num} NOT NULL, list TEXT NOT NULL, next TEXT, items TEXT NOT NULL, PRIMARY KEY (source, run, number))`,
  `CREATE VIEW counts AS SELECT s.id AS series, t.source, t.kind, t.urn, t.title, s.metric, c.at, c.level AS count
    FROM changes c JOIN series s ON s.id = c.series JOIN things t ON t.id = s.thing`,
  `CREATE VIEW current_counts AS SELECT t.source, t.kind, t.urn, t.title, t.url, t.state, t.created, s.metric,
    s.value AS count FROM series s JOIN things t ON t.id = s.thing`,
  `CREATE VIEW growth_by_day AS SELECT source, kind, metric, {day:at} AS day, SUM(growth) AS growth,
    SUM(late) AS late, COUNT(*) AS readings FROM growth GROUP BY source, kind, metric, {day:at}`,
  `CREATE VIEW growth_by_thing AS SELECT source, kind, urn, title, metric, at, {day:at} AS day,
    count - LAG(count) OVER (PARTITION BY series ORDER BY at) AS growth FROM counts`,
]];

/** The version of the schema that this program writes. */
export const SCHEMA_VERSION: number = MIGRATIONS.length;

const ready = new WeakSet<InsightsStore>();

/** Creates the tables, or brings them to this version. */
export async function prepareStore(store: InsightsStore): Promise<void> {
  if (ready.has(store)) return;
  await store.transaction("write", async (sql) => {
    const version = await versionOf(sql) ?? 0;
    for (const statement of MIGRATIONS.slice(version).flat()) await sql(statement);
    if (version < SCHEMA_VERSION) await sql("UPDATE tonearm_insights SET version = $1", SCHEMA_VERSION);
  });
  ready.add(store);
}

/** Reads in a transaction, from a store that has tables. */
export async function readStore<T>(store: InsightsStore, work: (sql: InsightsSql) => Promise<T>): Promise<T> {
  return await store.transaction("read", async (sql) => {
    const version = ready.has(store) ? SCHEMA_VERSION : await versionOf(sql);
    if (version === undefined) throw new InsightsError("empty", "The store has no readings");
    if (version < SCHEMA_VERSION) {
      throw new InsightsError("empty", "The store is of an older version: record once to bring it to this one");
    }
    return await work(sql);
  });
}

/** Returns the version; undefined for an empty database. */
async function versionOf(sql: InsightsSql): Promise<number | undefined> {
  const names = (await sql<{ name: string }>("{tables}")).map(({ name }) => name);
  if (names.length === 0) return undefined;
  if (!names.includes("tonearm_insights")) {
    const message = "Cannot use the store: its tables are of another program";
    throw new InsightsError("foreign_schema", message);
  }
  const [row] = await sql<{ version: number }>("SELECT version FROM tonearm_insights");
  const version = row?.version ?? 0;
  if (version <= SCHEMA_VERSION) return version;
  const message = `Cannot use the store: it has version ${version}, and this program knows ${SCHEMA_VERSION}`;
  throw new InsightsError("newer_schema", message);
}
