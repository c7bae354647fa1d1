/**
 * Query strings as the service reads them.
 *
 * @module
 */
/** A value without a separate name. */
export type QueryScalar = string | number | boolean | Date;

/** A range, open or closed at each end. */
export interface QueryRange {
  /** The least. */
  from?: QueryScalar | undefined;
  /** The most. */
  to?: QueryScalar | undefined;
}

/** The types of a query parameter. `undefined` and null are left out, as are empty lists. */
export type QueryValue = QueryScalar | readonly QueryScalar[] | QueryRange | null | undefined;

/** Query parameters by their wire names. */
export type Query = Readonly<Record<string, QueryValue>>;

/**
 * Encodes a query: lists joined by commas, dates as `yyyy-mm-dd hh:mm:ss` in UTC.
 *
 * @param query Parameters by their wire names, without ranges.
 * @returns The query without its question mark; empty when there are no parameters.
 * @throws {RangeError} When a date is invalid.
 * @throws {TypeError} When a value is of another type.
 */
export function encodeQuery(query: Query = {}): string {
  const out: string[][] = [];
  for (const [name, value] of Object.entries(query)) {
    const values = [value ?? []].flat();
    if (values.length) out.push([name, values.map((one) => text(name, one)).join()]);
  }
  return out.length ? `${new URLSearchParams(out)}` : "";
}

function text(name: string, value: unknown): string {
  if (value instanceof Date) return value.toISOString().slice(0, 19).replace("T", " ");
  if (/^(?:string|number|boolean|bigint)$/.test(typeof value)) return String(value);
  throw new TypeError(`Cannot use ${name}: it must be text, a number, a boolean or a date`);
}
