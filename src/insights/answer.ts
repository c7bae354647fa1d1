import type { Calendar } from "./calendar.ts";
import { type Curve, curveOf, indexAfter, levelAt } from "./curve.ts";
import { eventRows, iso } from "./events.ts";
import { isSeriesOf, type Metric, METRICS, seriesOf } from "./schema.ts";
import type { InsightsSql } from "./store.ts";
import type { Counts, Growth, Insights, InsightsEvent, Part, TrackInsights } from "./types.ts";

/** A source in the store. */
export interface SourceRow {
  readonly id: number;
  readonly kind: Insights["source"]["kind"];
  readonly urn: string;
  readonly title: string;
}

/** A series with its levels at the ends of the periods. */
interface LevelRow {
  readonly thing: number;
  readonly series: number;
  readonly metric: Metric;
  readonly urn: string;
  readonly title: string;
  readonly url: string | null;
  readonly state: TrackInsights["state"];
  readonly created: number | null;
  readonly value: number | null;
  readonly level: number;
  readonly start: number;
  readonly [end: `a${number}` | `b${number}`]: number | null;
}

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
  readonly ends: readonly [number, number, number, number];
  readonly days: Calendar;
}

/** The readings before and after an end. */
interface Around {
  readonly before: number | undefined;
  readonly after: number | undefined;
  /** The share of the growth between the two that came before the end. */
  readonly share: number;
}

/** The longest time between readings that is no gap, in seconds. */
const GAP_S = 36 * 3600;
/** Tracks whose growth is divided into parts: each takes a curve of its own. */
const DIVIDED = 100;
const MOVERS = 5;
const MAX_EVENTS = 50;

/** Reads what an answer consists of. */
export class Answer {
  readonly #asked: Asked;
  readonly #around: readonly Around[];

  constructor(asked: Asked) {
    this.#asked = asked;
    this.#around = asked.ends.map((end) => {
      const index = indexAfter(asked.times, end);
      const [before, after] = [asked.times[index - 1], asked.times[index]];
      const share = before === undefined || after === undefined ? 0 : (end - before) / (after - before);
      return { before, after, share };
    });
  }

  /** Reads everything. */
  async all(
    recorded: Omit<Insights["recorded"], "late">,
  ): Promise<Omit<Insights, "source" | "zone" | "by" | "sort" | "period">> {
    const { sort, top, thing } = this.#asked;
    const { curves, totals, late } = await this.#sums();
    const levels = thing === undefined
      ? await this.#levels(`t.kind = 'track' AND s.id = ${seriesOf("t.id", sort)}`, [])
      : await this.#levels("t.id = $2", [thing]);
    const ranked = levels.filter(({ metric }) => metric === sort).map((row) => ({ row, ...this.#growthOf(row) }))
      .sort((a, b) => b.growth - a.growth || b.total - a.total || (a.row.urn < b.row.urn ? -1 : 1));
    const tracks = await this.#tracks(ranked.slice(0, thing === undefined ? top : 1).map(({ row }) => row));
    const ofThing = thing === undefined ? undefined : await this.#curves(levels.map(({ series }) => series));
    const shown = ofThing ? new Map(levels.map(({ metric, series }) => [metric, ofThing.get(series)!])) : curves.track;
    const own = thing === undefined
      ? totals.track
      : fromEntries(levels.map((row) => [row.metric, this.#growthOf(row)]));
    return {
      recorded: { ...recorded, late: thing === undefined ? late : 0 },
      totals: own,
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
    const rows = await this.#asked.sql<
      { kind: string; metric: Metric; at: number; growth: number; late: number; total: number }
    >(
      "SELECT kind, metric, at, growth, late, total FROM growth WHERE source = $1 AND at >= $2 ORDER BY at",
      ...[this.#asked.source.id, since],
    );
    const curves = { track: new Map<Metric, Curve>(), user: new Map<Metric, Curve>() };
    const totals = { track: {} as Counts<Growth>, user: {} as Counts<Growth> };
    for (const kind of ["track", "user"] as const) {
      for (const metric of METRICS) {
        const own = rows.filter((row) => row.kind === kind && row.metric === metric);
        if (own.length === 0) continue;
        let level = 0;
        const changes = own.map(({ at, growth }, index) => ({ at, level: level += index === 0 ? 0 : growth }));
        const curve = curveOf(times.filter((time) => time >= since), changes, 0);
        curves[kind].set(metric, curve);
        const levels = this.#asked.ends.map((end) => levelAt(curve, end));
        totals[kind][metric] = { total: own.at(-1)!.total, ...this.#between(levels) };
      }
    }
    const late = rows.filter(({ kind, metric, at }) =>
      kind === "track" && metric === this.#asked.sort && at > from && at <= last
    ).reduce((sum, row) => sum + row.late, 0);
    return { curves, totals, late };
  }

  /** Compares the levels at the four ends. Before the first reading, nothing is known. */
  #between(levels: readonly number[]): Omit<Growth, "total"> {
    const [first, second, third, last] = levels as [number, number, number, number];
    const hasBefore = this.#asked.times[0]! < this.#asked.ends[1];
    return { growth: last - third, before: hasBefore ? second - first : null };
  }

  /** Reads the levels of series at the readings around the four ends. */
  async #levels(condition: string, values: readonly (string | number)[]): Promise<LevelRow[]> {
    const columns = this.#around.map(({ before, after, share }, index) => {
      if (after === undefined) return `s.level AS a${index}, NULL AS b${index}`;
      if (before === undefined) return `s.start AS a${index}, NULL AS b${index}`;
      const next = `(SELECT c.level FROM changes c WHERE c.series = s.id AND c.at = ${after})`;
      return `(SELECT c.level FROM changes c WHERE c.series = s.id AND c.at <= ${before}
        ORDER BY c.at DESC LIMIT 1) AS a${index}, ${share === 0 ? "NULL" : next} AS b${index}`;
    });
    return await this.#asked.sql<LevelRow>(
      `SELECT t.id AS thing, s.id AS series, s.metric, t.urn, t.title, t.url, t.state, t.created, s.value, s.level,
      s.start, ${columns.join(", ")} FROM things t JOIN series s
      ON ${isSeriesOf("t.id")} WHERE t.source = $1 AND ${condition} ORDER BY s.id`,
      ...[this.#asked.source.id, ...values],
    );
  }

  #growthOf(row: LevelRow): Growth {
    const levels = this.#around.map(({ share }, index) => {
      const level = row[`a${index}`] ?? row.start;
      return share === 0 ? level : Math.round(level + ((row[`b${index}`] ?? level) - level) * share);
    });
    const { growth, before } = this.#between(levels);
    return { total: row.value ?? row.level, growth, before };
  }

  /** All counts of the ranked tracks. */
  async #tracks(ranked: readonly LevelRow[]): Promise<TrackInsights[]> {
    const list = JSON.stringify(ranked.map(({ thing }) => [thing]));
    const rows = await this.#levels("t.id IN (SELECT {i:0} FROM {each:$2})", [list]);
    const counts = new Map<number, Counts<Growth>>(ranked.map(({ thing }) => [thing, {}]));
    for (const row of rows) if (row.value !== null) counts.get(row.thing)![row.metric] = this.#growthOf(row);
    const curves = await this.#curves(ranked.slice(0, DIVIDED).map(({ series }) => series));
    return ranked.map(({ thing, series, urn, title, url, state, created }) => ({
      ...{ urn, title, url, state, createdAt: created === null ? null : iso(created) },
      counts: counts.get(thing)!,
      growthByPart: curves.has(series) ? this.#steps(curves.get(series)!) : [],
    }));
  }

  /** Reads the curves of series, from the reading before the period on. */
  async #curves(series: readonly number[]): Promise<Map<number, Curve>> {
    const { times, bounds } = this.#asked;
    const since = times[indexAfter(times, bounds[0]!) - 1] ?? times[0]!;
    const rows = await this.#asked.sql<{ series: number; at: number; level: number; start: number }>(
      `SELECT s.id AS series, s.start, c.at, c.level FROM {each:$1} JOIN series s ON s.id = {i:0}
      JOIN changes c ON c.series = s.id AND c.at >= COALESCE(
        (SELECT MAX(p.at) FROM changes p WHERE p.series = s.id AND p.at <= $2), $2)
      ORDER BY s.id, c.at`,
      ...[JSON.stringify(series.map((id) => [id])), since],
    );
    const shown = times.filter((time) => time >= since);
    const changes = new Map<number, (typeof rows)[number][]>(series.map((id) => [id, []]));
    for (const row of rows) changes.get(row.series)?.push(row);
    return new Map([...changes].map(([id, own]) => [id, curveOf(shown, own, own[0]?.start ?? 0)]));
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

  #movers(ranked: readonly (Growth & { readonly row: LevelRow })[]): Pick<Insights, "rising" | "falling"> {
    const movers = ranked.flatMap(({ row: { urn, title }, growth, before }) =>
      before === null ? [] : [{ urn, title, growth, before }]
    ).sort((a, b) => (b.growth - b.before) - (a.growth - a.before));
    return {
      rising: movers.slice(0, MOVERS).filter(({ growth, before }) => growth > before),
      falling: movers.slice(-MOVERS).reverse().filter(({ growth, before }) => growth < before),
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

function fromEntries<T>(entries: readonly (readonly [Metric, T])[]): Counts<T> {
  return Object.fromEntries(entries) as Counts<T>;
}
