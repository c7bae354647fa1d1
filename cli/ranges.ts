import { type ArgumentValue, Type, ValidationError } from "@cliffy/command";
import { parseTime } from "./fields/values.ts";

/** A range; a missing end is open. */
export interface Span {
  readonly from?: number;
  readonly to?: number;
}

export class NumbersType extends Type<Span> {
  override parse(given: ArgumentValue): Span {
    return readSpan(given, (text) => /^\d+(\.\d+)?$/.test(text) ? Number(text) : undefined, "120-128");
  }
}

const UNITS: Readonly<Record<string, number>> = { d: 86_400_000, h: 3_600_000, m: 60_000, s: 1000 };

/** A range of durations, in milliseconds: `3m-6m`, `1h30m-`, `2:30-5:00`, `90s`. */
export class DurationsType extends Type<Span> {
  override parse(given: ArgumentValue): Span {
    return readSpan(given, readDuration, "3m-6m");
  }
}

/** Returns milliseconds: `6h`, `1h30m`, `2:30`. */
export function readDuration(text: string): number | undefined {
  if (/^\d+(:[0-5]?\d){1,2}$/.test(text)) {
    return text.split(":").reduce((total, part) => total * 60 + Number(part), 0) * 1000;
  }
  if (!/^(\d+(\.\d+)?[dhms])+$/.test(text)) return undefined;
  return [...text.matchAll(/([\d.]+)([dhms])/g)].reduce(
    (total, [, number, unit = ""]) => total + Number(number) * (UNITS[unit] ?? 0),
    0,
  );
}

function readSpan(
  { label, name, value }: ArgumentValue,
  read: (text: string) => number | undefined,
  example: string,
): Span {
  const [first = "", last = first, ...others] = value.split("-").map((part) => part.trim());
  const [from, to] = [read(first), read(last)];
  const isRead = (text: string, number: number | undefined) => text === "" || number !== undefined;
  const isEmpty = first === "" && last === "";
  if (others.length > 0 || isEmpty || !isRead(first, from) || !isRead(last, to)) {
    throw new ValidationError(`${label} "${name}" must be a range like ${example}, but got "${value}".`);
  }
  if (from !== undefined && to !== undefined && from > to) {
    throw new ValidationError(`${label} "${name}" must begin with the smaller number, but got "${value}".`);
  }
  return { ...(from !== undefined && { from }), ...(to !== undefined && { to }) };
}

/** A date, with or without a time. A date without a time starts in UTC. */
export class TimeType extends Type<Date> {
  override parse({ label, name, value }: ArgumentValue): Date {
    const time = /^\d{4}-\d{2}-\d{2}(T[\d:.]+(Z|[+-]\d{2}:\d{2}))?$/.test(value) ? parseTime(value) : NaN;
    if (!Number.isNaN(time)) return new Date(time);
    throw new ValidationError(`${label} "${name}" must be a day like 2026-01-31, but got "${value}".`);
  }
}
