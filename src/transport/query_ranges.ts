/**
 * Ranges in queries.
 *
 * @module
 */
import { isRecord } from "../checks.ts";
import type { Query, QueryRange, QueryValue } from "./query.ts";

/**
 * Splits each range into one parameter for each end, as the service expects: `bpm[from]` and `bpm[to]`.
 *
 * @param query Parameters by their wire names.
 * @returns The query without ranges.
 */
export function splitRanges(query: Query): Query {
  const parameters = Object.entries(query).flatMap(([name, value]) =>
    isRange(value) ? [[`${name}[from]`, value.from], [`${name}[to]`, value.to]] : [[name, value]]
  );
  return Object.fromEntries(parameters);
}

function isRange(value: QueryValue): value is QueryRange {
  return isRecord(value) && !(value instanceof Date) &&
    Object.keys(value).every((name) => name === "from" || name === "to");
}
