/**
 * When listeners act: the number of events by day and hour, as a pure function of a seed. It uses only arithmetic that
 * every runtime computes alike.
 */
/** The length of a day, in milliseconds. */
export const DAY = 86_400_000;

/** Mixes three integers to 32 bits, like the last step of MurmurHash3. */
export function mix(a: number, b: number, c: number): number {
  let h = a ^ Math.imul(b + 1, 0x9e3779b1) ^ Math.imul(c + 1, 0x7feb352d);
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

function share(bits: number): number {
  return bits / 4294967296;
}

/** Returns how popular a resource is: on average 1, for a few up to 12. */
export function popularity(seed: number): number {
  return 0.2505 / (1 - 0.98 * share(mix(seed, 0, 0)));
}

/** Activity by weekday, from Sunday; on average 1. */
const WEEK = [1.1, 0.94, 0.92, 0.93, 0.97, 1.05, 1.09];
/** Activity by hour (UTC). */
const HOURS = [3, 2, 1, 1, 1, 2, 3, 4, 5, 5, 5, 5, 6, 6, 5, 5, 6, 7, 8, 8, 8, 7, 6, 5];
const WHOLE = HOURS.reduce((sum, weight) => sum + weight);
/** The share of a day that is over at the start of each hour. */
const UNTIL = HOURS.map((_, hour) => HOURS.slice(0, hour).reduce((sum, weight) => sum + weight, 0) / WHOLE);

/** Returns the share of a day's events by a time of the day. */
function shareBy(milliseconds: number): number {
  const hours = milliseconds / 3_600_000;
  const hour = Math.floor(hours);
  return (UNTIL[hour] ?? 0) + (HOURS[hour] ?? 0) / WHOLE * (hours - hour);
}

/** The inverse of {@linkcode shareBy}. */
function timeBy(wanted: number): number {
  let hour = 23;
  while (hour > 0 && (UNTIL[hour] ?? 0) > wanted) hour--;
  const rest = (wanted - (UNTIL[hour] ?? 0)) * WHOLE / (HOURS[hour] ?? 1);
  return Math.min(DAY - 1, Math.ceil((hour + rest) * 3_600_000));
}

/** One week in forty has four times as many events. */
const BURST_WEEKS = 40;
const BURST = 4;
const WITHOUT_BURSTS = 1 + (BURST - 1) / BURST_WEEKS;

/** Returns the factor of a day for all events of a resource: weekday, bursts, and many events after a release. */
function season(resource: number, day: number, release: number | undefined): number {
  const burst = mix(resource, Math.floor(day / 7), 1) % BURST_WEEKS === 0 ? BURST : 1;
  const age = release === undefined ? Infinity : Math.max(0, day - release) / 4;
  return (WEEK[(day + 4) % 7] ?? 1) * burst / WITHOUT_BURSTS * (1 + 7 / (1 + age * age));
}

/** The distance of a sum of four bytes from its mean, in standard deviations. */
function deviation(bits: number): number {
  return ((bits & 255) + (bits >>> 8 & 255) + (bits >>> 16 & 255) + (bits >>> 24) - 510) / 147.8;
}

/** The events of one kind on one resource, numbered from 1. Sums of past days are remembered. */
export class Rhythm {
  readonly #resource: number;
  readonly #seed: number;
  readonly #rate: number;
  readonly #release: number | undefined;
  readonly #first: number;
  #day: number;
  #sum = 0;

  /** @param rate Average number of events per day. */
  constructor(resource: number, kind: number, rate: number, begin: number, release?: number) {
    [this.#resource, this.#seed, this.#rate] = [resource, mix(resource, kind, 2), rate];
    this.#release = release === undefined ? undefined : Math.floor(release / DAY);
    this.#day = this.#first = Math.floor(begin / DAY);
  }

  #on(day: number): number {
    const mean = this.#rate * season(this.#resource, day, this.#release);
    // Limited, so that no day has a negative number and the mean stays right.
    const spread = Math.min(Math.sqrt(mean), mean / 3.5);
    return Math.floor(mean + spread * deviation(mix(this.#seed, day, 3)) + share(mix(this.#seed, day, 4)));
  }

  #shift(day: number): number {
    return share(mix(this.#seed, day, 5));
  }

  before(time: number): number {
    const day = Math.floor(time / DAY);
    if (day < this.#first) return 0;
    if (day < this.#day) [this.#day, this.#sum] = [this.#first, 0];
    while (this.#day < day) this.#sum += this.#on(this.#day++);
    const all = this.#on(day);
    return this.#sum + Math.min(all, Math.floor(all * shareBy(time - day * DAY) + this.#shift(day)));
  }

  times(from: number, to: number): number[] {
    const times: number[] = [];
    for (let [day, sum] = [this.#first, 0]; sum < to; day++) {
      const all = this.#on(day);
      for (let n = Math.max(from, sum + 1); n <= Math.min(to, sum + all); n++) {
        times.push(day * DAY + timeBy(Math.max(0, n - sum - this.#shift(day)) / all));
      }
      sum += all;
    }
    return times;
  }
}
