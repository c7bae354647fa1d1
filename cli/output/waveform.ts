import { fetchMedia } from "../host/network.ts";

/** The amplitudes of a track from start to end, from 0 to 1. */
export type Levels = readonly number[];

const BLOCKS = [" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"] as const;
const EIGHTHS = 8;
const LARGEST = 1_000_000;

export async function fetchLevels(
  fetch: typeof globalThis.fetch,
  url: string | null | undefined,
  signal: AbortSignal,
): Promise<Levels | undefined> {
  const address = url?.replace(/\.png(?=$|\?)/, ".json");
  const headers = { accept: "application/json" };
  const response = await fetchMedia(fetch, address, LARGEST, { signal, headers });
  return readLevels(await response?.json().catch(() => undefined));
}

/** Parses `{ width, height, samples }`; returns undefined for anything else. */
export function readLevels(value: unknown): Levels | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  if (!("height" in value) || !("samples" in value) || !Array.isArray(value.samples)) return undefined;
  const height = Number(value.height);
  const samples = value.samples.map(Number);
  if (!(height > 0) || samples.length === 0 || samples.some(Number.isNaN)) return undefined;
  return samples.map((sample) => Math.min(1, Math.max(0, sample / height)));
}

/** Scales the waveform to a number of columns; each shows its maximum. */
export function fitLevels(levels: Levels, columns: number): Levels {
  return Array.from({ length: columns }, (_, column) => {
    const from = Math.floor(column / columns * levels.length);
    const to = Math.max(from + 1, Math.floor((column + 1) / columns * levels.length));
    return Math.max(...levels.slice(from, to));
  });
}

/** Draws one column per amplitude over a number of rows; silence is also visible. */
export function drawLevels(levels: Levels, rows: number): string[] {
  const heights = levels.map((level) => Math.max(1, Math.round(level * rows * EIGHTHS)));
  return Array.from({ length: rows }, (_, row) => {
    const below = (rows - 1 - row) * EIGHTHS;
    return heights.map((height) => BLOCKS[Math.min(EIGHTHS, Math.max(0, height - below))]).join("");
  });
}
