import { usage } from "../errors.ts";
import { shield } from "./cells.ts";
import { parseTime, readChoice, readDay, readSwitch, readTags, readText } from "./values.ts";
import { type FieldKind, type Fields, lines, orderTags, TRACK_FIELDS, type Value } from "./fields.ts";

/** A time with its zone, as 2026-12-01T09:00+01:00, or a day, which begins at midnight UTC. */
const TIME = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2})?(Z|[+-]\d{2}:?\d{2}))?$/;

/** Fields that begin with `_` are the user's own. */
export function checkNames(given: ReadonlyMap<string, unknown>, known: readonly string[], where: string): void {
  const unknown = [...given.keys()].find((name) => !known.includes(name) && !name.startsWith("_"));
  if (unknown !== undefined) {
    throw usage(`${where}: unknown field ${JSON.stringify(unknown)}`, `Fields: ${known.join(", ")}.`);
  }
}

/** Checks that no two of the rows or files are the same resource. */
export function withoutRepeats<T extends { readonly where: string; readonly urn?: string | undefined }>(all: T[]): T[] {
  const seen = new Map<string, string>();
  for (const { where, urn } of all) {
    if (urn === undefined) continue;
    const first = seen.get(urn);
    if (first !== undefined) throw usage(`${where}: ${urn} is already in ${first}`);
    seen.set(urn, where);
  }
  return all;
}

/** Checks the values of a row or a file. An empty cell of a new resource means no value. */
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
  // A copy, because V8 keeps an object that grew by many names as a table of four times the size.
  return { ...fields };
}

export function readValue(value: unknown, kind: FieldKind, where: string, isNew: boolean): Value | undefined {
  if (kind.type === "tags") return orderTags(readTags(value, where));
  if (kind.type === "switch") return value === "" ? undefined : readSwitch(value, where);
  if (kind.type === "choice") return value === "" ? undefined : readChoice(readText(value, where), kind.choices, where);
  const text = readText(value, where);
  if (kind.type === "date") return readDay(text, where);
  if (kind.type !== "required") return lines(text);
  if (text.trim() === "" && !isNew) throw usage(`${where}: it can't be empty`);
  return text.trim() === "" ? undefined : text;
}

/** When a track is to be published, in milliseconds since 1970. */
export function readTime(value: unknown, where: string): number | undefined {
  const text = readText(value ?? "", where).trim();
  if (text === "") return undefined;
  const time = TIME.test(text) ? parseTime(text) : NaN;
  if (!Number.isNaN(time)) return time;
  throw usage(
    `${where}: expected a date or a time with its zone, not ${JSON.stringify(text)}`,
    "For example 2026-12-01T09:00Z.",
  );
}

export function toCell(name: string, value: Value): string {
  if (typeof value === "boolean") return String(value);
  const text = typeof value === "string" ? value : joinTags(value);
  return TRACK_FIELDS[name]?.type === "date" ? text : shield(text);
}

function joinTags(tags: readonly string[]): string {
  return tags.some((tag) => /[,;]|^\[/.test(tag)) ? JSON.stringify(tags) : tags.join(", ");
}
