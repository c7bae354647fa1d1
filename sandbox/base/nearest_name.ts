/** Returns the number of edits between two words: insertions, deletions, substitutions and swaps of neighbours. */
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

/** Returns the names with their edit distances, most similar first. */
function bySimilarity(given: string, names: readonly string[]): { name: string; far: number }[] {
  const word = given.slice(0, 60).toLowerCase();
  return names.map((name) => ({ name, far: editDistance(word, name.toLowerCase()) })).sort((a, b) => a.far - b.far);
}

/** Returns the maximum edit distance of a similar name: a third of its letters, and 1 for two letters. */
function slips({ length }: string): number {
  return length < 2 ? 0 : Math.max(1, Math.min(length, 60) / 3);
}

const MOST_LISTED = 60;
const SIMILAR_LISTED = 5;

/** Returns `, did you mean retryAfter?`, or the choices; only the most similar ones if there are many. */
export function proposal(given: string, names: readonly string[]): string {
  const ranked = bySimilarity(given, names);
  const [best] = ranked;
  if (best === undefined) return "";
  if (best.far <= slips(given)) return `, did you mean ${best.name}?`;
  if (names.length <= MOST_LISTED) return `, choose from ${names.join(", ")}`;
  return `, the most similar are ${ranked.slice(0, SIMILAR_LISTED).map(({ name }) => name).join(", ")}`;
}
