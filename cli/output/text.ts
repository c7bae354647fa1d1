/**
 * Text from strangers on a terminal: made harmless, measured and cut as a person would.
 *
 * @module
 */

import { unicodeWidth } from "@std/cli/unicode-width";

const SPACE = /[\t\n\v\f\r]+/g;
const CONTROL = /\p{Cc}/gu;
/** Line separators and what changes the direction of writing. */
const UNSEEN = /[\u2028-\u202e\u2066-\u2069\u200e\u200f\u061c\ufeff]/g;
const FIRST_PICTURE = 0x2400;
const DELETE = 0x7f;
const EMOJI = /\p{Extended_Pictographic}|\p{Regional_Indicator}/u;
let segmenter: Intl.Segmenter | undefined;

/** The graphemes of a text. The segmenter takes some 10 ms to make: help and version do without. */
function graphemes(text: string): Iterable<{ readonly segment: string }> {
  segmenter ??= new Intl.Segmenter(undefined, { granularity: "grapheme" });
  return segmenter.segment(text);
}

/** One line, in which white space is a space and control and direction characters are shown instead of obeyed. */
export function clean(text: string): string {
  return text.replace(SPACE, " ").replace(CONTROL, picture).replace(UNSEEN, "\ufffd");
}

/** As `clean()`, with line breaks kept. */
export function cleanLines(text: string): string {
  return text.split(/\r\n|[\n\r]/).map(clean).join("\n");
}

/** Tags a template as one line of output: inserted values are cleaned. */
export function line(strings: TemplateStringsArray, ...values: readonly (string | number | undefined)[]): string {
  return `${String.raw({ raw: strings }, ...values.map((value) => clean(String(value))))}\n`;
}

function picture(control: string): string {
  const code = control.charCodeAt(0);
  if (code < 0x20) return String.fromCharCode(FIRST_PICTURE + code);
  return code === DELETE ? "\u2421" : "\ufffd";
}

/** How many columns a text takes on a terminal. */
export function width(text: string): number {
  if (/^[\x20-\x7e]*$/.test(text)) return text.length;
  let columns = 0;
  for (const { segment } of graphemes(text)) columns += graphemeWidth(segment);
  return columns;
}

/** A cluster is as wide as its widest member: a family of emoji is drawn as one. */
function graphemeWidth(grapheme: string): number {
  const characters = [...grapheme];
  if (characters.length > 1 && EMOJI.test(grapheme)) return 2;
  return Math.max(...characters.map((character) => unicodeWidth(character)));
}

/** Cuts a text to so many columns, between graphemes, with an ellipsis where something is gone. */
export function cut(text: string, columns: number): string {
  if (width(text) <= columns) return text;
  let kept = "";
  let used = 0;
  for (const { segment } of graphemes(text)) {
    used += graphemeWidth(segment);
    if (used > columns - 1) break;
    kept += segment;
  }
  return columns > 0 ? `${kept}…` : "";
}

/** Fills a text with spaces up to so many columns, on the right or on the left. */
export function pad(text: string, columns: number, align: "left" | "right" = "left"): string {
  const space = " ".repeat(Math.max(0, columns - width(text)));
  return align === "left" ? text + space : space + text;
}
