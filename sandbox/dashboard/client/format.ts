/// <reference lib="dom" />
import { el, span } from "./dom.ts";

const two = (number: number) => String(number).padStart(2, "0");

/** Formats a duration as `3:07` or `1:02:03`. */
export function duration(milliseconds: number): string {
  const seconds = Math.max(0, Math.round(milliseconds / 1000));
  const minutes = Math.floor(seconds / 60);
  const rest = `${two(seconds % 60)}`;
  return minutes < 60 ? `${minutes}:${rest}` : `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${rest}`;
}

/** Formats a time span in the largest unit that fits: `59 min`, `3 days`. */
export function timeSpan(milliseconds: number): string {
  const units = [["day", 86_400_000], ["h", 3_600_000], ["min", 60_000], ["s", 1000]] as const;
  const [unit, length] = units.find(([, size]) => Math.abs(milliseconds) >= size) ?? ["s", 1000];
  const count = Math.round(milliseconds / length);
  return `${count} ${unit === "day" && count !== 1 ? "days" : unit}`;
}

/** Formats a time as `2026-01-31 12:00:00`. */
export function dateTime(iso: string): string {
  return iso.replace("T", " ").slice(0, 19);
}

export function amount(number: number): string {
  return number.toLocaleString("en");
}

export function count(number: number, noun: string): string {
  return `${amount(number)} ${noun}${number === 1 ? "" : "s"}`;
}

const TOKEN = /("(?:[^"\\]|\\.)*"?)(\s*:)?|\b(?:true|false|null)\b|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|[{}[\],]/g;

function kindOf(quoted: string | undefined, colon: string | undefined): string {
  if (quoted === undefined) return "value";
  return colon ? "key" : "text";
}

/** Shows highlighted and indented JSON, even if the log has truncated it; other texts are unchanged. */
export function body(text: string, label: string): HTMLElement {
  const pre = el("pre", { tabindex: "0", role: "region", "aria-label": label });
  if (!/^\s*[{[]/.test(text)) return pre.append(text), pre;
  let depth = 0;
  const line = (by = 0) => `\n${"  ".repeat(Math.max(0, depth += by))}`;
  let previous: string | undefined;
  for (const [whole, quoted, colon] of text.matchAll(TOKEN)) {
    const isClosing = whole === "}" || whole === "]";
    if (isClosing) pre.append(previous === "{" || previous === "[" ? (depth--, "") : line(-1), whole);
    else if (whole === ",") pre.append(",", line());
    else {
      if (previous === "{" || previous === "[") pre.append(line());
      if (whole === "{" || whole === "[") pre.append((depth++, whole));
      else pre.append(span(`json-${kindOf(quoted, colon)}`, quoted ?? whole), colon ? ": " : "");
    }
    previous = whole;
  }
  return pre;
}
