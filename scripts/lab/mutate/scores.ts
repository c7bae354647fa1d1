// Mutation scores by folder, and their minimums.
import type { Verdict } from "./trial.ts";

/** The result for a folder. */
export interface Score {
  /** Faults that a test or its time limit noticed. */
  readonly noticed: number;
  /** Tried faults, without equivalent ones. */
  readonly tried: number;
}

/** A score in `scores.json`. */
export interface Ratchet extends Score {
  /** The aim, in percent. */
  readonly aim: number;
}

/** The folders with their own score, longest first: a file counts for the first one that contains it. */
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

/** Whether a verdict counts as noticed, including a hang and a failed type check. */
export function isNoticed(verdict: Verdict): boolean {
  return verdict === "noticed" || verdict === "refused" || verdict === "took too long";
}

/** Percent, to one decimal place. */
export function percent({ noticed, tried }: Score): number {
  return tried === 0 ? 0 : Math.round(1000 * noticed / tried) / 10;
}

/**
 * Returns the 95 % confidence interval of a sample's share (Wilson).
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

/** Returns the folders whose sample is significantly worse than their score, which is also that of a sample. */
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
