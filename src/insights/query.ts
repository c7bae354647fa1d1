import { checkOptions, integer } from "../checks.ts";
import { toUrn } from "../formats/urn.ts";
import type { ResourceId } from "../types/resource_id.ts";
import { Answer, type Asked, type SourceRow } from "./answer.ts";
import { addDays, type Calendar, calendar, checkDate, daysBetween, divide, type Unit } from "./calendar.ts";
import { iso } from "./events.ts";
import { DEFAULT_SERVICE } from "./record.ts";
import { METRICS, readStore } from "./schema.ts";
import { InsightsError, type InsightsSql, type InsightsStore } from "./store.ts";
import type { Insights, QueryOptions } from "./types.ts";

const PERIOD_DAYS = 28;
const MAX_DAYS = 3660;
const UNITS: readonly Unit[] = ["day", "week", "month"];

type Span = Pick<Asked, "times" | "bounds" | "ends" | "days">;

/**
 * Summarises what came in a period.
 *
 * The ends of days lie between readings: the counts there are estimated from the readings before and after. A part is
 * marked as estimated if these are more than 36 hours apart.
 *
 * @param store The store.
 * @param options `track`, `user`, `from`, `to`, `by`, `zone`, `sort`, `top`, `service`.
 * @returns The numbers.
 * @throws {RangeError} When a date, a zone, a unit, a count or a number is invalid.
 * @throws {InsightsError} `empty` or `unknown_source`.
 * @example
 * ```ts ignore
 * const { totals, recorded } = await query(store, { from: "2026-05-01", to: "2026-05-31" });
 * console.log(totals.plays?.growth, recorded.missingDays);
 * ```
 */
export async function query(store: InsightsStore, options: QueryOptions = {}): Promise<Insights> {
  checkOptions(options, { zone: "a non-empty string", service: "a non-empty string" });
  // Of a TZ that Intl doesn't know, such as ":/etc/localtime" or "", the zone is undefined or "Etc/Unknown".
  const { timeZone = "UTC" } = Intl.DateTimeFormat().resolvedOptions();
  const { by = "day", sort = "plays", top = 20, zone = timeZone.replace("Etc/Unknown", "UTC") } = options;
  integer("top", top, 0, 100_000);
  if (!METRICS.includes(sort)) {
    throw new RangeError(`Cannot sort by ${JSON.stringify(sort)}: use ${METRICS.join(", ")}`);
  }
  if (!UNITS.includes(by)) throw new RangeError(`Cannot divide by ${JSON.stringify(by)}: use ${UNITS.join(", ")}`);
  const days = calendar(zone);
  const to = checkDate("to", options.to ?? days.dateOf((options.now ?? Date.now()) / 1000));
  const from = checkDate("from", options.from ?? addDays(to, 1 - PERIOD_DAYS));
  if (from > to) throw new RangeError(`Cannot use the period: ${from} is after ${to}`);
  if (daysBetween(from, to) > MAX_DAYS) throw new RangeError("Cannot use the period: it is longer than ten years");
  return await readStore(store, async (sql) => {
    const { source, thing } = await findSource(sql, options);
    const rows = await sql<{ at: number }>("SELECT at FROM readings WHERE source = $1 ORDER BY at", source.id);
    const times = rows.map(({ at }) => at);
    if (times.length === 0) throw new InsightsError("empty", `The store has no readings of ${source.title}`);
    const span = spanOf(times, days, { from, to, by });
    const answer = new Answer({ sql, source, thing, sort, top, ...span });
    const { id: _, ...named } = source;
    const period = { from, to };
    return { source: named, zone, by, sort, period, ...await answer.all(recordedIn(span, period)) };
  });
}

async function findSource(
  sql: InsightsSql,
  { track, user, service = DEFAULT_SERVICE }: QueryOptions,
): Promise<{ source: SourceRow; thing: number | undefined }> {
  const urn = track === undefined ? undefined : trackUrn(track);
  const known = await sql<SourceRow & { thing: number }>(
    `SELECT s.id, s.kind, s.urn, s.title, ${urn === undefined ? 0 : "t.id"} AS thing
    FROM sources s ${urn === undefined ? "" : "JOIN things t ON t.source = s.id AND t.urn = $2"}
    WHERE s.service = $1 ORDER BY CASE s.kind WHEN 'me' THEN 0 WHEN 'user' THEN 1 ELSE 2 END,
    (SELECT MAX(at) FROM readings r WHERE r.source = s.id) DESC`,
    ...(urn === undefined ? [service] : [service, urn]),
  );
  const owner = user === undefined ? undefined : toUrn("users", user);
  const found = known.find((row) => owner === undefined || (row.kind !== "track" && row.urn === owner));
  if (found) {
    const { thing, ...source } = found;
    return { source, thing: urn === undefined ? undefined : thing };
  }
  const asked = urn ?? owner;
  if (asked === undefined) throw new InsightsError("empty", `The store has no readings of ${service}`);
  throw new InsightsError("unknown_source", `The store has no readings of ${asked}`);
}

/** Returns the URN of a track or playlist. */
export function trackUrn(track: ResourceId): string {
  return /^soundcloud:playlists:\d+$/.test(`${track}`) ? `${track}` : toUrn("tracks", track);
}

/** The period ends with the last reading, and so does the one before at the same time of its day. */
function spanOf(
  times: readonly number[],
  days: Calendar,
  { from, to, by }: { readonly from: string; readonly to: string; readonly by: Unit },
): Span {
  const end = days.startOf(addDays(to, 1));
  const length = daysBetween(from, to) + 1;
  const last = Math.min(end, Math.max(times.at(-1)!, days.startOf(from)));
  const shifted = days.startOf(addDays(days.dateOf(last), -length)) + last - days.startOf(days.dateOf(last));
  const ends = [days.startOf(addDays(from, -length)), last === end ? days.startOf(from) : shifted] as const;
  const bounds = [...divide(from, to, by).map((date) => days.startOf(date)), end];
  return { times, bounds, ends: [...ends, days.startOf(from), last], days };
}

function recordedIn({ times, ends: [first], bounds, days }: Span, { from: since, to }: Insights["period"]) {
  const have = new Set(times.filter((time) => time >= first).map((time) => days.dateOf(time)));
  const begin = days.dateOf(Math.max(first, times[0]!));
  const last = [to, days.dateOf(times.at(-1)!)].sort()[0]!;
  const missingDays: string[] = [];
  for (let date = begin; date < last; date = addDays(date, 1)) if (!have.has(date)) missingDays.push(date);
  const [start, end] = [days.startOf(since), bounds.at(-1)!];
  const readings = times.filter((time) => time >= start && time < end).length;
  return { from: iso(times[0]!), to: iso(times.at(-1)!), readings, missingDays };
}
