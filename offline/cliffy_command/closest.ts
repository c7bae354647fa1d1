// The most similar of some words, like `@std/text/closest-string`.

/**
 * Returns the word with the smallest edit distance, the first one if several have it; undefined if there are no words.
 */
export function closest(given: string, words: readonly string[]): string | undefined {
  let best: { word: string; distance: number } | undefined;
  for (const word of words) {
    const distance = levenshtein(given.toLowerCase(), word.toLowerCase());
    if (distance < (best?.distance ?? Infinity)) best = { word, distance };
  }
  return best?.word;
}

function levenshtein(from: string, to: string): number {
  let last = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let row = 1; row <= from.length; row++) {
    const current = [row];
    for (let column = 1; column <= to.length; column++) {
      const replaced = (last[column - 1] ?? 0) + (from[row - 1] === to[column - 1] ? 0 : 1);
      current.push(Math.min((last[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1, replaced));
    }
    last = current;
  }
  return last[to.length] ?? 0;
}
