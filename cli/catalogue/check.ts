/**
 * Values as people write them in files, checked and made alike. What is wrong names its place.
 *
 * @module
 */

import { usage } from "../errors.ts";
import { type FieldKind, type Fields, lines, orderTags, type Value } from "./fields.ts";

const YES = ["true", "yes", "1"];
const NO = ["false", "no", "0"];
const DAY = /^\d{4}-\d{2}-\d{2}$/;
/** A moment with its zone, as 2026-12-01T09:00+01:00, or a day, which begins at midnight UTC. */
const MOMENT = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2})?(Z|[+-]\d{2}:?\d{2}))?$/;

/**
 * Checks what a row or a file says.
 *
 * @param isNew Whether the thing isn't on the service yet: an empty cell then means that nothing is said.
 */
export function readFields(
  given: ReadonlyMap<string, unknown>,
  kinds: Readonly<Record<string, FieldKind>>,
  where: string,
  isNew: boolean,
): Fields {
  const fields: Record<string, Value> = {};
  for (const [name, kind] of Object.entries(kinds)) {
    if (!given.has(name)) continue;
    const value = readValue(given.get(name) ?? "", kind, `${where}, ${name}`, isNew);
    if (value !== undefined && !(isNew && (value === "" || kind.type === "measured"))) fields[name] = value;
  }
  return fields;
}

/** Gives undefined where nothing is said: an empty choice, say. */
function readValue(value: unknown, kind: FieldKind, where: string, isNew: boolean): Value | undefined {
  switch (kind.type) {
    case "tags":
      return readTags(value, where);
    case "switch":
      return value === "" ? undefined : readSwitch(value, where);
    case "choice":
      return value === "" ? undefined : readChoice(readText(value, where), kind.choices, where);
    case "date":
      return readDay(readText(value, where), where);
    case "required":
      if (readText(value, where).trim() === "" && !isNew) throw usage(`${where}: it can't be empty`);
      return readText(value, where).trim() === "" ? undefined : readText(value, where);
    default:
      return lines(readText(value, where));
  }
}

/** A text; YAML reads an unquoted number as one. */
export function readText(value: unknown, where: string): string {
  if (typeof value === "string") return value;
  if (typeof value === "number") return String(value);
  if (value instanceof Date) return value.toISOString().slice(0, 10);
  throw usage(`${where}: expected a text, not ${JSON.stringify(value)}`);
}

function readChoice(text: string, choices: readonly string[], where: string): string {
  const word = text.trim();
  if (choices.includes(word)) return word;
  throw usage(`${where}: ${JSON.stringify(text)} is not one of ${choices.join(", ")}`);
}

function readSwitch(value: unknown, where: string): boolean {
  if (typeof value === "boolean") return value;
  const word = String(value).trim().toLowerCase();
  if (YES.includes(word)) return true;
  if (NO.includes(word)) return false;
  throw usage(`${where}: expected true or false, not ${JSON.stringify(value)}`);
}

function readDay(text: string, where: string): string {
  const day = text.trim();
  if (day === "" || DAY.test(day) && isDay(day)) return day;
  throw usage(`${where}: expected a day like 2026-01-31, not ${JSON.stringify(text)}`);
}

/** The 30th of February is a date to some parsers. */
function isDay(day: string): boolean {
  const time = Date.parse(`${day}T00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day);
}

/** When a track is to be published, in milliseconds since 1970. */
export function readMoment(value: unknown, where: string): number | undefined {
  const text = readText(value ?? "", where).trim();
  if (text === "") return undefined;
  const time = MOMENT.test(text) ? Date.parse(text) : NaN;
  if (!Number.isNaN(time)) return time;
  throw usage(`${where}: expected a day or a time with its zone, not ${JSON.stringify(text)}`, "As 2026-12-01T09:00Z.");
}

/** A list, or a text with commas between the tags; a tag that holds a comma needs the list, in a cell as JSON. */
function readTags(value: unknown, where: string): string[] {
  const given = typeof value === "string" ? splitTags(value, where) : value;
  if (!Array.isArray(given)) throw usage(`${where}: expected tags with commas between them`);
  return orderTags(given.map((tag) => readText(tag, where).trim()).filter((tag) => tag !== ""));
}

function splitTags(text: string, where: string): unknown {
  if (!text.trimStart().startsWith("[")) return text.split(/[,;]/);
  try {
    return JSON.parse(text);
  } catch {
    throw usage(`${where}: ${JSON.stringify(text)} is not a JSON array`);
  }
}

/** A value as a cell of a table. */
export function toCell(value: Value | undefined): string {
  if (value === undefined) return "";
  if (typeof value === "string") return value;
  if (typeof value === "boolean") return String(value);
  return value.some((tag) => /[,;]|^\[/.test(tag)) ? JSON.stringify(value) : value.join(", ");
}
