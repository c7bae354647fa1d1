import { type Counted, countStep, markPassed } from "./counting.ts";
import type { Item, Source } from "./read.ts";
import { isSeriesOf, type Metric, seriesId } from "./schema.ts";
import { InsightsError, type InsightsSql, type InsightsStore } from "./store.ts";
import type { InsightsEventKind, Recording, TrackInsights } from "./types.ts";

/** A reading, before it is stored. */
export interface Reading {
  readonly source: Source;
  readonly service: string;
  /** Its time, in seconds since 1970. */
  readonly at: number;
  readonly items: readonly Item[];
  readonly requests: number;
  readonly minGapMs?: number | undefined;
  /** Its pages in the staging table. */
  readonly run: string | undefined;
  readonly clockOffsetMs: number;
}

interface ThingRow extends Omit<Item, "isPrivate" | "counts"> {
  readonly id: number;
  readonly state: TrackInsights["state"];
}

interface SeriesRow extends Counted {
  readonly id: number;
  readonly metric: Metric;
}

type EventRow = [
  thing: number,
  kind: InsightsEventKind,
  metric: Metric | null,
  old: string | null,
  next: string | null,
];

interface Sum {
  growth: number;
  late: number;
  total: number;
}

const MIN_GAP_MS = 60_000;
const DAY_S = 86_400;
/** Items that are counted at once. */
const CHUNK = 200;
/** The least plays in a day that count as rising. */
const LEAST_RISE = 50;

/** Stores a reading in one transaction. */
export async function commitReading(store: InsightsStore, reading: Reading): Promise<Recording> {
  const { at, items, requests, clockOffsetMs } = reading;
  const changes = await store.transaction("write", async (sql) => {
    const source = await sourceId(sql, reading);
    if (reading.run !== undefined) await sql("DELETE FROM pages WHERE run = $1", reading.run);
    const [{ last } = { last: null }] = await sql<{ last: number | null }>(
      "SELECT MAX(at) AS last FROM readings WHERE source = $1",
      source,
    );
    const isTooEarly = last !== null && (at <= last || (at - last) * 1000 < (reading.minGapMs ?? MIN_GAP_MS));
    return isTooEarly ? undefined : await new Commit({ sql, reading, source, last }).run();
  });
  const events: Partial<Record<InsightsEventKind, number>> = {};
  for (const [, kind] of changes?.events ?? []) events[kind] = (events[kind] ?? 0) + 1;
  return {
    ...{ status: changes ? "recorded" : "skipped", source: reading.source, at: new Date(at * 1000), requests },
    ...{ things: items.length, changed: changes?.changed ?? 0, events, clockOffsetMs },
  };
}

/** Finds or adds the source, and locks it until the end of the transaction. */
async function sourceId(sql: InsightsSql, { service, source: { kind, urn, title } }: Reading): Promise<number> {
  const [row] = await sql<{ id: number }>(
    `INSERT INTO sources (service, kind, urn, title) VALUES ($1, $2, $3, $4)
    ON CONFLICT (service, kind, urn) DO UPDATE SET title = excluded.title RETURNING id`,
    ...[service, kind, urn, title],
  );
  return row!.id;
}

/** A reading that is stored, in its transaction. */
interface Begun {
  readonly sql: InsightsSql;
  readonly reading: Reading;
  /** The number of the source. */
  readonly source: number;
  /** The time of the reading before. */
  readonly last: number | null;
}

/** The changes of one reading. */
class Commit {
  readonly #begun: Begun;
  readonly #sums = new Map<string, Sum>();
  #series: (readonly unknown[])[] = [];
  #changes: (readonly [series: number, level: number])[] = [];
  #changed = 0;
  readonly #events: EventRow[] = [];
  readonly #risen: (readonly [series: number])[] = [];

  constructor(begun: Begun) {
    this.#begun = begun;
  }

  async run(): Promise<{ changed: number; events: readonly EventRow[] }> {
    const { items } = this.#begun.reading;
    await this.#checkWhole();
    for (let start = 0; start < items.length; start += CHUNK) await this.#countAll(items.slice(start, start + CHUNK));
    const { sql, source } = this.#begun;
    const gone = await sql<Pick<ThingRow, "id" | "title">>(
      `SELECT id, title FROM things WHERE source = $1 AND state <> 'gone'
      AND urn NOT IN (SELECT {t:0} FROM {each:$2})`,
      ...[source, listed(items.map(({ urn }) => urn))],
    );
    for (const { id, title } of gone) this.#events.push([id, "gone", null, title, null]);
    await sql(
      "UPDATE things SET state = 'gone' WHERE id IN (SELECT {i:0} FROM {each:$1})",
      listed(gone.map((one) => one.id)),
    );
    await this.#storeReading();
    await this.#storeEvents();
    return { changed: this.#changed, events: this.#events };
  }

  /** Refuses a list that has lost most of its tracks, although the profile still counts them. */
  async #checkWhole(): Promise<void> {
    const { sql, source: id, reading: { items, source } } = this.#begun;
    const found = items.filter(({ kind }) => kind === "track").length;
    const said = items.find(({ urn }) => urn === source.urn)?.counts.tracks ?? 0;
    if (source.kind === "track" || said <= found * 1.5) return;
    const [row] = await sql<{ before: number }>(
      "SELECT COUNT(*) AS before FROM things WHERE source = $1 AND kind = 'track' AND state = 'public'",
      id,
    );
    if (found * 2 >= Number(row!.before)) return;
    const message = `SoundCloud lists ${found} tracks, but the profile counts ${said}: nothing was recorded`;
    throw new InsightsError("incomplete", message);
  }

  /** Counts a part of the items, so that only its series are in memory. */
  async #countAll(items: readonly Item[]): Promise<void> {
    const { sql, source, last } = this.#begun;
    const known = await sql<ThingRow>(
      "SELECT * FROM things WHERE source = $1 AND urn IN (SELECT {t:0} FROM {each:$2})",
      ...[source, listed(items.map(({ urn }) => urn))],
    );
    const things = new Map(known.map((thing) => [thing.urn, thing]));
    const ids = await this.#storeThings(items, things);
    const counted = items.map((item) => {
      const thing = things.get(item.urn);
      return { item, thing, id: thing?.id ?? ids.get(item.urn)! };
    });
    const rows = await sql<SeriesRow>(
      `SELECT s.id, s.metric, s.value, s.base, s.level, s.start, s.below
      FROM {each:$1} JOIN series s ON ${isSeriesOf("{i:0}")}`,
      listed(counted.map(({ id }) => id)),
    );
    const series = new Map(rows.map((row) => [row.id, row]));
    for (const { item, thing, id } of counted) {
      if (thing) this.#compare(thing, item);
      else if (last !== null) this.#events.push([id, "new", null, null, item.title]);
      this.#count(id, item, thing, series);
    }
    await this.#storeSeries();
  }

  /** Stores things that are new or changed; returns the ids of the new ones. */
  async #storeThings(
    items: readonly Item[],
    known: ReadonlyMap<string, ThingRow>,
  ): Promise<Map<string, number>> {
    const rows = items.flatMap((item) => {
      const { kind, urn, title, url, created } = item;
      const state = item.isPrivate ? "private" : "public";
      const thing = known.get(urn);
      if (thing && thing.state === state && thing.title === title && thing.url === url) return [];
      return [[kind, urn, title, url, created, state]];
    });
    const stored = await this.#begun.sql<{ id: number; urn: string }>(
      `INSERT INTO things (source, first, kind, urn, title, url, created, state)
      SELECT CAST($1 AS INTEGER), CAST($2 AS {num}), {t:0}, {t:1}, {t:2}, {t:3}, {n:4}, {t:5} FROM {each:$3} WHERE true
      ON CONFLICT (source, urn) DO UPDATE SET title = excluded.title, url = excluded.url, state = excluded.state
      RETURNING id, urn`,
      ...[this.#begun.source, this.#begun.reading.at, JSON.stringify(rows)],
    );
    return new Map(stored.map(({ urn, id }) => [urn, id]));
  }

  #compare(thing: ThingRow, { title, isPrivate }: Item): void {
    const state = isPrivate ? "private" : "public";
    const push = (kind: InsightsEventKind, old: string | null, next: string | null) =>
      this.#events.push([thing.id, kind, null, old, next]);
    if (thing.title !== title) push("renamed", thing.title, title);
    if (thing.state === "gone") push("back", null, title);
    else if (thing.state !== state) push(state, thing.state, state);
  }

  /** Counts all metrics of a thing. */
  #count(id: number, item: Item, thing: ThingRow | undefined, series: ReadonlyMap<number, SeriesRow>): void {
    const { at } = this.#begun.reading;
    const isFresh = thing === undefined && this.#begun.last !== null && item.created !== null &&
      item.created > this.#begun.last;
    for (const [name, value] of Object.entries(item.counts)) {
      const metric = name as Metric;
      const key = seriesId(id, metric);
      const before = series.get(key);
      const step = countStep(before, { metric, value: value ?? null, at, isPrivate: item.isPrivate, isFresh });
      if (!step) continue;
      const { next, growth, event } = step;
      const isLate = before !== undefined && (before.value === null || thing?.state === "gone");
      this.#add(item.kind, metric, { growth, late: isLate ? growth : 0, total: next.value ?? next.level });
      if (!before || growth !== 0) this.#changes.push([key, next.level]);
      if (!before || differs(before, next)) {
        this.#series.push([key, id, metric, next.value, next.base, next.level, next.start, next.below]);
      }
      if (event) this.#events.push([id, event, metric, String(before?.base), String(value)]);
      if (metric === "plays" || metric === "followers") this.#tellHidden(id, before, next.value);
      if (growth > 0) this.#tellGrowth(key, id, metric, next, growth);
    }
  }

  #tellHidden(id: number, before: Counted | undefined, value: number | null): void {
    if (!before || (before.value === null) === (value === null)) return;
    this.#events.push([id, value === null ? "hidden" : "shown", null, null, null]);
  }

  #tellGrowth(key: number, id: number, metric: Metric, { base, level, start }: Counted, growth: number): void {
    const mark = markPassed(metric, base - growth, base);
    if (mark !== undefined) this.#events.push([id, "mark", metric, null, String(mark)]);
    if (metric === "plays" && level - start >= LEAST_RISE) this.#risen.push([key]);
  }

  #add(kind: string, metric: Metric, { growth, late, total }: Sum): void {
    const key = `${kind} ${metric}`;
    const sum = this.#sums.get(key) ?? { growth: 0, late: 0, total: 0 };
    this.#sums.set(key, { growth: sum.growth + growth, late: sum.late + late, total: sum.total + total });
  }

  async #storeReading(): Promise<void> {
    const { sql, source, reading: { at, requests, clockOffsetMs } } = this.#begun;
    const finished = Math.max(at, Math.floor((Date.now() - clockOffsetMs) / 1000));
    await sql(
      "INSERT INTO readings (source, at, finished, requests) VALUES ($1, $2, $3, $4)",
      ...[source, at, finished, requests],
    );
    const sums = [...this.#sums].map(([key, { growth, late, total }]) => [...key.split(" "), growth, late, total]);
    await sql(
      `INSERT INTO growth (source, at, kind, metric, growth, late, total)
      SELECT CAST($1 AS INTEGER), CAST($2 AS {num}), {t:0}, {t:1}, {n:2}, {n:3}, {n:4} FROM {each:$3}`,
      ...[source, at, JSON.stringify(sums)],
    );
  }

  async #storeSeries(): Promise<void> {
    const { sql, reading: { at } } = this.#begun;
    await sql(
      `INSERT INTO series (id, thing, metric, value, base, level, start, below)
      SELECT {i:0}, {i:1}, {t:2}, {n:3}, {n:4}, {n:5}, {n:6}, {n:7} FROM {each:$1} WHERE true
      ON CONFLICT (id) DO UPDATE SET value = excluded.value, base = excluded.base, level = excluded.level,
      below = excluded.below`,
      JSON.stringify(this.#series),
    );
    await sql(
      "INSERT INTO changes (series, at, level) SELECT {i:0}, CAST($2 AS {num}), {n:1} FROM {each:$1}",
      ...[JSON.stringify(this.#changes), at],
    );
    this.#changed += this.#changes.length;
    [this.#series, this.#changes] = [[], []];
  }

  /** Stores events. A mark is told once, however often a count passes it. */
  async #storeEvents(): Promise<void> {
    const { sql, source, reading: { at } } = this.#begun;
    await sql(
      `INSERT INTO events (source, at, thing, kind, metric, old, new)
      SELECT CAST($1 AS INTEGER), CAST($2 AS {num}), {i:0}, {t:1}, {t:2}, {t:3}, {t:4} FROM {each:$3}
      WHERE {t:1} <> 'mark' OR NOT EXISTS (SELECT 1 FROM events e WHERE e.thing = {i:0} AND e.kind = 'mark'
        AND e.metric = {t:2} AND e.new = {t:4})`,
      ...[source, at, JSON.stringify(this.#events)],
    );
    const levelAt = (parameter: string) =>
      `(SELECT c.level FROM changes c WHERE c.series = s.id AND c.at <= ${parameter} ORDER BY c.at DESC LIMIT 1)`;
    await sql(
      `INSERT INTO events (source, at, thing, kind, metric, old, new)
      SELECT CAST($1 AS INTEGER), CAST($2 AS {num}), thing, 'rising', 'plays', CAST(week AS TEXT), CAST(day AS TEXT)
      FROM (SELECT s.thing, s.level - ${levelAt("$4")} AS day, ${levelAt("$4")} - ${levelAt("$5")} AS week
        FROM {each:$3} JOIN series s ON s.id = {i:0}) AS risen
      WHERE day >= ${LEAST_RISE} AND day * 7 >= 3 * week AND EXISTS (
        SELECT 1 FROM readings r WHERE r.source = $1 AND r.at BETWEEN CAST($4 AS {num}) - ${DAY_S / 2} AND $4)
      AND NOT EXISTS (
        SELECT 1 FROM events e WHERE e.thing = risen.thing AND e.kind = 'rising' AND e.at > $5)`,
      ...[source, at, JSON.stringify(this.#risen), at - DAY_S, at - 8 * DAY_S],
    );
  }
}

function differs(before: Counted, next: Counted): boolean {
  return (["value", "base", "level", "below"] as const).some((key) => before[key] !== next[key]);
}

/** The rows of a statement, with one column. */
function listed(values: readonly (string | number)[]): string {
  return JSON.stringify(values.map((value) => [value]));
}
