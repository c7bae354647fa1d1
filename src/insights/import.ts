import { type Counted, countStep, type NewCount } from "./counting.ts";
import { toUrn } from "../formats/urn.ts";
import { DEFAULT_SERVICE } from "./record.ts";
import { type Metric, METRICS, MOST_COUNTS, prepareStore, seriesId } from "./schema.ts";
import { InsightsError, type InsightsSql, type InsightsStore } from "./store.ts";

/** Counts of a track at a time. */
export interface ImportedCounts {
  /** The URN of the track or user. */
  readonly urn: string;
  /** In milliseconds since 1970. */
  readonly at: number;
  /** The title, for things that were not recorded yet. */
  readonly title?: string | undefined;
  /** Its counts then. */
  readonly counts: Readonly<Partial<Record<Metric, number>>>;
}

/** Options of {@linkcode importCounts}. */
export interface ImportOptions {
  /** The account whose catalogue it is: its URN, or its number as a text. */
  readonly user: string;
  /** The name of the service. Default `api.soundcloud.com`. */
  readonly service?: string | undefined;
}

/**
 * Imports counts that were kept elsewhere. What is not older than the first reading of the account is skipped, so that
 * an import can be repeated, and replaces nothing.
 *
 * @param store The store.
 * @param rows The counts, in any order.
 * @param options `user`, `service`.
 * @returns How many rows were imported and skipped.
 * @throws {InsightsError} `invalid_import` when a row is invalid: nothing was imported.
 */
export async function importCounts(
  store: InsightsStore,
  rows: readonly ImportedCounts[],
  { user, service = DEFAULT_SERVICE }: ImportOptions,
): Promise<{ imported: number; skipped: number }> {
  rows.forEach(checkRow);
  await prepareStore(store);
  return await store.transaction("write", async (sql) => {
    const [source] = await sql<{ id: number }>(
      `INSERT INTO sources (service, kind, urn, title)
      SELECT $1, COALESCE(MIN(kind), 'me'), $2, COALESCE(MIN(title), $2) FROM sources
      WHERE service = $1 AND urn = $2 AND kind <> 'track'
      ON CONFLICT (service, kind, urn) DO UPDATE SET urn = excluded.urn RETURNING id`,
      ...[service, toUrn("users", user)],
    );
    const [row] = await sql<{ first: number | null }>(
      "SELECT MIN(at) AS first FROM readings WHERE source = $1",
      source!.id,
    );
    const first = row?.first ?? null;
    const fitting = rows.filter(({ at }) => first === null || at / 1000 < first).sort((a, b) => a.at - b.at);
    if (fitting.length > 0) await storeRows(sql, source!.id, fitting, first);
    return { imported: fitting.length, skipped: rows.length - fitting.length };
  });
}

/** What is wrong with a row. */
function problemOf({ urn, at, counts }: ImportedCounts): string | undefined {
  if (!/^soundcloud:(?:tracks|playlists|users):\d+$/.test(urn)) return `${JSON.stringify(urn)} is not a URN`;
  if (!(at > 0 && at < Date.now() + 86_400_000)) return "the time is missing or in the future";
  const metrics = urn.includes(":users:") ? METRICS.slice(MOST_COUNTS) : METRICS.slice(0, MOST_COUNTS);
  return Object.entries(counts).find(([metric, count]) =>
    !metrics.includes(metric as Metric) || !Number.isSafeInteger(count) || count < 0
  )?.join(" is invalid: ");
}

function checkRow(row: ImportedCounts, index: number): void {
  const wrong = problemOf(row);
  if (wrong !== undefined) throw new InsightsError("invalid_import", `Cannot import row ${index + 1}: ${wrong}`);
}

/** The counts of a series, as levels that begin with the first one. */
interface Imported {
  readonly thing: number;
  readonly metric: Metric;
  readonly levels: Map<number, number>;
  last: Counted;
}

/** Stores rows, which are in order of time and older than the first reading. */
async function storeRows(
  sql: InsightsSql,
  source: number,
  rows: readonly ImportedCounts[],
  first: number | null,
): Promise<void> {
  const things = await storeThings(sql, source, rows);
  const all = new Map<number, Imported>();
  for (const { urn, at, counts } of rows) {
    for (const [name, value] of Object.entries(counts)) {
      const [thing, metric] = [things.get(urn)!, name as Metric];
      const found: NewCount = { metric, value, at: secondsOf(at), isPrivate: false, isFresh: false };
      const series = all.get(seriesId(thing, metric));
      const last = countStep(series?.last, found)!.next;
      const levels = series?.levels ?? new Map<number, number>();
      all.set(seriesId(thing, metric), { thing, metric, levels: levels.set(found.at, last.level), last });
    }
  }
  await storeSeries(sql, source, all);
  await sql(
    `INSERT INTO readings (source, at, finished, requests, imported)
    SELECT CAST($1 AS INTEGER), {n:0}, {n:0}, 0, 1 FROM {each:$2}`,
    ...[source, JSON.stringify([...new Set(rows.map(({ at }) => secondsOf(at)))].map((at) => [at]))],
  );
  await sql(
    `INSERT INTO growth (source, kind, metric, at, growth, late, total)
    SELECT source, kind, metric, at, COALESCE(SUM(count - before), 0), 0,
      SUM(SUM(count - COALESCE(before, 0))) OVER (PARTITION BY kind, metric ORDER BY at)
    FROM (SELECT source, kind, metric, at, count, LAG(count) OVER (PARTITION BY series ORDER BY at) AS before
      FROM counts WHERE source = $1 AND at <= $2) AS steps GROUP BY source, kind, metric, at
    ON CONFLICT (source, kind, metric, at) DO UPDATE SET growth = excluded.growth`,
    ...[source, first ?? secondsOf(rows.at(-1)!.at)],
  );
}

async function storeThings(
  sql: InsightsSql,
  source: number,
  rows: readonly ImportedCounts[],
): Promise<Map<string, number>> {
  const titles = new Map(rows.map(({ urn, title }) => [urn, title ?? urn]));
  const list = [...titles].map(([urn, title]) => [/:(\w+)s:/.exec(urn)?.[1], urn, title]);
  const found = await sql<{ id: number; urn: string }>(
    `INSERT INTO things (source, first, kind, urn, title, state)
    SELECT CAST($1 AS INTEGER), CAST($2 AS {num}), {t:0}, {t:1}, {t:2}, 'gone' FROM {each:$3} WHERE true
    ON CONFLICT (source, urn) DO UPDATE SET urn = excluded.urn RETURNING id, urn`,
    ...[source, secondsOf(rows[0]!.at), JSON.stringify(list)],
  );
  return new Map(found.map(({ urn, id }) => [urn, id]));
}

/** Stores levels, moved so that they meet those of the first reading. */
async function storeSeries(sql: InsightsSql, source: number, all: ReadonlyMap<number, Imported>): Promise<void> {
  const known = await sql<{ id: number; start: number }>(
    "SELECT s.id, s.start FROM series s JOIN things t ON t.id = s.thing WHERE t.source = $1",
    source,
  );
  const starts = new Map(known.map(({ id, start }) => [id, start]));
  const changes: unknown[] = [];
  const series = [...all].map(([id, { thing, metric, levels, last }]) => {
    const start = starts.get(id);
    const shift = start === undefined ? 0 : Math.min(last.base, start) - last.level;
    for (const [at, level] of levels) changes.push([id, at, level + shift]);
    const [first] = levels.values();
    return [id, thing, metric, last.value, last.base, last.level, first! + shift, last.below];
  });
  await sql(
    `INSERT INTO series (id, thing, metric, value, base, level, start, below)
    SELECT {i:0}, {i:1}, {t:2}, {n:3}, {n:4}, {n:5}, {n:6}, {n:7} FROM {each:$1} WHERE true
    ON CONFLICT (id) DO UPDATE SET start = excluded.start`,
    JSON.stringify(series),
  );
  await sql(
    "INSERT INTO changes (series, at, level) SELECT {i:0}, {n:1}, {n:2} FROM {each:$1}",
    JSON.stringify(changes),
  );
}

function secondsOf(milliseconds: number): number {
  return Math.floor(milliseconds / 1000);
}
