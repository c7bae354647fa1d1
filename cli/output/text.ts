import { unicodeWidth } from "@std/cli/unicode-width";

const SPACE = /[\t\n\v\f\r]+/g;
const CONTROL = /\p{Cc}/gu;
/** Line separators and bidirectional control characters. */
const UNSEEN = /[\u2028-\u202e\u2066-\u2069\u200e\u200f\u061c\ufeff]/g;
const FIRST_PICTURE = 0x2400;
const DELETE = 0x7f;
const TAB = 8;
const EMOJI = /\p{Extended_Pictographic}|\p{Regional_Indicator}/u;
let segmenter: Intl.Segmenter | undefined;

/** Splits a string into graphemes. Creating the segmenter takes about 10 ms, so help and version avoid it. */
function graphemes(text: string): Iterable<{ readonly segment: string }> {
  segmenter ??= new Intl.Segmenter(undefined, { granularity: "grapheme" });
  return segmenter.segment(text);
}

/** Returns a number with what it counts: `1 track`, `2 tracks`. */
export function counted(number: number, noun: string): string {
  return `${number.toLocaleString("en-US")} ${noun}${number === 1 ? "" : "s"}`;
}

/** Returns a string as one line: whitespace becomes a space, and control and direction characters become visible. */
export function clean(text: string): string {
  return text.replace(SPACE, " ").replace(CONTROL, picture).replace(UNSEEN, "\ufffd");
}

/** Like `clean()`, but keeps line breaks. */
export function cleanLines(text: string): string {
  return text.split(/\r\n|[\n\r]/).map(clean).join("\n");
}

/** Returns a string as a terminal may get it: tabs become spaces, and control characters become visible. */
export function visible(text: string): string {
  return text.split(/\r\n|[\n\r]/).map((one) => {
    const [first = "", ...cells] = one.split("\t");
    const aligned = cells.reduce((line, cell) => pad(line, Math.floor(width(line) / TAB + 1) * TAB) + cell, first);
    return aligned.replace(CONTROL, picture).replace(UNSEEN, "\ufffd");
  }).join("\n");
}

/** A template tag for one line of output; inserted values are cleaned. */
export function line(strings: TemplateStringsArray, ...values: readonly (string | number | undefined)[]): string {
  return `${String.raw({ raw: strings }, ...values.map((value) => clean(String(value))))}\n`;
}

function picture(control: string): string {
  const code = control.charCodeAt(0);
  if (code < 0x20) return String.fromCharCode(FIRST_PICTURE + code);
  return code === DELETE ? "\u2421" : "\ufffd";
}

export function width(text: string): number {
  if (/^[\x20-\x7e]*$/.test(text)) return text.length;
  let columns = 0;
  for (const { segment } of graphemes(text)) columns += graphemeWidth(segment);
  return columns;
}

/** Returns the width of a character cluster: that of its widest character, because an emoji sequence is drawn as one. */
function graphemeWidth(grapheme: string): number {
  const characters = [...grapheme];
  if (characters.length > 1 && EMOJI.test(grapheme)) return 2;
  return Math.max(...characters.map((character) => unicodeWidth(character)));
}

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

export function pad(text: string, columns: number, align: "left" | "right" = "left"): string {
  const space = " ".repeat(Math.max(0, columns - width(text)));
  return align === "left" ? text + space : space + text;
}
