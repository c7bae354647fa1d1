import { ServiceError } from "../errors.ts";
import type { ServiceTrack } from "../types/track.ts";
import type { WatchEvent } from "../types/watch.ts";
import { type ListReader, RefusedLink } from "./list.ts";
import { beginAt, poll } from "./poll.ts";
import type { ListPlace, Places } from "./place.ts";
import { type AnySource, OWN_TRACKS, type SingleSource, time, type TrackSource } from "./sources.ts";

/** Name of the only list of a source, or of its list of tracks. */
const WHOLE = "";
/** Number of polls that trust an empty link to newer items before one reads the head of the list anyway. */
const TRUSTED_POLLS = 9;
/** Tracks that each poll checks in turn, in addition to those whose count has changed. */
const TURN = 5;

/** The source and the progress of a watch. */
export interface Progress {
  readonly reader: ListReader;
  readonly source: AnySource;
  /** The places where reading stopped; empty before the first poll. */
  places: Places;
}

/**
 * Polls a source once.
 *
 * @param progress The watch; its places move with each event.
 * @returns The events; those of a list with the oldest first.
 */
export function eventsOf(progress: Progress): AsyncGenerator<WatchEvent, void, undefined> {
  const { source, places: { [WHOLE]: whole } } = progress;
  if (whole) whole.polls = (whole.polls ?? 0) + 1;
  return "each" in source ? ofTracks(progress, source.each) : ofList(progress, source);
}

async function* ofList<T>(
  progress: Progress,
  { list, event }: SingleSource<T>,
): AsyncGenerator<WatchEvent, void, undefined> {
  const { reader, places: { [WHOLE]: place } } = progress;
  if (!place) {
    progress.places = { [WHOLE]: await beginAt(reader, list) };
  } else if (place.polls! % (TRUSTED_POLLS + 1) === TRUSTED_POLLS || await hasNews(reader, place)) {
    for await (const [item, id] of newItems(progress, WHOLE, list, place)) yield event(item, id);
  }
}

/** Whether SoundCloud's link to newer items leads to any. */
async function hasNews(reader: ListReader, { future }: ListPlace): Promise<boolean> {
  if (!future) return true;
  try {
    for await (const { items } of reader.from(future)) if (items.length) return true;
    return false;
  } catch (error) {
    if (error instanceof RefusedLink) return true;
    throw error;
  }
}

async function* newItems<T>(
  progress: Progress,
  name: string,
  list: SingleSource<T>["list"],
  place: ListPlace,
): AsyncGenerator<[T, string], void, undefined> {
  const { fresh, end } = await poll(progress.reader, list, place);
  for (const found of fresh) {
    progress.places[name] = found.place();
    yield [found.item, found.id];
  }
  progress.places[name] = end;
}

async function* ofTracks<T>(progress: Progress, each: TrackSource<T>): AsyncGenerator<WatchEvent, void, undefined> {
  const tracks = await ownTracks(progress.reader);
  const { [WHOLE]: whole, ...known } = progress.places;
  if (!whole) return await beginTracks(progress, each, tracks);
  for (const track of inTurn(progress, each, tracks)) {
    const [name, list] = [OWN_TRACKS.id(track), each.list(track.urn)];
    // A track older than the watch was hidden when the watch began.
    const isOld = (time(track) ?? 0) < (whole.newest ?? 0);
    const place = known[name] ?? (isOld ? await unlessGone(beginAt(progress.reader, list)) : { ids: [] });
    if (!place) continue;
    const items = newItems(progress, name, list, place);
    for (;;) {
      const next = await unlessGone(items.next());
      if (!next || next.done) break;
      yield each.event(next.value[0], track);
    }
    const end = progress.places[name] ?? place;
    progress.places[name] = { ...end, count: each.count(track) ?? undefined };
  }
}

async function beginTracks<T>(
  progress: Progress,
  each: TrackSource<T>,
  tracks: readonly ServiceTrack[],
): Promise<void> {
  const places: Places = {};
  for (const track of tracks) {
    const place = await unlessGone(beginAt(progress.reader, each.list(track.urn)));
    if (place) places[OWN_TRACKS.id(track)] = { ...place, count: each.count(track) ?? undefined };
  }
  const newest = tracks.reduce((newest, track) => Math.max(newest, time(track) ?? 0), 0);
  progress.places = { ...places, [WHOLE]: { ids: [], newest } };
}

/**
 * Selects tracks whose count has changed, and a few others, because a count may be late, hidden or unchanged by chance.
 */
function inTurn<T>({ places }: Progress, each: TrackSource<T>, tracks: readonly ServiceTrack[]): ServiceTrack[] {
  const first = places[WHOLE]!.polls! * TURN % tracks.length;
  const isInTurn = (index: number) => (index - first + tracks.length) % tracks.length < TURN;
  return tracks.filter((track, index) =>
    isInTurn(index) || places[OWN_TRACKS.id(track)]?.count !== (each.count(track) ?? undefined)
  );
}

async function ownTracks(reader: ListReader): Promise<ServiceTrack[]> {
  const tracks = new Map<string, ServiceTrack>();
  for await (const { items } of reader.head(OWN_TRACKS)) for (const track of items) tracks.set(track.urn, track);
  return [...tracks.values()];
}

/** Returns `undefined` for an item that was removed between two requests. */
async function unlessGone<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof ServiceError && error.isNotFound && error.body) return undefined;
    throw error;
  }
}
