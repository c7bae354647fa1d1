/**
 * How many faults are noticed, by folder, and what a folder may not fall below.
 *
 * @module
 */
import type { Verdict } from "./trial.ts";

/** What was found out about a folder. */
export interface Score {
  /** Faults that a test, or its time limit, has noticed. */
  readonly noticed: number;
  /** Faults that were tried, equivalent ones left out. */
  readonly tried: number;
}

/** A score that stands in `scores.json`. */
export interface Ratchet extends Score {
  /** Percent that are to be noticed at last. */
  readonly aim: number;
}

/** The folders that have a score of their own, the longest first: a file counts for the first one that holds it. */
export const FOLDERS: readonly string[] = [
  "src/operations",
  "src/transport",
  "src/oauth",
  "src/stores",
  "src/limits",
  "sandbox",
  "offline",
  "scripts",
  "src",
  "cli",
];

/** The folder that a file counts for. */
export function folderOf(path: string): string | undefined {
  return FOLDERS.find((folder) => path.startsWith(`${folder}/`));
}

/** Whether a verdict counts as noticed: a run that hangs is no green one, nor is a check of types that fails. */
export function isNoticed(verdict: Verdict): boolean {
  return verdict === "noticed" || verdict === "refused" || verdict === "took too long";
}

/** Percent, to one place. */
export function percent({ noticed, tried }: Score): number {
  return tried === 0 ? 0 : Math.round(1000 * noticed / tried) / 10;
}

/**
 * Between which shares the one behind a sample lies, with 95 % certainty: Wilson's interval.
 *
 * @returns Percent, at worst and at best.
 */
export function bounds({ noticed, tried }: Score): readonly [atWorst: number, atBest: number] {
  if (tried === 0) return [0, 100];
  const [z, share] = [1.96, noticed / tried];
  const middle = share + z * z / (2 * tried);
  const spread = z * Math.sqrt(share * (1 - share) / tried + z * z / (4 * tried * tried));
  const scale = 100 / (1 + z * z / tried);
  return [(middle - spread) * scale, (middle + spread) * scale];
}

/** Folders whose sample can't be explained by the score that they had, which is that of a sample, too. */
export function regressions(
  scores: Readonly<Record<string, Score>>,
  kept: Readonly<Record<string, Ratchet>>,
): string[] {
  return Object.entries(scores).flatMap(([folder, score]) => {
    const before = kept[folder];
    if (!before || bounds(score)[1] >= bounds(before)[0]) return [];
    return [`${folder}: ${percent(score)} % of ${score.tried} faults are noticed, where it was ${percent(before)} %`];
  });
}

/** The table of CONTRIBUTING.md. */
export function table(kept: Readonly<Record<string, Ratchet>>): string {
  const rows = Object.entries(kept).map(([folder, score]) =>
    `| \`${folder}\` | ${percent(score)} % | ${score.noticed} of ${score.tried} | ${score.aim} % |`
  );
  return ["| Folder | Noticed | Sampled | Aim |", "| --- | --- | --- | --- |", ...rows].join("\n");
}
