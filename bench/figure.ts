/**
 * What benches measure, and how it is told.
 *
 * @module
 */

/** One measured number and the bound it has to keep. */
export interface Figure {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  /** The bound. */
  readonly bound: number;
  /** Which side of the bound is good. */
  readonly good: "below" | "above";
}

/** Tells a figure to whoever started the bench. */
export function tell(figure: Figure): void {
  console.log(JSON.stringify(figure));
}

/** Whether a figure keeps its bound. */
export function isGood({ value, bound, good }: Figure): boolean {
  return good === "below" ? value <= bound : value >= bound;
}

/** The value that so many of a hundred are not above. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * percent / 100))] ?? NaN;
}

/** The value in the middle. */
export function median(values: readonly number[]): number {
  return percentile(values, 50);
}

function round(value: number): string {
  return value >= 100 ? value.toFixed(0) : value.toFixed(value >= 10 ? 1 : 2);
}

/** A table of figures, in Markdown. */
export function table(figures: readonly Figure[]): string {
  const rows = figures.map((figure) => {
    const { name, value, unit, bound, good } = figure;
    return [
      name,
      `${round(value)} ${unit}`,
      `${good === "below" ? "≤" : "≥"} ${bound}`,
      isGood(figure) ? "yes" : "**no**",
    ];
  });
  const head = [["What", "Measured", "Bound", "Kept"], ["---", "---:", "---:", "---"]];
  return [...head, ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}
