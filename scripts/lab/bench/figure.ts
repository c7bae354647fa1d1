// The figures that benches measure and report.

/** The goal of a measured number: the most or the least that it may be. Without one, it is for comparison. */
export interface Goal {
  readonly max?: number;
  readonly min?: number;
}

/** A measured number. */
export interface Figure extends Goal {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
}

/** Reports a figure to the process that started the bench. */
export function reportFigure(name: string, value: number, unit: string, goal: Goal = {}): void {
  console.log(JSON.stringify({ name, value, unit, ...goal } satisfies Figure));
}

/** Whether a figure reaches its goal. */
export function isGood({ value, max = Infinity, min = -Infinity }: Figure): boolean {
  return value <= max && value >= min;
}

/** Returns a percentile of values. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * percent / 100))] ?? NaN;
}

/** Returns the median of values. */
export function median(values: readonly number[]): number {
  return percentile(values, 50);
}

function round(value: number, unit: string): string {
  if (value >= 100) return value.toFixed(0);
  if (unit === "×") return value.toFixed(3);
  return value.toFixed(value >= 10 ? 1 : 2);
}

function row(figure: Figure): string {
  const { name, value, unit, max, min } = figure;
  const least = min === undefined ? "" : `≥ ${min}`;
  const limit = max === undefined ? least : `≤ ${max}`;
  const verdict = limit && (isGood(figure) ? "yes" : "**no**");
  return `| ${[name, `${round(value, unit)} ${unit}`.trim(), limit, verdict].join(" | ")} |`;
}

const HEAD: readonly string[] = ["| What | Measured | Goal | Met |", "| --- | ---: | ---: | --- |"];

/**
 * Formats figures as a Markdown table.
 *
 * @param figures The measured figures.
 * @param before An earlier table, whose rows stay unless they were measured again.
 */
export function table(figures: readonly Figure[], before = ""): string {
  const rows = new Map(before.split("\n").filter((line) => line.startsWith("|")).map((line) => [nameOf(line), line]));
  for (const line of HEAD) rows.delete(nameOf(line));
  for (const line of rows.keys()) if (/^-+$/.test(line)) rows.delete(line);
  for (const figure of figures) rows.set(figure.name, row(figure));
  return [...HEAD, ...rows.values()].join("\n");
}

function nameOf(line: string): string {
  return line.split("|")[1]?.trim() ?? "";
}
