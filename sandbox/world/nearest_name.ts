/** Number of edits between two words: a letter more, less or another, or two neighbours swapped. */
export function editDistance(a: string, b: string): number {
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const change = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const swap = isSwap ? (before[j - 2] ?? 0) + 1 : Infinity;
      next.push(Math.min(change, swap, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    [before, row] = [row, next];
  }
  return row[b.length] ?? 0;
}

/** The most similar name, or undefined if none is similar. */
function nearestName(given: string, names: readonly string[]): string | undefined {
  const word = given.slice(0, 60).toLowerCase();
  const ranked = names.map((name) => ({ name, far: editDistance(word, name.toLowerCase()) }));
  const best = ranked.reduce<{ name: string; far: number } | undefined>(
    (near, next) => near === undefined || next.far < near.far ? next : near,
    undefined,
  );
  return best !== undefined && best.far <= word.length / 3 ? best.name : undefined;
}

const MOST_LISTED = 60;

/** `, did you mean playsLimit?`, or what there is to choose from. */
export function proposal(given: string, names: readonly string[]): string {
  const near = nearestName(given, names);
  if (near !== undefined) return `, did you mean ${near}?`;
  const rest = names.length > MOST_LISTED ? " and others" : "";
  return names.length === 0 ? "" : `, choose from ${names.slice(0, MOST_LISTED).join(", ")}${rest}`;
}
