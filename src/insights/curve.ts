/** Levels at the times of readings, both in order. */
export interface Curve {
  readonly times: readonly number[];
  readonly levels: readonly number[];
}

/** Makes a curve of changes: the level stays as it is at readings without one. */
export function curveOf(
  times: readonly number[],
  changes: readonly { readonly at: number; readonly level: number }[],
  start: number,
): Curve {
  let next = 0;
  let level = start;
  const levels = times.map((time) => {
    for (; next < changes.length && changes[next]!.at <= time; next++) level = changes[next]!.level;
    return level;
  });
  return { times, levels };
}

/** Returns the level at a time: between two readings, on the line between them, as a whole number. */
export function levelAt({ times, levels }: Curve, time: number): number {
  const after = indexAfter(times, time);
  if (after === 0) return levels[0] ?? 0;
  const [before, level] = [times[after - 1]!, levels[after - 1]!];
  if (after === times.length) return level;
  return Math.round(level + (levels[after]! - level) * (time - before) / (times[after]! - before));
}

/** Finds the first reading after a time. */
export function indexAfter(times: readonly number[], time: number): number {
  let [low, high] = [0, times.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (times[middle]! <= time) low = middle + 1;
    else high = middle;
  }
  return low;
}
