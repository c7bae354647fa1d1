import type { Metric } from "./schema.ts";

/** A series, as it was last seen. */
export interface Counted {
  /** The last count of SoundCloud; null if it was hidden. */
  value: number | null;
  /** The count that growth is counted from. */
  base: number;
  /** The first count and all growth since. */
  level: number;
  /** The level when it was first seen: 0 for a thing that was published since the reading before. */
  start: number;
  /** Since when the count is below its base. */
  below: number | null;
}

/** A count that is new. */
export interface NewCount {
  readonly metric: Metric;
  /** The count; null if SoundCloud hides it. */
  readonly value: number | null;
  readonly at: number;
  /** The plays of a private track are its owner's. */
  readonly isPrivate: boolean;
  /** Whether the thing was published since the reading before. */
  readonly isFresh: boolean;
}

/** What a new count means. */
export interface Step {
  readonly next: Counted;
  readonly growth: number;
  /** Something to tell: the count fell by much, or is accepted after it fell. */
  readonly event?: "fell" | "reset" | undefined;
}

/** How long a fallen count is taken for a mistake, in seconds. */
const DOUBT_S = 7 * 86_400;
/** The smallest fall that is told. */
const LEAST_FALL = 10;
/** Counts that only grow. The others fall when somebody changes their mind. */
const ONLY_GROW: ReadonlySet<Metric> = new Set(["plays", "downloads"]);

/** Compares a count with the series. */
export function countStep(counted: Counted | undefined, found: NewCount): Step | undefined {
  const { value, at } = found;
  if (value === null) return counted && { next: { ...counted, value }, growth: 0 };
  if (!counted) return first(value, found);
  if (found.isPrivate) return { next: { ...counted, value, base: value, below: null }, growth: 0 };
  const isDoubtful = ONLY_GROW.has(found.metric)
    ? value < counted.base
    : value * 2 < counted.base && counted.base - value >= LEAST_FALL;
  if (!isDoubtful) {
    const growth = value - counted.base;
    return { next: { ...counted, value, base: value, level: counted.level + growth, below: null }, growth };
  }
  const below = counted.below ?? at;
  if (at - below >= DOUBT_S) {
    return { next: { ...counted, value, base: value, below: null }, growth: 0, event: "reset" };
  }
  const isTold = counted.below === null && counted.base - value >= LEAST_FALL;
  return { next: { ...counted, value, below }, growth: 0, event: isTold ? "fell" : undefined };
}

function first(value: number, { isFresh, isPrivate }: NewCount): Step {
  const growth = isFresh && !isPrivate ? value : 0;
  return { next: { value, base: value, level: value, start: value - growth, below: null }, growth };
}

/** The smallest milestone of each count. */
const FIRST_MARKS: Readonly<Partial<Record<Metric, number>>> = {
  plays: 1000,
  likes: 100,
  reposts: 100,
  comments: 100,
  followers: 100,
};

/** Finds the highest milestone that a count has just passed: 1,000, 2,500, 5,000, 10,000, …. */
export function markPassed(metric: Metric, before: number, now: number): number | undefined {
  const least = FIRST_MARKS[metric];
  if (least === undefined || now < least) return undefined;
  const size = 10 ** Math.floor(Math.log10(now));
  const mark = [5, 2.5, 1].map((step) => step * size).find((step) => step <= now);
  return mark !== undefined && mark >= least && before < mark ? mark : undefined;
}
