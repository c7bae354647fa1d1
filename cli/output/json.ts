/**
 * JSON for programs: everything, or selected fields.
 *
 * @module
 */

import { usage } from "../errors.ts";

/** Characters that JSON may hold as they are, and that a terminal obeys or a reader can't see. */
const UNSEEN = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;

/** A value as JSON, indented unless it's one of many lines; a terminal can't be steered by it. */
export function toJson(value: unknown, indent: number = 2): string {
  const text = JSON.stringify(value, null, indent) ?? "null";
  return text.replace(UNSEEN, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** Rejects unknown fields, and lists the choices. */
export function checkFields(wanted: readonly string[], known: readonly string[]): void {
  const unknown = wanted.find((field) => !known.includes(field.split(".")[0] ?? field));
  if (unknown !== undefined) throw usage(`Unknown field ${JSON.stringify(unknown)}`, `Fields: ${known.join(", ")}`);
}

/** The selected fields of a value; `user.username` reaches into an object; an absent field is null. */
export function select(value: unknown, fields: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(fields.map((field) => [field, reach(value, field.split("."))]));
}

function reach(value: unknown, path: readonly string[]): unknown {
  let current = value;
  for (const key of path) {
    const holds = typeof current === "object" && current !== null && Object.hasOwn(current, key);
    if (!holds) return null;
    current = (current as Record<string, unknown>)[key];
  }
  return current ?? null;
}
