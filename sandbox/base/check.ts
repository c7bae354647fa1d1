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

export interface Kind {
  readonly accepts: (value: unknown) => boolean;
  /** What they are, in a message. */
  readonly description: string;
}

export type Kinds<Name extends string = string> = Readonly<Record<Name, Kind>>;

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function isWhole(value: unknown, least: number, most: number = Infinity): boolean {
  return Number.isInteger(value) && Number(value) >= least && Number(value) <= most;
}

export function kind(description: string, accepts: (value: unknown) => boolean): Kind {
  return { accepts, description };
}

export function textKind(description: string, fits: RegExp | ((text: string) => boolean)): Kind {
  const accepts = fits instanceof RegExp ? (text: string) => fits.test(text) : fits;
  return kind(description, (value) => typeof value === "string" && accepts(value));
}

export function choice(...choices: readonly string[]): Kind {
  return kind(`one of ${choices.join(", ")}`, (value) => choices.includes(value as string));
}

export function whole(least: number, most: number = Infinity): Kind {
  const bounds = most === Infinity ? `${least}` : `${least} to ${most}`;
  return kind(`a whole number from ${bounds}`, (value) => isWhole(value, least, most));
}

export const ANYTHING: Kind = kind("anything", () => true);
export const TEXT: Kind = kind("a string", (value) => typeof value === "string");
export const FLAG: Kind = kind("true or false", (value) => typeof value === "boolean");
export const TEXTS: Kind = kind(
  "an object of strings",
  (value) => isObject(value) && Object.values(value).every(TEXT.accepts),
);
export const COUNT: Kind = whole(0);
export const PORT: Kind = kind("a port from 0 to 65535", (value) => isWhole(value, 0, 65_535));
export const FUNCTION: Kind = kind("a function", (value) => typeof value === "function");
export const TIME: Kind = textKind(
  "a time such as 2026-01-01T00:00:00Z",
  (text) => !Number.isNaN(Date.parse(text)),
);

export interface Problem {
  readonly name: string;
  readonly value: unknown;
  readonly kind: Kind | undefined;
}

export function findProblem(value: Readonly<Record<string, unknown>>, kinds: Kinds): Problem | undefined {
  for (const [name, member] of Object.entries(value)) {
    const kind = Object.hasOwn(kinds, name) ? kinds[name] : undefined;
    if (kind === undefined || !kind.accepts(member)) return { name, value: member, kind };
  }
  return undefined;
}

export function shown(value: unknown, most = 60): string {
  return JSON.stringify(value)?.slice(0, most) ?? "nothing";
}

export function unknownName(name: string, known: readonly string[], what = "no field has this name"): string {
  return `${name.slice(0, 80)}: ${what}${proposal(name, known)}`;
}

/**
 * @param what The object, in a message: `a fault`.
 * @throws {TypeError} With the invalid member, and its kind or the most similar name.
 */
export function checkMembers(what: string, value: unknown, kinds: Kinds): void {
  if (!isObject(value)) throw new TypeError(`${what} is not an object`);
  const problem = findProblem(
    Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined)),
    kinds,
  );
  if (problem === undefined) return;
  const { name, kind } = problem;
  if (kind !== undefined) throw new TypeError(`${name} of ${what} is not ${kind.description}`);
  throw new TypeError(`${what} has no field ${name.slice(0, 80)}${proposal(name, Object.keys(kinds))}`);
}
