import { Memo } from "./memo.ts";

/** A token of a pattern: a letter, `*` for anything, `{name}` for one segment. */
type Token = string | typeof ANYTHING | typeof SEGMENT;

const ANYTHING = Symbol("*");
const SEGMENT = Symbol("{}");
const paths = new Memo<readonly Token[]>(500);
const texts = new Memo<readonly Token[]>(500);

function parse(pattern: string, atWildcards: RegExp): readonly Token[] {
  return pattern.split(atWildcards).flatMap((part, i): Token[] => {
    if (i % 2 === 0) return [...part];
    return [part.startsWith("*") ? ANYTHING : SEGMENT];
  });
}

/** Adds the next positions in a pattern: `*` may also match nothing. */
function reach(tokens: readonly Token[], place: number, places: Set<number>): void {
  places.add(place);
  if (tokens[place] === ANYTHING) reach(tokens, place + 1, places);
}

function step(tokens: readonly Token[], place: number, letter: string, next: Set<number>): void {
  const token = tokens[place];
  if (token === ANYTHING) reach(tokens, place, next);
  else if (token === SEGMENT && letter !== "/") {
    next.add(place);
    reach(tokens, place + 1, next);
  } else if (token === letter) reach(tokens, place + 1, next);
}

function fits(tokens: readonly Token[], text: string): boolean {
  let places = new Set<number>();
  reach(tokens, 0, places);
  for (const letter of text) {
    const next = new Set<number>();
    for (const place of places) step(tokens, place, letter, next);
    if (next.size === 0) return false;
    places = next;
  }
  return places.has(tokens.length);
}

/** Checks whether a whole text matches a pattern: `*` matches anything, `{name}` one segment. */
export function fitsPattern(pattern: string, text: string): boolean {
  return fits(paths.get(pattern) ?? paths.keep(pattern, parse(pattern, /(\*+|\{[^}/]*\})/)), text);
}

/** Checks whether a whole text matches a pattern in which `*` matches anything. Braces stand for themselves, as in JSON. */
export function fitsText(pattern: string, text: string): boolean {
  return fits(texts.get(pattern) ?? texts.keep(pattern, parse(pattern, /(\*+)/)), text);
}

/** Matches a path without its query, its URNs encoded or not, in a time of at most the product of both lengths. */
export function fitsPath(pattern: string, target: string): boolean {
  return fitsPattern(pattern, target.split(/[?#]/, 1)[0]?.replace(/%3A/gi, ":") ?? "");
}
