import type { Growth, Insights, InsightsEvent } from "@tonearm/client/insights";
import { counted } from "../output/text.ts";

const BARS = "▁▂▃▄▅▆▇█";

/** Formats a whole number with separators, as in 12,345. */
export function whole(number: number): string {
  return Math.round(number).toLocaleString("en-US");
}

export function signed(number: number | null): string {
  if (number === null) return "–";
  return number > 0 ? `+${whole(number)}` : whole(number);
}

export function changeOf({ growth, before }: Pick<Growth, "growth" | "before">): string {
  if (before === null || before <= 0) return "–";
  const percent = Math.round((growth - before) / before * 100);
  return `${percent > 0 ? "+" : ""}${whole(percent)} %`;
}

export function sparkline(numbers: readonly number[], most: number): string {
  const step = Math.ceil(numbers.length / most);
  const sums = Array.from(
    { length: Math.ceil(numbers.length / step) },
    (_, index) => numbers.slice(index * step, (index + 1) * step).reduce((sum, one) => sum + one, 0),
  );
  const largest = Math.max(...sums, 1);
  return sums.map((sum) => BARS[Math.max(0, Math.round(sum / largest * (BARS.length - 1)))]).join("");
}

/** Formats a date: 2026-05-03 becomes 3 May 2026. */
export function day(date: string, withYear: boolean = true): string {
  const options = { day: "numeric", month: "short", timeZone: "UTC" } as const;
  return new Intl.DateTimeFormat("en-GB", withYear ? { ...options, year: "numeric" } : options).format(new Date(date));
}

export function basis({ recorded, period, parts, zone }: Insights): string[] {
  const { from, to, readings, missingDays, late } = recorded;
  const said = [
    `Recorded from ${day(from)}; ${counted(readings, "reading")} in the period`,
  ];
  if (missingDays.length > 0) {
    const named = missingDays.slice(0, 3).map((date) => day(date, false)).join(", ");
    const more = missingDays.length > 3 ? " and others" : "";
    const many = missingDays.length === 1 ? "1 day is" : `${missingDays.length} days are`;
    said.push(`${many} missing (${named}${more}): values marked with ~ are estimates between readings`);
  }
  if (to.slice(0, 10) < period.to) said.push(`The last reading is of ${day(to)}`);
  if (late > 0) said.push(`${whole(late)} may be of an earlier time, because tracks were hidden or gone`);
  if (parts.some(({ isPartial }) => isPartial)) said.push("A first or last part marked with … is incomplete");
  return [...said, `Days are those of ${zone}`];
}

export function eventText({ kind, title, metric, old, new: next }: InsightsEvent): string {
  const [before, now] = [whole(Number(old)), whole(Number(next))];
  const texts: Readonly<Record<InsightsEvent["kind"], string>> = {
    new: `${title} is new`,
    gone: `${title} is gone`,
    back: `${title} is back`,
    private: `${title} is private now`,
    public: `${title} is public now`,
    renamed: `${old} is called ${next} now`,
    hidden: `${title}: the counts are hidden now`,
    shown: `${title}: the counts are shown again`,
    fell: `${title}: ${metric} fell from ${before} to ${now}, which is not counted`,
    reset: `${title}: ${metric} are counted from ${now} again`,
    mark: `${title} passed ${now} ${metric}`,
    rising: `${title} is rising: ${now} plays in a day, ${before} in the week before`,
  };
  return texts[kind];
}
