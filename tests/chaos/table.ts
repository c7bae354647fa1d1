import type { Result } from "./report.ts";
import { rows } from "./rows.ts";

/** What a run writes with `--json`. */
export interface Outcome {
  readonly seed: number;
  readonly runtimes: readonly string[];
  readonly results: readonly Result[];
}

const HEAD = ["Case", "Trials", "Refreshes", "Double spends", "Lost", "Unavoidable", "Hangs", "Wrong"];

/**
 * Sums up runs.
 *
 * @param outcomes The runs. Where two have one row, the later one counts.
 * @returns A table in Markdown, and a line that says how it was made.
 */
export function summary(outcomes: readonly Outcome[]): string {
  const results = new Map(outcomes.flatMap((outcome) => outcome.results.map((result) => [result.id, result] as const)));
  const lines = rows.flatMap(({ id, title }) => {
    const result = results.get(id);
    if (!result || result.lacking.length > 0) return [];
    const { trials, refreshes, doubleSpends, avoidable, unavoidable, hangs, wrong } = result.counts;
    return [[title, trials, refreshes, doubleSpends, avoidable, unavoidable, hangs, wrong]];
  });
  const cells = [HEAD, HEAD.map((_, column) => column === 0 ? "---" : "--:"), ...lines];
  const runtimes = [...new Set(outcomes.flatMap((outcome) => outcome.runtimes))].join(", ");
  const seeds = outcomes.map(({ seed }) => seed).join(", ");
  return `${cells.map((row) => `| ${row.join(" | ")} |`).join("\n")}\n\nRuntimes: ${runtimes}. Seeds: ${seeds}.`;
}
