import { integer } from "../checks.ts";
import { toUrn } from "../formats/urn.ts";
import type { ResourceId } from "../types/resource_id.ts";
import { trackUrn } from "./query.ts";
import { DEFAULT_SERVICE } from "./record.ts";
import { readStore } from "./schema.ts";
import { InsightsError, type InsightsSql, type InsightsStore } from "./store.ts";

/** Options of {@linkcode thin}. */
export interface ThinOptions {
  /** Days whose readings are all kept. Default 28. */
  readonly allDays?: number | undefined;
  /** Days of which one reading a day is kept; of older ones, one a week. Default 90. */
  readonly dailyDays?: number | undefined;
  /** The current time, in milliseconds since 1970. */
  readonly now?: number | undefined;
}

const DAY_S = 86_400;
/** The first days of a release are kept as they are, in seconds. */
const YOUNG_S = 8 * DAY_S;

/**
 * Merges old readings: hours into days (of UTC), days into weeks. Every count and all growth up to a kept reading stays
 * the same. The first reading, and the first eight days of each track, are kept whole.
 *
 * @param store The store.
 * @param options `allDays`, `dailyDays`.
 * @returns The number of readings that were merged into others.
 * @throws {RangeError} When a number of days is invalid.
 */
export async function thin(store: InsightsStore, options: ThinOptions = {}): Promise<number> {
  const { allDays = 28, dailyDays = 90, now = Date.now() } = options;
  integer("allDays", allDays, 1);
  integer("dailyDays", dailyDays, allDays);
  await readStore(store, () => Promise.resolve());
  const today = Math.floor(now / 1000 / DAY_S);
  return await store.transaction("write", async (sql) => {
    await sql("CREATE TEMP TABLE thinning (old {num} PRIMARY KEY, keep {num} NOT NULL)");
    let merged = 0;
    for (const { id } of await sql<{ id: number }>("SELECT id FROM sources")) {
      const rows = await sql<{ at: number }>("SELECT at FROM readings WHERE source = $1 ORDER BY at", id);
      const pairs = mergedReadings(rows.map(({ at }) => at), (day) => {
        if (today - day < allDays) return undefined;
        return today - day < dailyDays ? `${day}` : `week ${Math.floor((day + 3) / 7)}`;
      });
      merged += pairs.length;
      if (pairs.length > 0) await mergeReadings(sql, id, pairs);
    }
    await sql("DROP TABLE thinning");
    return merged;
  });
}

/** Pairs each reading that is dropped with the last one of its day or week. */
function mergedReadings(
  times: readonly number[],
  bucketOf: (day: number) => string | undefined,
): [old: number, keep: number][] {
  const kept = new Map<string, number>();
  const named = times.slice(1).map((at) => [at, bucketOf(Math.floor(at / DAY_S))] as const);
  for (const [at, bucket] of named) if (bucket !== undefined) kept.set(bucket, at);
  return named.flatMap(([at, bucket]) => {
    const keep = bucket === undefined ? at : kept.get(bucket)!;
    return keep === at ? [] : [[at, keep]];
  });
}

async function mergeReadings(sql: InsightsSql, source: number, pairs: readonly [number, number][]): Promise<void> {
  // One pass over the changes: with `+`, SQLite doesn't look up each series at each time.
  const old = `+c.at IN (SELECT old FROM thinning) AND EXISTS (SELECT 1 FROM series s JOIN things t ON t.id = s.thing
    WHERE s.id = c.series AND t.source = ${source} AND (t.created IS NULL OR c.at > t.created + ${YOUNG_S}))`;
  const statements = [
    `INSERT INTO changes (series, at, level) SELECT c.series, m.keep, c.level FROM changes c
    CROSS JOIN thinning m WHERE m.old = c.at AND ${old} AND NOT EXISTS (SELECT 1 FROM changes later
      WHERE later.series = c.series AND later.at > c.at AND later.at <= m.keep) ON CONFLICT DO NOTHING`,
    `DELETE FROM changes AS c WHERE ${old}`,
    `INSERT INTO growth (source, kind, metric, at, growth, late, total)
    SELECT g.source, g.kind, g.metric, m.keep, SUM(g.growth), SUM(g.late), 0 FROM growth g
    JOIN thinning m ON m.old = g.at WHERE g.source = ${source} GROUP BY g.source, g.kind, g.metric, m.keep
    ON CONFLICT (source, kind, metric, at)
    DO UPDATE SET growth = growth.growth + excluded.growth, late = growth.late + excluded.late`,
    `DELETE FROM growth WHERE source = ${source} AND at IN (SELECT old FROM thinning)`,
    `DELETE FROM readings WHERE source = ${source} AND at IN (SELECT old FROM thinning)`,
  ];
  await sql("DELETE FROM thinning");
  await sql("INSERT INTO thinning (old, keep) SELECT {n:0}, {n:1} FROM {each:$1}", JSON.stringify(pairs));
  for (const statement of statements) await sql(statement);
}

/** What {@linkcode forget} removes. */
export interface ForgetOptions {
  /** An account or a public user, with all tracks. */
  readonly user?: ResourceId | undefined;
  /** A track, wherever it was recorded. The sums that it was part of stay. */
  readonly track?: ResourceId | undefined;
  /** The name of the service. Default `api.soundcloud.com`. */
  readonly service?: string | undefined;
}

/**
 * Removes what was recorded of a user or a track; without either, of the whole service.
 *
 * @param store The store.
 * @param options `user`, `track`, `service`.
 * @returns The number of tracks, playlists and profiles that were removed.
 * @throws {InsightsError} `unknown_source` when the store has nothing of it.
 */
export async function forget(store: InsightsStore, options: ForgetOptions = {}): Promise<number> {
  const { service = DEFAULT_SERVICE } = options;
  const track = options.track === undefined ? undefined : trackUrn(options.track);
  const user = options.user === undefined ? undefined : toUrn("users", options.user);
  await readStore(store, () => Promise.resolve());
  return await store.transaction("write", async (sql) => {
    const urn = track ?? user ?? null;
    // A track is removed wherever it is, and a user with all tracks.
    const ofOne = track ? "t.urn = $2" : "s.urn = $2 AND s.kind <> 'track'";
    const things = await sql<{ id: number }>(
      `SELECT t.id FROM things t JOIN sources s ON s.id = t.source WHERE s.service = $1 AND
      ${urn === null ? "$2 IS NULL" : ofOne}`,
      ...[service, urn],
    );
    const sources = await sql<{ id: number }>(
      `SELECT id FROM sources WHERE service = $1 AND
      ${urn === null ? "$2 IS NULL" : `urn = $2 AND kind ${track ? "=" : "<>"} 'track'`}`,
      ...[service, urn],
    );
    if (things.length + sources.length === 0) {
      throw new InsightsError("unknown_source", `The store has nothing of ${urn ?? service}`);
    }
    await removeThings(sql, things);
    for (const { id } of sources) {
      for (const table of ["readings", "growth"]) await sql(`DELETE FROM ${table} WHERE source = $1`, id);
      await sql("DELETE FROM sources WHERE id = $1", id);
    }
    return things.length;
  });
}

async function removeThings(sql: InsightsSql, things: readonly { readonly id: number }[]): Promise<void> {
  const list = JSON.stringify(things.map(({ id }) => [id]));
  const listed = "(SELECT {i:0} FROM {each:$1})";
  await sql(`DELETE FROM changes WHERE series IN (SELECT id FROM series WHERE thing IN ${listed})`, list);
  for (const table of ["series", "events"]) await sql(`DELETE FROM ${table} WHERE thing IN ${listed}`, list);
  await sql(`DELETE FROM things WHERE id IN ${listed}`, list);
}
