import { integer } from "../checks.ts";
import { toUrn } from "../formats/urn.ts";
import type { ResourceId } from "../types/resource_id.ts";
import { eventRows, iso } from "./events.ts";
import type { ForgetOptions } from "./keep.ts";
import { DEFAULT_SERVICE } from "./record.ts";
import { isSeriesOf, type Metric, readStore, seriesOf } from "./schema.ts";
import type { InsightsStore } from "./store.ts";
import type { InsightsEvent, InsightsEventKind } from "./types.ts";

/** A count at a time. */
export interface CountRow {
  /** The name of the service. */
  readonly service: string;
  /** Whose catalogue it's in. */
  readonly source: string;
  /** The kind of the thing that is counted. */
  readonly kind: "track" | "playlist" | "user";
  /** Its URN. */
  readonly urn: string;
  /** Its title. */
  readonly title: string;
  /** What is counted. */
  readonly metric: Metric;
  /** When it was so, in ISO 8601. */
  readonly at: string;
  /** The count. */
  readonly count: number;
}

/** A change of a series, with the series' first level and the time when that began. */
type ChangeRow = Omit<CountRow, "at"> & Record<"at" | "series" | "start" | "began", number>;

const THINGS_PER_CHUNK = 100;

/**
 * Yields all counts, in chunks: each count when it changed, and the 0 of a track when it was published.
 *
 * @param store The store.
 * @returns The rows, by track and time.
 * @throws {InsightsError} `empty` when the store has no readings.
 */
export async function* counts(store: InsightsStore): AsyncGenerator<CountRow[], void, undefined> {
  const things = await readStore(store, (sql) => sql<{ id: number }>("SELECT id FROM things ORDER BY source, id"));
  for (let start = 0; start < things.length; start += THINGS_PER_CHUNK) {
    const list = JSON.stringify(things.slice(start, start + THINGS_PER_CHUNK).map(({ id }) => [id]));
    const rows = await readStore(store, (sql) =>
      sql<ChangeRow>(
        `SELECT o.service, o.urn AS source, t.kind, t.urn, t.title, s.metric, c.at, c.level AS count,
        s.id AS series, s.start, CASE WHEN t.created < t.first THEN t.created ELSE t.first END AS began
        FROM {each:$1} JOIN things t ON t.id = {i:0} JOIN sources o ON o.id = t.source
        JOIN series s ON ${isSeriesOf("t.id")} JOIN changes c ON c.series = s.id
        ORDER BY t.id, s.id, c.at`,
        list,
      ));
    yield rows.flatMap(({ series, start, began, at, ...row }, index) => {
      const changed = { ...row, at: iso(at) };
      if (rows[index - 1]?.series === series || row.count === start) return [changed];
      return [{ ...row, at: iso(began), count: start }, changed];
    });
  }
}

/** Options of {@linkcode eventsAfter}. */
export interface EventsOptions {
  /** Their kinds. Default: milestones and rising tracks. */
  readonly kinds?: readonly InsightsEventKind[] | undefined;
  /** Only of this account or public user. Default: all sources. */
  readonly user?: ResourceId | undefined;
  /** The name of the service. Default `api.soundcloud.com`. */
  readonly service?: string | undefined;
}

/**
 * Reads events that are newer than one, oldest first.
 *
 * @param store The store.
 * @param after The number of the last event that is known. Default 0: all.
 * @param options `kinds`, `user`, `service`.
 * @returns The events, at most 1,000.
 */
export async function eventsAfter(
  store: InsightsStore,
  after: number = 0,
  options: EventsOptions = {},
): Promise<InsightsEvent[]> {
  const { kinds = ["mark", "rising"], service = DEFAULT_SERVICE } = options;
  const user = options.user === undefined ? "" : toUrn("users", options.user);
  return await readStore(store, (sql) =>
    eventRows(
      sql,
      `e.id > $1 AND e.kind IN (SELECT {t:0} FROM {each:$2}) AND e.source IN (SELECT o.id FROM sources o
      WHERE o.service = $3 AND (o.urn = $4 OR $4 = '')) ORDER BY e.id LIMIT 1000`,
      [after, JSON.stringify(kinds.map((kind) => [kind])), service, user],
    ));
}

/** A release: what came in its first days. */
export interface Release {
  /** Its URN. */
  readonly urn: string;
  /** Its title. */
  readonly title: string;
  /** When it was published, in ISO 8601. */
  readonly createdAt: string;
  /** Hours since it was published, and the plays until then. */
  readonly points: readonly (readonly [hours: number, plays: number])[];
}

/**
 * Reads the first seven days of the newest releases that were recorded from their start.
 *
 * @param store The store.
 * @param options `user`, `service`; `limit`, by default 8.
 * @returns The releases, newest first.
 */
export async function releases(
  store: InsightsStore,
  options: Pick<ForgetOptions, "user" | "service"> & { readonly limit?: number | undefined } = {},
): Promise<Release[]> {
  const { service = DEFAULT_SERVICE, limit = 8 } = options;
  const user = options.user === undefined ? "" : toUrn("users", options.user);
  integer("limit", limit, 1, 100);
  return await readStore(store, async (sql) => {
    const rows = await sql<{ urn: string; title: string; created: number; at: number; level: number }>(
      `SELECT t.urn, t.title, t.created, c.at, c.level FROM (SELECT t.*, s.id AS plays FROM things t
        JOIN sources o ON o.id = t.source JOIN series s ON s.id = ${seriesOf("t.id", "plays")}
        WHERE o.service = $1 AND (o.urn = $2 OR $2 = '') AND t.kind = 'track' AND s.start = 0 AND t.created IS NOT NULL
        AND t.first > (SELECT MIN(r.at) FROM readings r WHERE r.source = t.source)
        ORDER BY t.created DESC LIMIT ${limit}) AS t
      JOIN changes c ON c.series = t.plays AND c.at <= t.created + 604800 ORDER BY t.created DESC, c.at`,
      ...[service, user],
    );
    const found = new Map<string, Release & { points: [number, number][] }>();
    for (const { urn, title, created, at, level } of rows) {
      const release = found.get(urn) ?? { urn, title, createdAt: iso(created), points: [[0, 0]] };
      release.points.push([(at - created) / 3600, level]);
      found.set(urn, release);
    }
    return [...found.values()];
  });
}
