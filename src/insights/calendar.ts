/** How a period is divided. */
export type Unit = "day" | "week" | "month";

const DAY_MS = 86_400_000;

/** The days of a time zone. */
export interface Calendar {
  /** Returns the date of a time, as `2026-05-03`. */
  dateOf(seconds: number): string;
  /** Returns when a date begins. */
  startOf(date: string): number;
  /** Returns the hour of a time, 0 to 23. */
  hourOf(seconds: number): number;
}

/** Makes the calendar of a time zone. */
export function calendar(zone: string): Calendar {
  const format = new Intl.DateTimeFormat("en-US", {
    ...{ timeZone: zone, hourCycle: "h23", year: "numeric", month: "numeric", day: "numeric" },
    ...{ hour: "numeric", minute: "numeric", second: "numeric" },
  });
  /** The time on the wall, as if it were UTC. */
  const wall = (ms: number) => {
    const part = Object.fromEntries(format.formatToParts(ms).map(({ type, value }) => [type, Number(value)]));
    return Date.UTC(part.year!, part.month! - 1, part.day!, part.hour!, part.minute!, part.second!);
  };
  const offsets = new Map<number, number>();
  const offsetOf = (day: number) => {
    const known = offsets.get(day) ?? wall(day * DAY_MS) - day * DAY_MS;
    offsets.set(day, known);
    return known;
  };
  /** How much the wall is ahead of UTC. Most days have one offset, which formats two times instead of each. */
  const ahead = (ms: number) => {
    const day = Math.floor(ms / DAY_MS);
    const offset = offsetOf(day);
    return offset === offsetOf(day + 1) ? offset : wall(ms) - Math.floor(ms / 1000) * 1000;
  };
  const onWall = (seconds: number) => new Date(seconds * 1000 + ahead(seconds * 1000));
  return {
    dateOf: (seconds) => onWall(seconds).toISOString().slice(0, 10),
    hourOf: (seconds) => onWall(seconds).getUTCHours(),
    startOf: (date) => {
      const midnight = Date.parse(`${date}T00:00:00Z`);
      // The second step is right where the offset changes between the guess and midnight.
      return Math.floor((midnight - ahead(midnight - ahead(midnight))) / 1000);
    },
  };
}

/** Moves a date. */
export function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}

/** Counts the days from one date to another. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS);
}

/** Divides a period. Weeks begin on Monday; the first and the last part may be shorter. */
export function divide(from: string, to: string, by: Unit): string[] {
  const starts: string[] = [];
  for (let date = from; date <= to; date = addDays(date, 1)) {
    const isStart = by === "day" || (by === "week" ? new Date(date).getUTCDay() === 1 : date.endsWith("-01"));
    if (isStart || date === from) starts.push(date);
  }
  return starts;
}

/** Checks a date. */
export function checkDate(what: string, date: string): string {
  const time = Date.parse(`${date}T00:00:00Z`);
  const isDate = /^\d{4}-\d\d-\d\d$/.test(date) && new Date(time).toISOString().startsWith(date);
  if (isDate) return date;
  throw new RangeError(`Cannot use ${what}: ${JSON.stringify(date)} is not a date like 2026-05-03`);
}
