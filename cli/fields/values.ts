import { formatTagList } from "@tonearm/client";
import { usage } from "../errors.ts";
import { readJson } from "../output/json.ts";

// cspell:disable
const YES =
  "true yes 1 wahr vrai verdadero vero verdadeiro waar prawda sant sand sann tosi pravda igaz adevărat doğru истина істина αληθής αληθεσ"
    .split(" ");
const NO =
  "false no 0 falsch faux falso onwaar fałsz falskt falsk usann epätosi nepravda hamis fals yanliş yanlış ложь хибність ψευδής ψευδεσ"
    .split(" ");
// cspell:enable
/** A day as sheets write it: 2026-01-31, 2026/1/31, 31.1.2026, or 31/01/2026 if it can't be another day. */
const DAYS: readonly RegExp[] = [
  /^(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2})$/,
  /^(?<year>\d{4})\/(?<month>\d{1,2})\/(?<day>\d{1,2})$/,
  /^(?<day>\d{1,2})\.(?<month>\d{1,2})\.(?<year>\d{4})$/,
  /^(?<day>1[3-9]|2\d|3[01])[/-](?<month>\d{1,2})[/-](?<year>\d{4})$/,
  /^(?<month>\d{1,2})[/-](?<day>1[3-9]|2\d|3[01])[/-](?<year>\d{4})$/,
];

/** Reads text; YAML parses an unquoted number as one. */
export function readText(value: unknown, where: string): string {
  if (typeof value === "string") return value;
  if (typeof value === "number") return String(value);
  if (value instanceof Date) return value.toISOString().slice(0, 10);
  throw usage(`${where}: expected text, not ${JSON.stringify(value)}`);
}

export function readChoice(text: string, choices: readonly string[], where: string): string {
  const word = text.trim();
  if (choices.includes(word)) return word;
  throw usage(`${where}: ${JSON.stringify(text)} is not one of ${choices.join(", ")}`);
}

export function readSwitch(value: unknown, where: string): boolean {
  if (typeof value === "boolean") return value;
  const word = String(value).trim().toLowerCase().replace("\u0307", "");
  if (YES.includes(word)) return true;
  if (NO.includes(word)) return false;
  throw usage(`${where}: expected true or false, not ${JSON.stringify(value)}`);
}

export function readDay(text: string, where: string): string {
  const given = text.trim();
  if (given === "") return "";
  const { year = "", month = "", day = "" } = DAYS.map((pattern) => pattern.exec(given)).find(Boolean)?.groups ?? {};
  const written = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  if (isDay(written)) return written;
  throw usage(`${where}: expected a day like 2026-01-31, not ${JSON.stringify(text)}`);
}

/** Parses an ISO time, as milliseconds since 1970. On a day that doesn't exist it is NaN, where `Date` counts on. */
export function parseTime(text: string): number {
  return isDay(text.slice(0, 10)) ? Date.parse(text) : NaN;
}

/** Checks that a date exists, because some parsers accept 30 February. */
function isDay(day: string): boolean {
  const time = Date.parse(`${day}T00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day);
}

/** Reads tags separated by commas, or a list, which in a cell is JSON: a tag with a comma needs it. */
export function readTags(value: unknown, where: string): string[] {
  const given = typeof value === "string" ? splitTags(value, where) : value;
  if (!Array.isArray(given)) throw usage(`${where}: expected tags separated by commas`);
  const tags = given.map((tag) => readText(tag, where).trim()).filter((tag) => tag !== "");
  const unsendable = tags.find((tag) => !isSendable(tag));
  if (unsendable === undefined) return tags;
  throw usage(`${where}: a tag with spaces can't have a double quote, as ${JSON.stringify(unsendable)}`);
}

function isSendable(tag: string): boolean {
  try {
    return formatTagList([tag]) !== "";
  } catch {
    return false;
  }
}

function splitTags(text: string, where: string): unknown {
  if (!text.trimStart().startsWith("[")) return text.split(/[,;]/);
  const tags = readJson(text);
  if (tags !== undefined) return tags;
  throw usage(`${where}: ${JSON.stringify(text)} is not a JSON array`);
}
