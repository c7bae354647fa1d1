import { ServiceClient } from "@tonearm/client";
import { createHash } from "node:crypto";

const LONGEST = 400;
const MOST_AGAIN = 6;

/** Writes a value on one line: ids by their number, times by their distance from the start, long texts by their hash. */
export function shown(value: unknown, start: number): string {
  const text = value instanceof Error ? describe(value) : JSON.stringify(value, replacer) ?? String(value);
  return numbered(text).replaceAll(
    /\b1\d{12}\b/g,
    (time) => Math.abs(Number(time) - start) < 1e9 ? `T+${Number(time) - start}`.replace("+-", "-") : time,
  );
}

/** Writes ids by their number. */
export function numbered(text: string): string {
  return text.replaceAll(/00000000-0000-4000-8000-0*(\d+)/g, "#$1");
}

const WAIT = /^\+([\d.]+) ms$/;

/** Shortens what happens again and again with only waits in between, such as the looks of a poll. */
export function folded(lines: readonly string[]): string[] {
  const out: string[] = [];
  for (let at = 0; at < lines.length; at++) {
    const again = (next: number) => WAIT.test(lines[next] ?? "") && lines[next + 1] === lines[at];
    let end = at;
    while (again(end + 1)) end += 2;
    out.push(lines[at]!);
    if (end - at < MOST_AGAIN) continue;
    const ms = lines.slice(at, end).reduce((sum, line) => sum + Number(WAIT.exec(line)?.[1] ?? 0), 0);
    out.push(`… ${(end - at) / 2} times more, within ${ms} ms`);
    at = end;
  }
  return out;
}

/** Writes a long text by its length and hash. */
export function shortened(text: string, most: number = LONGEST): string {
  if (text.length <= most) return text;
  return `‹${text.length} letters ${createHash("sha256").update(text).digest("hex").slice(0, 8)}›`;
}

/** Describes an error with its public fields and its causes. */
function describe(error: Error): string {
  const { name: _name, ...fields } = error as unknown as Record<string, unknown>;
  const kind = error.constructor.name === error.name ? error.name : `${error.constructor.name} ${error.name}`;
  const more = Object.keys(fields).length ? ` ${JSON.stringify(fields, replacer)}` : "";
  const cause = error.cause === undefined
    ? ""
    : ` by ${error.cause instanceof Error ? describe(error.cause) : error.cause}`;
  return `${kind}: ${error.message}${more}${cause}`;
}

function replacer(_name: string, value: unknown): unknown {
  if (value instanceof ServiceClient) return "client";
  if (typeof value === "string") return shortened(value);
  if (typeof value === "function") return "ƒ";
  if (typeof value === "bigint" || value === Infinity) return String(value);
  if (value instanceof Error) return describe(value);
  if (value instanceof Headers || value instanceof Map) return Object.fromEntries(value);
  if (value instanceof Set) return [...value];
  if (value instanceof AbortSignal) return value.aborted ? "aborted" : "signal";
  if (ArrayBuffer.isView(value)) return `${value.byteLength} bytes`;
  return value;
}
