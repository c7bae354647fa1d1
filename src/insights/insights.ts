/**
 * The numbers of a catalogue over time: recorded from SoundCloud, kept in SQLite or PostgreSQL, and queried.
 *
 * @module
 */
export { record, type RecordOptions } from "./record.ts";
export { query } from "./query.ts";
export type { Counts, Growth, Insights, InsightsEvent, InsightsEventKind, Mover, Part } from "./types.ts";
export type { QueryOptions, Recording, TrackInsights } from "./types.ts";
export { forget, type ForgetOptions, thin, type ThinOptions } from "./keep.ts";
export { type CountRow, counts, eventsAfter, type EventsOptions, type Release, releases } from "./rows.ts";
export { importCounts, type ImportedCounts, type ImportOptions } from "./import.ts";
export type { Unit } from "./calendar.ts";
export type { InsightsClient, Source } from "./read.ts";
export type { Metric } from "./schema.ts";
export { METRICS, SCHEMA_VERSION } from "./schema.ts";
export {
  InsightsError,
  type InsightsErrorCode,
  type InsightsSql,
  type InsightsStore,
  type InsightsValue,
} from "./store.ts";
export { type SqliteDatabase, type SqliteInsightsOptions, SqliteInsightsStore } from "./sqlite.ts";
export {
  type PostgresConnection,
  type PostgresConnections,
  type PostgresInsightsOptions,
  PostgresInsightsStore,
} from "./postgres.ts";
