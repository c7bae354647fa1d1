import type { Call } from "./call.ts";
import { badRequest } from "./errors.ts";
import { json } from "./reply.ts";
import type { Window } from "../store/database.ts";
import type { Removal } from "../store/relations.ts";

export interface Page<Row> {
  readonly rows: readonly Row[];
  /** URL of the next page, on the host of the request. */
  readonly next?: string;
}

/** A row with its position in a list that grows at one end only. */
export interface Placed {
  readonly seq: number;
}

/** The cursor format of an endpoint. Cursors are opaque to callers and differ by endpoint, like SoundCloud's. */
export interface CursorFormat<Row> {
  encode(row: Row): string;
  decode(cursor: string): number;
}

function place(text: string, base = 0): number {
  const value = Number(text) - base;
  if (!/^\d{1,16}$/.test(text) || value < 0) throw badRequest("Parameter cursor is not valid");
  return value;
}

/** `2018-02-27T14:37:10.000Z,tracks,00405959469`: likes, reposts, uploads. */
export function datedCursor(kind: string): CursorFormat<Placed & { created_at: number }> {
  return {
    encode: (row) => `${new Date(row.created_at).toISOString()},${kind},${String(row.seq).padStart(11, "0")}`,
    decode: (cursor) => place(cursor.split(",").at(-1) ?? ""),
  };
}

const USER_CURSORS_FROM = 1_567_684_271_000;

/** `1567684271000`: lists of users and of comments. */
export const numberedCursor: CursorFormat<Placed> = {
  encode: (row) => String(USER_CURSORS_FROM + row.seq),
  decode: (cursor) => place(cursor, USER_CURSORS_FROM),
};

function settled(call: Call): Pick<Window, "until" | "isBehind"> {
  const { writeLagMs } = call.world.config;
  return { until: call.now - writeLagMs, isBehind: writeLagMs > 0 };
}

export function removal(call: Call): Removal | undefined {
  const { until, isBehind } = settled(call);
  return isBehind ? { at: call.now, until } : undefined;
}

/** The limit counts rows before hidden ones are removed, so pages may be short or empty in the middle. */
export function cursorPage<Base extends Placed, Row extends Base>(
  call: Call,
  format: CursorFormat<Base>,
  read: (window: Window) => readonly Row[],
): Page<Row> {
  const count = call.limit;
  const cursor = call.query.get("cursor");
  const start = cursor ? { after: format.decode(cursor), skip: 0 } : { after: undefined, skip: call.offset };
  const rows = read({ ...start, ...settled(call), count: count + 1 });
  const last = rows[count - 1];
  if (rows.length <= count || last === undefined) return { rows };
  const changes = { cursor: format.encode(last), page_size: String(count), limit: undefined, offset: undefined };
  return { rows: rows.slice(0, count), next: call.linkTo(changes) };
}

export function offsetPage<Row>(call: Call, read: (from: number, count: number) => readonly Row[]): Page<Row> {
  const { limit: count, offset: from } = call;
  const rows = read(from, count + 1);
  if (rows.length <= count) return { rows };
  return { rows: rows.slice(0, count), next: offsetLink(call, from + count, count) };
}

export function offsetLink(call: Call, from: number, count: number): string {
  return call.linkTo({ limit: String(count), offset: String(from), page_size: undefined });
}

export function collection(call: Call, items: readonly unknown[], next?: string): Response {
  return json(call, { collection: items, ...(next === undefined ? {} : { next_href: next }) });
}

/** Returns a list as an object if the request has `linked_partitioning`, otherwise as a bare array. */
export function partitioned(call: Call, items: readonly unknown[], next?: string): Response {
  return call.flag("linked_partitioning", false) ? collection(call, items, next) : json(call, items);
}
