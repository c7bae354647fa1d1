// Styled text. It stays a value until it is written: only then is it cleaned and coloured, each part once.
import type { Environment } from "../host/host.ts";
import { clean, visible } from "./text.ts";

/**
 * What begins and ends each style. The colours are the same everywhere, and have a contrast of 3:1 or more on light and
 * on dark pages; of the 16 that terminals choose, none but bright red has. How pale faint text (2) is, each terminal
 * decides, so that dim text is grey instead.
 */
export const CODES = {
  bold: ["1", "22"],
  dim: ["38;5;102", "39"],
  red: ["38;5;196", "39"],
  green: ["38;5;28", "39"],
  yellow: ["38;5;136", "39"],
  cyan: ["38;5;31", "39"],
} as const;

export type Style = keyof typeof CODES;

/** A text with a style, or (`raw`) sequences for the terminal, such as those of an image. */
export interface Span {
  readonly style: Style | "raw";
  readonly text: Styled;
}

export type Styled = string | Span | readonly Styled[];

export type Paint = (text: Styled) => Span;

function painter(style: Span["style"]): Paint {
  return (text) => ({ style, text });
}

export const bold: Paint = painter("bold");
export const dim: Paint = painter("dim");
export const red: Paint = painter("red");
export const green: Paint = painter("green");
export const yellow: Paint = painter("yellow");
export const cyan: Paint = painter("cyan");
/** Passes sequences to the terminal unchanged. */
export const raw: Paint = painter("raw");

export function paint(style: Style | undefined, text: Styled): Styled {
  return style === undefined ? text : { style, text };
}

/** A template tag; inserted strings become one line, and inserted spans keep their styles. */
export function styled(strings: TemplateStringsArray, ...values: readonly Styled[]): Styled {
  return strings.flatMap((text, index) => {
    const value = values[index] ?? "";
    return [text, typeof value === "string" ? clean(value) : value];
  });
}

export function joined(texts: readonly Styled[], separator: string): Styled {
  return texts.flatMap((text, index) => index === 0 ? [text] : [separator, text]);
}

export interface Target {
  readonly isTTY: boolean;
  readonly colored: boolean;
}

/** Renders a string: on a terminal, control characters become visible. A pipe gets strings unchanged. */
export function render(text: Styled, target: Target, styles: readonly Style[] = []): string {
  if (typeof text === "string") return wrapped(target.isTTY ? visible(text) : text, target.colored ? styles : []);
  if (!("style" in text)) return text.map((part) => render(part, target, styles)).join("");
  if (text.style === "raw") return plain(text.text);
  const [, end] = CODES[text.style];
  return render(text.text, target, [...styles.filter((style) => CODES[style][1] !== end), text.style]);
}

export function plain(text: Styled): string {
  return render(text, { isTTY: false, colored: false }, []);
}

function wrapped(text: string, styles: readonly Style[]): string {
  if (text === "") return text;
  return styles.reduceRight((inner, style) => `\x1b[${CODES[style][0]}m${inner}\x1b[${CODES[style][1]}m`, text);
}

/** `--no-color` and `NO_COLOR` come before `FORCE_COLOR`; otherwise every terminal but a dumb one gets colours. */
export function wantsColor(stream: { readonly isTTY: boolean }, env: Environment, noColor: boolean): boolean {
  if (noColor || env.NO_COLOR) return false;
  if (env.FORCE_COLOR) return env.FORCE_COLOR !== "0";
  return stream.isTTY && env.TERM !== "dumb";
}
