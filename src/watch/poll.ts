// The new items of a list, newest first.
//
// While pages are read, items are added at the head, move to the head, and are removed anywhere. So one known item
// proves nothing about the items after it: the list is read until several consecutive items are known. If all known
// items are gone, the stored cursor decides: the items of its page are old.
import { failure } from "../failure.ts";
import { type ListReader, type Page, RefusedLink, type WatchedList } from "./list.ts";
import type { ListPlace } from "./place.ts";

/** Consecutive known items after which nothing is new. */
const RUN = 5;
/** Number of pages whose ids are remembered. */
const KEPT_PAGES = 3;
/** How late an older item may appear in a list that is in order of time, in milliseconds. */
const LATE_MS = 3_600_000;

/** An item that is new. */
export interface NewItem<T> {
  readonly id: string;
  readonly item: T;
  /** Creates the place for when it and all older items are handled. */
  place(): ListPlace;
}

/** The result of a poll of a list. */
export interface Poll<T> {
  /** The new items, oldest first. */
  readonly fresh: readonly NewItem<T>[];
  /** The place for when all of them are handled. */
  readonly end: ListPlace;
}

/** An item of a poll. */
interface Met<T> {
  readonly item: T;
  readonly isKnown: boolean;
  /** Number of items before it. */
  readonly index: number;
  /** Path of the page after its own. */
  readonly cursor: string | undefined;
}

/** The items read in one poll. */
interface Reading<T> {
  readonly known: ReadonlySet<string>;
  /** Ids of the items after the stored cursor, once requested. */
  readonly below: ReadonlySet<string>;
  readonly oldest: number;
  /** Items by id, in list order. */
  readonly met: Map<string, Met<T>>;
  /** Current number of consecutive known items. */
  run: number;
  /** Current number of consecutive items from after the cursor. */
  deep: number;
}

/** Finds the place in a list at which a watch begins: every item in it is known. */
export async function beginAt<T>(reader: ListReader, list: WatchedList<T>): Promise<ListPlace> {
  const ids = new Set<string>();
  let [first, newest]: [Page<T> | undefined, number | undefined] = [undefined, undefined];
  for await (const page of reader.head(list)) {
    first ??= page;
    for (const item of page.items) {
      ids.add(list.id(item));
      newest = later(newest, list.time?.(item));
    }
    // Also remember the second page, because items of the first page may be removed.
    if (ids.size > list.pageSize) break;
  }
  return { ids: [...ids], cursor: first?.next, future: first?.future, newest };
}

/**
 * Polls for new items.
 *
 * @throws {ServiceError} `place_lost`; or when a page can't be fetched.
 */
export async function poll<T>(reader: ListReader, list: WatchedList<T>, place: ListPlace): Promise<Poll<T>> {
  let [reading, first]: [Reading<T>, Page<T> | undefined] = [begin(place), undefined];
  let [isThrough, isLost] = [false, false];
  for await (const page of reader.head(list)) {
    isThrough = take(reading, list, page);
    if (!isThrough && !first && place.cursor && page.next) {
      const below = await readBelow(reader, list, place.cursor, page);
      isLost = !below;
      if (below) isThrough = take(reading = begin(place, below), list, page);
    }
    first ??= page;
    if (isThrough) break;
  }
  if (isLost && !isThrough) throw lost();
  return resultOf(list, place, reading, first);
}

function begin<T>({ ids, newest = 0 }: ListPlace, below: ReadonlySet<string> = new Set()): Reading<T> {
  return { known: new Set(ids), below, oldest: newest - LATE_MS, met: new Map(), run: 0, deep: 0 };
}

/** Reads a page, and tells whether everything after it is known. */
function take<T>(reading: Reading<T>, list: WatchedList<T>, { items, next: cursor }: Page<T>): boolean {
  const { known, below, met } = reading;
  for (const item of items) {
    const id = list.id(item);
    const isBelow = below.has(id);
    const isKnown = isBelow || known.has(id) || (list.time?.(item) ?? Infinity) < reading.oldest;
    reading.run = isKnown ? reading.run + 1 : 0;
    reading.deep = isBelow ? reading.deep + 1 : 0;
    if (!met.has(id)) met.set(id, { item, isKnown, index: met.size, cursor });
    if (reading.deep >= RUN) return true;
  }
  return reading.run >= RUN;
}

/** Ids of the items after the stored cursor; `undefined` when SoundCloud rejects it. */
async function readBelow<T>(
  reader: ListReader,
  list: WatchedList<T>,
  cursor: string,
  before: Page<T>,
): Promise<ReadonlySet<string> | undefined> {
  const ids: string[] = [];
  try {
    for await (const { items } of reader.from<T>(cursor)) if (ids.push(...items.map(list.id)) > RUN) break;
  } catch (error) {
    if (error instanceof RefusedLink) return undefined;
    throw error;
  }
  // If pages shift, a page starts with the last item of the previous page, which may be new.
  const last = before.items.at(-1);
  return new Set(last && ids[0] === list.id(last) ? ids.slice(1) : ids);
}

function resultOf<T>(
  list: WatchedList<T>,
  place: ListPlace,
  { met, below }: Reading<T>,
  first: Page<T> | undefined,
): Poll<T> {
  const all = [...met];
  const known = all.filter(([, { isKnown }]) => isKnown);
  const count = list.pageSize * KEPT_PAGES;
  // Keep everything above the cursor and some items below it.
  const idsFrom = (from: number) =>
    [
      ...new Set([
        ...known.filter(([, { index }]) => index < from).map(([id]) => id),
        ...all.slice(from, from + count).map(([id]) => id),
        ...below,
        ...place.ids,
      ]),
    ].slice(0, count);
  let newest = place.newest;
  const fresh = all.filter(([, { isKnown }]) => !isKnown).reverse().map(([id, { item, index, cursor }]) => {
    const latest = newest = later(newest, list.time?.(item));
    return {
      id,
      item,
      place: () => ({ ...place, ids: idsFrom(index), cursor: cursor ?? place.cursor, newest: latest }),
    };
  });
  const end = { ...place, ids: idsFrom(0), cursor: first?.next ?? place.cursor, future: first?.future, newest };
  return { fresh, end };
}

function later(one: number | undefined, other: number | undefined): number | undefined {
  return one === undefined || other !== undefined && other > one ? other : one;
}

function lost(): Error {
  return failure(
    "place_lost",
    "Cannot resume from the stored position: its items were removed, and SoundCloud refuses its cursor",
  );
}
