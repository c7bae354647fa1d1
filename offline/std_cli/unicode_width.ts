// Stands in for `@std/cli/unicode-width`, over `npm:get-east-asian-width`.
import { eastAsianWidth } from "get-east-asian-width";

/** Characters without a width: controls, combining marks, joiners, variation selectors. */
const NO_WIDTH = /[\p{Cc}\p{Mn}\p{Me}\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/u;

/** Returns the width of a string on a terminal: the sum over its code points. */
export function unicodeWidth(str: string): number {
  return [...str].reduce((width, char) => width + charWidth(char), 0);
}

function charWidth(char: string): number {
  return NO_WIDTH.test(char) ? 0 : eastAsianWidth(char.codePointAt(0) ?? 0);
}
