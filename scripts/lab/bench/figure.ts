/**
 * The figures that benches measure and report.
 *
 * @module
 */

/** A measured number and its bound. A figure without a bound is for comparison. */
export interface Figure {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  /** The bound. */
  readonly bound?: number;
  /** Which side of the bound is good. */
  readonly good?: "below" | "above";
}

/** Reports a figure to the process that started the bench. */
export function reportFigure(figure: Figure): void {
  console.log(JSON.stringify(figure));
}

/** Whether a figure keeps its bound. */
export function isGood({ value, bound, good }: Figure): boolean {
  return bound === undefined || (good === "below" ? value <= bound : value >= bound);
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
  return value >= 100 ? value.toFixed(0) : value.toFixed(unit === "×" ? 3 : value >= 10 ? 1 : 2);
}

function row(figure: Figure): string {
  const { name, value, unit, bound, good } = figure;
  const [limit, verdict] = bound === undefined
    ? ["", ""]
    : [`${good === "below" ? "≤" : "≥"} ${bound}`, isGood(figure) ? "yes" : "**no**"];
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
