import type { InsightsSql } from "./store.ts";
import type { InsightsEvent } from "./types.ts";

/** Reads events. */
export async function eventRows(
  sql: InsightsSql,
  condition: string,
  values: readonly (string | number)[],
): Promise<InsightsEvent[]> {
  const rows = await sql<Omit<InsightsEvent, "at"> & { at: number }>(
    `SELECT e.id, e.at, e.kind, t.urn, t.title, e.metric, e.old, e.new FROM events e
    JOIN things t ON t.id = e.thing WHERE ${condition}`,
    ...values,
  );
  return rows.map((row) => ({ ...row, at: iso(row.at) }));
}

/** Formats a time. */
export function iso(seconds: number): string {
  return `${new Date(seconds * 1000).toISOString().slice(0, 19)}Z`;
}
