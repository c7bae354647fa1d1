import { isRecord } from "../checks.ts";

/** A single value. */
export type QueryScalar = string | number | bigint | boolean | Date | URL;

/** An inclusive range; either end may be left out. */
export interface QueryRange {
  /** Minimum. */
  from?: QueryScalar | undefined;
  /** Maximum. */
  to?: QueryScalar | undefined;
}

/** A query parameter. `undefined`, null and empty lists are left out. */
export type QueryValue = QueryScalar | readonly QueryScalar[] | QueryRange | null | undefined;

/** Query parameters by their wire names. */
export type Query = Readonly<Record<string, QueryValue>>;

/**
 * Encodes a query: lists joined by commas, dates as `yyyy-mm-dd hh:mm:ss` in UTC.
 *
 * @returns The query without its question mark; empty when there are no parameters.
 * @throws {RangeError} When a date is invalid.
 * @throws {TypeError} When a value has another type.
 */
export function encodeQuery(query: Query = {}): string {
  const out: string[][] = [];
  for (const [name, value] of Object.entries(query)) {
    const values = [value ?? []].flat();
    if (values.length) out.push([name, values.map((one) => asText(name, one)).join()]);
  }
  return `${new URLSearchParams(out)}`;
}

/**
 * Writes a value of a query or a form.
 *
 * @throws {TypeError} When it has another type.
 */
export function asText(name: string, value: unknown): string {
  if (value instanceof URL) return value.href;
  if (value instanceof Date) return value.toISOString().slice(0, 19).replace("T", " ");
  if (/^(?:string|number|boolean|bigint)$/.test(typeof value)) return String(value);
  throw new TypeError(`Cannot use ${name}: it must be text, a number, a boolean or a date`);
}

/** Returns the parameter of an option: `show_tracks` for `showTracks`. */
export function wireName(option: string): string {
  return option.replace(/[A-Z]/, "_$&").toLowerCase();
}

/** Splits each range into one parameter for each end, as SoundCloud expects: `bpm[from]` and `bpm[to]`. */
export function splitRanges(query: Query): Query {
  const parameters = Object.entries(query).flatMap(([name, value]) =>
    isRange(value) ? [[name, null], [`${name}[from]`, value.from], [`${name}[to]`, value.to]] : [[name, value]]
  );
  return Object.fromEntries(parameters);
}

function isRange(value: QueryValue): value is QueryRange {
  return Object.getPrototypeOf(Object(value)) === Object.prototype && isRecord(value) &&
    Object.keys(value).every((name) => name === "from" || name === "to");
}
