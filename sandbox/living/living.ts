import { Memo } from "../base/memo.ts";
import { Random } from "../base/random.ts";
import { findListeners, findMarks, type Marks } from "../store/activity.ts";
import type { Database, Window } from "../store/database.ts";
import { type Action, ACTIONS, type Activity, type ActivityRates, rateOf } from "./activity.ts";
import { mix, popularity, Rhythm } from "./rhythm.ts";

export type ResourceKind = "tracks" | "playlists" | "users";

export interface Heard {
  readonly id: number;
  readonly user_id?: number;
  readonly created_at: number;
  readonly ready_at?: number;
  readonly sharing?: "public" | "private";
}

export const ACTIONS_ON: Readonly<Record<ResourceKind, readonly Action[]>> = {
  tracks: ["plays", "likes", "reposts", "comments"],
  playlists: ["likes", "reposts"],
  users: ["follows"],
};

/** A time in which a resource is public, and the numbers of the last events before it and in it. */
interface Span {
  readonly from: number;
  readonly to: number;
  readonly low: number;
  readonly high: number;
}

export interface ListenerEvent {
  readonly number: number;
  readonly at: number;
  readonly userId: number;
}

/** Which events to return: up to a time, with numbers below `before`. */
interface EventWindow {
  readonly until: number;
  readonly before: number;
  readonly count: number;
}

function rates(text: string | null): ActivityRates | undefined {
  return text === null ? undefined : JSON.parse(text) as ActivityRates;
}

function publicTimes(row: Heard, begin: number, turns: readonly number[]): (readonly [from: number, to: number])[] {
  const isPublicNow = row.sharing !== "private";
  const edges = [
    ...(isPublicNow === (turns.length % 2 === 0) ? [begin] : []),
    ...turns,
    ...(isPublicNow ? [Infinity] : []),
  ]
    .map((at) => Math.max(at, begin));
  return edges.flatMap((from, i) => i % 2 === 0 ? [[from, edges[i + 1] ?? Infinity] as const] : []);
}

function gcd(a: number, b: number): number {
  return b === 0 ? a : gcd(b, a % b);
}

interface Audience {
  readonly activity: Activity;
  readonly first: number;
  readonly size: number;
}

function usualRate(seed: number, action: Action, { own, artist }: Marks, { activity, size }: Audience): number {
  const [rate, level] = rateOf(action, [rates(own), rates(artist), activity]);
  if (size === 0) return 0;
  return level === 0 ? rate : rate * popularity(seed);
}

class Stream {
  readonly #audience: Audience;
  readonly #seed: number;
  readonly #rhythm: Rhythm;
  readonly #spans: readonly Span[];
  readonly #most: number;

  constructor(audience: Audience, seed: number, action: Action, rhythm: Rhythm, times: ReturnType<typeof publicTimes>) {
    [this.#audience, this.#seed, this.#rhythm] = [audience, mix(seed, ACTIONS.indexOf(action), 9), rhythm];
    this.#most = action === "plays" || action === "comments" ? Infinity : audience.size;
    this.#spans = times.map(([from, to]) => ({ from, to, low: this.#by(from), high: this.#by(to) }));
  }

  #by(time: number): number {
    return time === Infinity ? Infinity : Math.min(this.#most, this.#rhythm.before(time));
  }

  #listener(number: number): number {
    const { first, size } = this.#audience;
    if (this.#most === Infinity) return first + mix(this.#seed, number, 6) % size;
    let stride = 1 + mix(this.#seed, 0, 7) % size;
    while (gcd(stride, size) > 1) stride++;
    return first + (mix(this.#seed, 0, 8) + number * stride) % size;
  }

  count(now: number): number {
    let sum = 0;
    for (const { from, to, low, high } of this.#spans) {
      if (now <= from) break;
      sum += (now >= to ? high : this.#by(now)) - low;
    }
    return sum;
  }

  /** Returns the last events of a window, newest first. */
  events({ until, before, count }: EventWindow): ListenerEvent[] {
    const found: ListenerEvent[] = [];
    for (const { from, to, low, high } of [...this.#spans].reverse()) {
      if (until <= from || found.length >= count) continue;
      const end = Math.min(before - 1, until >= to ? high : this.#by(until));
      const start = Math.max(low + 1, end - (count - found.length) + 1);
      const times = start > end ? [] : this.#rhythm.times(start, end);
      for (let number = end; number >= start; number--) {
        found.push({ number, at: Math.min(until, times[number - start] ?? until), userId: this.#listener(number) });
      }
    }
    return found;
  }
}

class Reception {
  readonly marks: string;
  readonly #start: (action: Action) => Stream;
  readonly #streams = new Memo<Stream>(ACTIONS.length);

  constructor(marks: string, start: (action: Action) => Stream) {
    [this.marks, this.#start] = [marks, start];
  }

  stream(action: Action): Stream {
    return this.#streams.get(action) ?? this.#streams.keep(action, this.#start(action));
  }
}

const MOST_KNOWN = 50_000;

/**
 * The listeners of a world. Everything they do follows from the seed, the time and the row of a resource, so nothing is
 * stored, and the counts are the same however often and in whatever steps of the clock one looks.
 */
export class Living {
  readonly #db: Database;
  readonly #seed: number;
  readonly #audience: Audience;
  readonly #known = new Memo<Reception>(MOST_KNOWN);
  readonly since: number;

  constructor(db: Database, activity: Activity, seed: number, since: number) {
    [this.#db, this.#seed] = [db, new Random(`listeners:${seed}`).next()];
    this.#audience = { activity, ...findListeners(db) };
    this.since = activity.since === undefined ? since : Date.parse(activity.since);
  }

  isListener(id: number): boolean {
    const { first, size } = this.#audience;
    return id >= first && id < first + size;
  }

  of(kind: ResourceKind, row: Heard): Reception {
    const key = `${kind}:${row.id}`;
    const found = findMarks(this.#db, kind, row.id, row.user_id ?? row.id);
    const { own, artist, turns } = found;
    const marks = `${own} ${artist} ${turns} ${row.sharing} ${row.created_at} ${row.ready_at}`;
    const known = this.#known.get(key);
    if (known?.marks === marks) return known;
    return this.#known.keep(key, new Reception(marks, (action) => this.#start(kind, row, action, found)));
  }

  #start(kind: ResourceKind, row: Heard, action: Action, marks: Marks): Stream {
    const begin = Math.max(this.since, row.created_at, row.ready_at ?? 0);
    const seed = mix(this.#seed, row.id, kind.length);
    const isListener = kind === "users" && this.isListener(row.id);
    const rate = isListener ? 0 : usualRate(seed, action, marks, this.#audience);
    const release = kind === "users" ? undefined : row.created_at;
    const rhythm = new Rhythm(seed, ACTIONS.indexOf(action), rate, begin, release);
    return new Stream(this.#audience, seed, action, rhythm, publicTimes(row, begin, JSON.parse(marks.turns)));
  }
}

/** Positions of events in lists are above those of stored rows. */
const EVENTS_FROM = 1_000_000_000_000;

interface Listing<Row> {
  readonly reception: Reception;
  readonly action: Action;
  stored(window: Window): readonly Row[];
  at(row: Row): number;
  present(event: ListenerEvent): Omit<Row, "seq">;
}

/** Reads a list with the events of listeners among its stored rows, newest first. */
export function listed<Row extends { readonly seq: number }>(
  { reception, action, stored, at, present }: Listing<Row>,
  window: Window,
): readonly Row[] {
  const { after, skip, count, until } = window;
  const stream = reception.stream(action);
  const most = skip + count;
  const isEvent = after !== undefined && after >= EVENTS_FROM;
  const last = isEvent ? stream.events({ until, before: after - EVENTS_FROM + 1, count: 1 })[0] : undefined;
  const [kept] = after === undefined || isEvent ? [] : stored({ ...window, after: after + 1, skip: 0, count: 1 });
  const rows = stored({
    ...window,
    after: isEvent ? undefined : after,
    until: last === undefined ? until : last.at - 1,
    skip: 0,
    count: most,
  });
  const before = isEvent ? after - EVENTS_FROM : Infinity;
  const events = stream.events({ until: kept === undefined ? until : at(kept), before, count: most });
  const others = events.map((event) => ({ ...present(event), seq: EVENTS_FROM + event.number }) as Row);
  const all: Row[] = [];
  let [i, j] = [0, 0];
  while (all.length < most && (i < rows.length || j < others.length)) {
    const [next, other] = [rows[i], others[j]];
    if (next !== undefined && (other === undefined || at(next) >= at(other))) all.push(rows[i++] as Row);
    else all.push(others[j++] as Row);
  }
  return all.slice(skip);
}
