import type { Calendar } from "./calendar.ts";
import { type Curve, curveOf, indexAfter, levelAt } from "./curve.ts";
import { eventRows, iso } from "./events.ts";
import type { Source } from "./read.ts";
import { isSeriesOf, type Metric, METRICS, MOST_COUNTS, seriesId, seriesOf } from "./schema.ts";
import type { InsightsSql } from "./store.ts";
import type { Counts, Growth, Insights, InsightsEvent, Part, TrackInsights } from "./types.ts";

/** A source in the store. */
export interface SourceRow extends Source {
  readonly id: number;
}

/** Series with their levels, in columns: a large catalogue has 40,000 of them. */
interface Levels {
  /** The place of each series in the columns, by its number. */
  readonly places: readonly number[];
  /** The last counts; null where they are hidden. */
  readonly values: readonly (number | null)[];
  /** The levels at the last reading. */
  readonly latest: readonly number[];
  /** The levels at the ends of the periods. */
  readonly ends: Readonly<Four<readonly number[]>>;
}

/** A track, playlist or profile: its number, URN, title, URL, state, and when it was made. */
type ThingRow = readonly [number, string, string, string | null, TrackInsights["state"], number | null];

/** A thing with its growth in the ranking count. */
interface Ranked {
  readonly thing: ThingRow;
  readonly series: number;
  readonly count: Growth;
}

type Four<T> = [T, T, T, T];

/** What is asked, in a transaction. */
export interface Asked {
  readonly sql: InsightsSql;
  readonly source: SourceRow;
  /** The track or playlist. Default: the whole source. */
  readonly thing: number | undefined;
  readonly sort: Metric;
  readonly top: number;
  /** The times of all readings of the source. */
  readonly times: readonly number[];
  /** The starts of the parts and the end of the period. */
  readonly bounds: readonly number[];
  /** Begin and end of the period before; of the period. */
  readonly ends: Readonly<Four<number>>;
  readonly days: Calendar;
}

/** The longest time between readings that is no gap, in seconds. */
const GAP_S = 36 * 3600;
/** Tracks whose growth is divided into parts: each takes a curve of its own. */
const DIVIDED = 100;
/** From this number of tracks on, all counts of all tracks are read at once. */
const MANY = 1000;
const MOVERS = 5;
const MAX_EVENTS = 50;

/** Reads what an answer consists of. */
export class Answer {
  readonly #asked: Asked;
  /** Whether recording had begun when the period before did: the growth of a part of it is no measure. */
  readonly #hasBefore: boolean;

  constructor(asked: Asked) {
    this.#asked = asked;
    this.#hasBefore = asked.times[0]! <= asked.ends[0];
  }

  /** Reads everything. */
  async all(
    recorded: Omit<Insights["recorded"], "late">,
  ): Promise<Omit<Insights, "source" | "zone" | "by" | "sort" | "period">> {
    const { sort, top, thing } = this.#asked;
    const { curves, totals, late } = await this.#sums();
    const hasAll = thing !== undefined || top > MANY;
    const levels = thing !== undefined
      ? await this.#levels("t.id = $2", thing)
      : await this.#levels(`t.kind = 'track' ${hasAll ? "" : `AND s.id = ${seriesOf("t.id", sort)}`}`);
    const ranked = await this.#ranked(levels);
    const chosen = ranked.slice(0, thing === undefined ? top : 1);
    const ids = JSON.stringify(chosen.map(({ thing: [id] }) => [id]));
    const all = hasAll ? levels : await this.#levels("t.id IN (SELECT {i:0} FROM {each:$2})", ids);
    const tracks = await this.#tracks(chosen, all);
    const own = thing === undefined ? [] : Object.keys(levels.places).map(Number);
    const ofThing = await this.#curves(own);
    const shown = thing === undefined ? curves.track : new Map(own.map((id) => [metricOf(id), ofThing.get(id)!]));
    return {
      recorded: { ...recorded, late: thing === undefined ? late : 0 },
      totals: thing === undefined
        ? totals.track
        : fromEntries(own.map((id) => [metricOf(id), this.#growthOf(levels, id)])),
      profile: thing === undefined ? totals.user : {},
      parts: this.#parts(thing === undefined ? new Map([...curves.track, ...curves.user]) : shown),
      rhythm: this.#rhythm(shown.get(sort)),
      trackCount: ranked.length,
      tracks,
      ...this.#movers(ranked),
      events: await this.#events(thing),
    };
  }

  /** The sums of all things, by kind and metric. */
  async #sums() {
    const { times, ends: [first, , from, last] } = this.#asked;
    const since = times[indexAfter(times, first) - 1] ?? times[0]!;
    const rows = await this.#asked.sql<{ kind: "track" | "user"; metric: Metric; steps: string }>(
      `SELECT kind, metric, {list:at, growth, late, total} AS steps FROM growth
      WHERE source = $1 AND at >= $2 AND kind <> 'playlist' GROUP BY kind, metric`,
      ...[this.#asked.source.id, since],
    );
    const curves = { track: new Map<Metric, Curve>(), user: new Map<Metric, Curve>() };
    const totals = { track: {} as Counts<Growth>, user: {} as Counts<Growth> };
    const shown = times.filter((time) => time >= since);
    let late = 0;
    for (const { kind, metric, steps } of rows.sort((a, b) => METRICS.indexOf(a.metric) - METRICS.indexOf(b.metric))) {
      const own = (JSON.parse(steps) as [at: number, growth: number, late: number, total: number][])
        .sort(([a], [b]) => a - b);
      let level = 0;
      const changes = own.map(([at, growth], index) => ({ at, level: level += index === 0 ? 0 : growth }));
      const curve = curveOf(shown, changes, 0);
      curves[kind].set(metric, curve);
      const levels = this.#asked.ends.map((end) => levelAt(curve, end)) as Four<number>;
      totals[kind][metric] = this.#growth(own.at(-1)![3], ...levels);
      if (kind !== "track" || metric !== this.#asked.sort) continue;
      for (const [at, , came] of own) if (at > from && at <= last) late += came;
    }
    return { curves, totals, late };
  }

  /** Compares the levels at the four ends. Before the first reading, nothing is known. */
  #growth(total: number, first: number, second: number, third: number, last: number): Growth {
    return { total, growth: last - third, before: this.#hasBefore ? second - first : null };
  }

  /** Reads series with their levels, in the order of the tables: SQLite uses no index of `+source`. */
  async #levels(condition: string, ...values: readonly (string | number)[]): Promise<Levels> {
    const levels = this.#asked.ends.map((end) => this.#levelAt(end));
    const wanted = [...new Set(["s.level", "s.id", "s.value", ...levels])];
    const [row] = await this.#asked.sql<Record<string, string>>(
      `SELECT ${wanted.map((column, index) => `{column:${column}} AS c${index}`).join(", ")}
      FROM things t CROSS JOIN series s WHERE ${isSeriesOf("t.id")} AND +t.source = $1 AND ${condition}`,
      ...[this.#asked.source.id, ...values],
    );
    const columns = Object.values(row!).map((text) => JSON.parse(text) as number[]);
    const [latest, series, counts] = columns;
    const places: number[] = [];
    series!.forEach((id, place) => places[id] = place);
    const ends = levels.map((level) => columns[wanted.indexOf(level)]!.map(Math.round));
    return { places, values: counts!, latest: latest!, ends: ends as Four<number[]> };
  }

  /** The level at a time, as `levelAt()` of a curve finds it, but not rounded. */
  #levelAt(time: number): string {
    const { times } = this.#asked;
    const index = Math.max(0, indexAfter(times, time) - 1);
    const [before, after] = [times[index]!, times[index + 1]];
    if (after === undefined) return "s.level";
    if (time <= before) return levelOf("c", before);
    const between = `(${levelOf("p", before)} * ${after - time} + c.level * ${time - before}) / ${after - before}.0`;
    return levelOf("c", after, `CASE WHEN c.at <= ${before} THEN c.level ELSE ${between} END`);
  }

  #growthOf({ places, values, latest, ends: [first, second, third, last] }: Levels, series: number): Growth {
    const place = places[series]!;
    const total = values[place] ?? latest[place]!;
    return this.#growth(total, first[place]!, second[place]!, third[place]!, last[place]!);
  }

  /** Sorts things by their growth. */
  async #ranked(levels: Levels): Promise<Ranked[]> {
    const { sql, source, sort } = this.#asked;
    const [row] = await sql<{ things: string }>(
      "SELECT {list:id, urn, title, url, state, created} AS things FROM things WHERE source = $1",
      source.id,
    );
    const ranked: Ranked[] = [];
    for (const thing of JSON.parse(row!.things) as ThingRow[]) {
      const series = seriesId(thing[0], sort);
      const isRanked = levels.places[series] !== undefined && metricOf(series) === sort;
      if (isRanked) ranked.push({ thing, series, count: this.#growthOf(levels, series) });
    }
    return ranked.sort((a, b) =>
      b.count.growth - a.count.growth || b.count.total - a.count.total || (a.thing[1] < b.thing[1] ? -1 : 1)
    );
  }

  /** The ranked tracks with their counts. */
  async #tracks(ranked: readonly Ranked[], levels: Levels): Promise<TrackInsights[]> {
    const curves = await this.#curves(ranked.slice(0, DIVIDED).map(({ series }) => series));
    return ranked.map(({ thing: [id, urn, title, url, state, created], series }) => {
      const createdAt = created === null ? null : iso(created);
      const curve = curves.get(series);
      const growthByPart = curve ? this.#steps(curve) : [];
      return { urn, title, url, state, createdAt, counts: this.#countsOf(id, levels), growthByPart };
    });
  }

  /** The counts of a thing that aren't hidden. */
  #countsOf(thing: number, levels: Levels): Counts<Growth> {
    const counts: Counts<Growth> = {};
    for (let series = seriesId(thing, "plays"); series < seriesId(thing + 1, "plays"); series++) {
      const isShown = typeof levels.values[levels.places[series]!] === "number";
      if (isShown) counts[metricOf(series)] = this.#growthOf(levels, series);
    }
    return counts;
  }

  /** Reads the curves of series, from the reading before the period on. */
  async #curves(series: readonly number[]): Promise<Map<number, Curve>> {
    const { times, bounds } = this.#asked;
    const since = times[indexAfter(times, bounds[0]!) - 1] ?? times[0]!;
    const rows = await this.#asked.sql<{ series: number; start: number; changes: string }>(
      `SELECT s.id AS series, s.start, (SELECT {list:c.at, c.level} FROM changes c WHERE c.series = s.id
      AND c.at >= COALESCE((SELECT MAX(p.at) FROM changes p WHERE p.series = s.id AND p.at <= $2), $2)) AS changes
      FROM {each:$1} JOIN series s ON s.id = {i:0}`,
      ...[JSON.stringify(series.map((id) => [id])), since],
    );
    const shown = times.filter((time) => time >= since);
    return new Map(rows.map(({ series, start, changes }) => {
      const own = (JSON.parse(changes) as [at: number, level: number][]).map(([at, level]) => ({ at, level }))
        .sort((a, b) => a.at - b.at);
      return [series, curveOf(shown, own, start)];
    }));
  }

  #steps(curve: Curve): number[] {
    const levels = this.#asked.bounds.map((bound) => levelAt(curve, bound));
    return levels.slice(1).map((level, index) => level - levels[index]!);
  }

  #parts(curves: ReadonlyMap<Metric, Curve>): Part[] {
    const { times, bounds, days } = this.#asked;
    const steps = new Map([...curves].map(([metric, curve]) => [metric, this.#steps(curve)]));
    return bounds.slice(0, -1).map((start, index) => {
      const end = bounds[index + 1]!;
      const isRecorded = end > times[0]! && start < times.at(-1)!;
      const growth = isRecorded ? fromEntries([...steps].map(([metric, of]) => [metric, of[index]!])) : {};
      const readings = times.filter((time) => time >= start && time < end).length;
      const isEstimated = isRecorded && [start, end].some((bound) => this.#isInGap(bound));
      const isPartial = isRecorded && (start < times[0]! || end > times.at(-1)!);
      return { from: days.dateOf(start), growth, readings, isEstimated, isPartial };
    });
  }

  #isInGap(time: number): boolean {
    const { times } = this.#asked;
    const after = indexAfter(times, time);
    const [before, next] = [times[after - 1], times[after]];
    return before !== undefined && next !== undefined && before !== time && next - before > GAP_S;
  }

  /** The average growth by weekday and hour. */
  #rhythm(curve: Curve | undefined): Insights["rhythm"] {
    const { ends: [, , from, last], times, days } = this.#asked;
    const [weekdays, hours] = [new Array<number>(7).fill(0), new Array<number>(24).fill(0)];
    const counted = new Set<string>();
    const byWeekday = new Array<number>(7).fill(0);
    for (let hour = Math.max(from, times[0]!); curve && hour + 3600 <= last; hour += 3600) {
      const growth = levelAt(curve, hour + 3600) - levelAt(curve, hour);
      const date = days.dateOf(hour);
      const weekday = (new Date(date).getUTCDay() + 6) % 7;
      if (!counted.has(date)) byWeekday[weekday]!++;
      counted.add(date);
      weekdays[weekday]! += growth;
      hours[days.hourOf(hour)]! += growth;
    }
    const average = (sum: number, of: number) => of === 0 ? 0 : Math.round(sum / of * 10) / 10;
    return {
      weekdays: weekdays.map((sum, index) => average(sum, byWeekday[index]!)),
      hours: hours.map((sum) => average(sum, counted.size)),
    };
  }

  #movers(ranked: readonly Ranked[]): Pick<Insights, "rising" | "falling"> {
    if (!this.#hasBefore) return { rising: [], falling: [] };
    const change = ({ count: { growth, before } }: Ranked) => growth - before!;
    const movers = [...ranked].sort((a, b) => change(b) - change(a));
    const told = ({ thing: [, urn, title], count }: Ranked) => {
      return { urn, title, growth: count.growth, before: count.before! };
    };
    return {
      rising: movers.slice(0, MOVERS).filter((mover) => change(mover) > 0).map(told),
      falling: movers.slice(-MOVERS).reverse().filter((mover) => change(mover) < 0).map(told),
    };
  }

  async #events(thing: number | undefined): Promise<InsightsEvent[]> {
    const { bounds } = this.#asked;
    return await eventRows(
      this.#asked.sql,
      `e.source = $1 AND e.at >= $2 AND e.at < $3 ${thing === undefined ? "" : "AND e.thing = $4"}
      ORDER BY e.id DESC LIMIT ${MAX_EVENTS}`,
      [this.#asked.source.id, bounds[0]!, bounds.at(-1)!, ...(thing === undefined ? [] : [thing])],
    );
  }
}

/** What the last change until a time says of a series `s`: its level. */
function levelOf(change: string, time: number, level: string = `${change}.level`): string {
  return `COALESCE((SELECT ${level} FROM changes ${change} WHERE ${change}.series = s.id AND ${change}.at <= ${time}
    ORDER BY ${change}.at DESC LIMIT 1), s.start)`;
}

/** The count of a track or playlist. */
function metricOf(series: number): Metric {
  return METRICS[series % MOST_COUNTS]!;
}

function fromEntries<T>(entries: readonly (readonly [Metric, T])[]): Counts<T> {
  return Object.fromEntries(entries) as Counts<T>;
}
