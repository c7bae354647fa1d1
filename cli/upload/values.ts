/**
 * Single values as people write them in tables, JSON and YAML. Messages name the position of a mistake.
 *
 * @module
 */

import { usage } from "../errors.ts";

const YES = ["true", "yes", "1"];
const NO = ["false", "no", "0"];
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** A text; YAML reads an unquoted number as one. */
export function readText(value: unknown, where: string): string {
  if (typeof value === "string") return value;
  if (typeof value === "number") return String(value);
  if (value instanceof Date) return value.toISOString().slice(0, 10);
  throw usage(`${where}: expected a text, not ${JSON.stringify(value)}`);
}

/** One of a few words. */
export function readChoice(text: string, choices: readonly string[], where: string): string {
  const word = text.trim();
  if (choices.includes(word)) return word;
  throw usage(`${where}: ${JSON.stringify(text)} is not one of ${choices.join(", ")}`);
}

/** True or false, in the words of spreadsheets, too. */
export function readSwitch(value: unknown, where: string): boolean {
  if (typeof value === "boolean") return value;
  const word = String(value).trim().toLowerCase();
  if (YES.includes(word)) return true;
  if (NO.includes(word)) return false;
  throw usage(`${where}: expected true or false, not ${JSON.stringify(value)}`);
}

/** A day, as 2026-01-31, or an empty text. */
export function readDay(text: string, where: string): string {
  const day = text.trim();
  if (day === "" || DAY.test(day) && isDay(day)) return day;
  throw usage(`${where}: expected a day like 2026-01-31, not ${JSON.stringify(text)}`);
}

/** The 30th of February is a date to some parsers. */
function isDay(day: string): boolean {
  const time = Date.parse(`${day}T00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day);
}

/** A list, or a text with commas between the tags; a tag that holds a comma needs the list, in a cell as JSON. */
export function readTags(value: unknown, where: string): string[] {
  const given = typeof value === "string" ? splitTags(value, where) : value;
  if (!Array.isArray(given)) throw usage(`${where}: expected tags separated by commas`);
  return given.map((tag) => readText(tag, where).trim()).filter((tag) => tag !== "");
}

function splitTags(text: string, where: string): unknown {
  if (!text.trimStart().startsWith("[")) return text.split(/[,;]/);
  try {
    return JSON.parse(text);
  } catch {
    throw usage(`${where}: ${JSON.stringify(text)} is not a JSON array`);
  }
}
