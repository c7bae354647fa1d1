/** Returns the edit distance of two words: insertions, deletions, substitutions and transpositions of neighbours. */
function editDistance(from: string, to: string): number {
  let before: number[] = [];
  let row = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let i = 1; i <= from.length; i++) {
    const next = [i];
    for (let j = 1; j <= to.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (from[i - 1] === to[j - 1] ? 0 : 1);
      const isSwap = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1];
      const swapped = isSwap ? (before[j - 2] ?? 0) + 1 : Infinity;
      next.push(Math.min(replaced, swapped, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    [before, row] = [row, next];
  }
  return row[to.length] ?? 0;
}

/** Returns whether a word may be a misspelling: a third of its letters may differ, but at least one. */
export function isNear(given: string, meant: string): boolean {
  const [typed, name] = [given, meant].map((word) => word.replace(/^-+(?:no-)?/, "").toLowerCase().slice(0, 60));
  if (typed === undefined || name === undefined || typed.length < 2) return false;
  return editDistance(typed, name) <= Math.max(1, Math.floor(typed.length / 3));
}

const PROPOSAL = /^(Unknown (?:option|command) "(.*)"\.) Did you mean (?:option|command) "(.*)"\?$/s;

/** Names the accepted values instead of the parser's type. */
export function withoutTypes(message: string): string {
  return message.replace('of type "integer"', "a whole number").replace('of type "number"', "a number")
    .replace(/of type "[^"]+"(, but got "[^]*")\. Expected values: (.*)$/, (_, got, values: string) => {
      return `one of ${values.replaceAll('"', "")}${got}.`;
    });
}

/** Removes an unlikely suggestion from a message: Cliffy suggests the nearest name, however different it is. */
export function withoutFarProposal(message: string): string {
  const [, unknown, given = "", meant = ""] = PROPOSAL.exec(message) ?? [];
  return unknown === undefined || isNear(given, meant) ? message : unknown;
}
