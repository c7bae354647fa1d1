import { counted, cut } from "../output/text.ts";
import { toJson } from "../output/json.ts";

type Apply = (...given: readonly unknown[]) => unknown;

export function printed(value: unknown): string {
  if (value === null || value === undefined) return "";
  return typeof value === "object" ? toJson(value, 0) : String(value);
}

/** Returns whether a value is true: not empty, zero, false or absent. */
export function holds(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0;
  return typeof value === "object" && value !== null ? Object.keys(value).length > 0 : Boolean(value);
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function lengthOf(value: unknown): number {
  return typeof value === "string" || Array.isArray(value) ? value.length : Object.keys(Object(value)).length;
}

function less(one: unknown, other: unknown): boolean {
  return typeof one === "number" && typeof other === "number" ? one < other : String(one) < String(other);
}

const VERBS = /%([-0]?)(\d*)(?:\.(\d\d?))?([vsdfq%])/g;

function format(text: unknown, ...values: readonly unknown[]): string {
  let next = 0;
  return String(text).replace(VERBS, (_, flag: string, size: string, digits: string | undefined, verb: string) => {
    if (verb === "%") return "%";
    const shown = shownAs(verb, values[next++], digits);
    return flag === "-" ? shown.padEnd(Number(size)) : shown.padStart(Number(size), flag || " ");
  });
}

function shownAs(verb: string, value: unknown, digits: string | undefined): string {
  if (verb === "f") return Number(value).toFixed(Number(digits ?? 6));
  const text = digits === undefined ? printed(value) : printed(value).slice(0, Number(digits));
  return verb === "q" ? JSON.stringify(text) : text;
}

const STEPS = [["year", 31_536_000], ["month", 2_592_000], ["day", 86_400], ["hour", 3600], ["minute", 60]] as const;

export function timeAgo(time: unknown, now: number): string {
  const written = String(time);
  // SoundCloud writes 2020/10/12 12:03:00 +0000.
  const then = Date.parse(written.replace(/^(\d{4})\/(\d\d)\/(\d\d) ([\d:]+) ([+-]\d\d)(\d\d)$/, "$1-$2-$3T$4$5:$6"));
  if (Number.isNaN(then)) return written;
  const seconds = (now - then) / 1000;
  const [unit, size] = STEPS.find(([, size]) => seconds >= size) ?? [];
  if (unit === undefined || size === undefined) return "just now";
  return `${counted(Math.floor(seconds / size), unit)} ago`;
}

/** The functions, except those that need the time or keep rows. */
export const FUNCTIONS: ReadonlyMap<string, Apply> = new Map<string, Apply>([
  ["eq", (one, ...others) => others.some((other) => other === one)],
  ["ne", (one, other) => one !== other],
  ["lt", less],
  ["le", (one, other) => !less(other, one)],
  ["gt", (one, other) => less(other, one)],
  ["ge", (one, other) => !less(one, other)],
  ["and", (...given) => given.find((one) => !holds(one)) ?? given.at(-1)],
  ["or", (...given) => given.find(holds) ?? given.at(-1)],
  ["not", (value) => !holds(value)],
  ["len", lengthOf],
  ["index", (value, ...keys) => keys.reduce((current, key) => Object(current)[String(key)], value)],
  ["print", (...given) => given.map(printed).join("")],
  ["printf", format],
  ["json", (value) => toJson(value, 0)],
  ["join", (separator, list) => listOf(list).map(printed).join(String(separator))],
  ["pluck", (field, list) => listOf(list).map((one) => Object(one)[String(field)])],
  ["truncate", (columns, text) => cut(printed(text), Number(columns))],
  ["upper", (text) => printed(text).toUpperCase()],
  ["lower", (text) => printed(text).toLowerCase()],
]);
