import { usage } from "../errors.ts";

/** Characters that are valid in JSON, but invisible or interpreted by a terminal. */
const UNSEEN = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;

/** Parses JSON; undefined if it is none. */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Formats a value as JSON, with control characters escaped so that a terminal doesn't interpret them. */
export function toJson(value: unknown, indent: number = 2): string {
  const text = JSON.stringify(value, null, indent) ?? "null";
  return text.replace(UNSEEN, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

export function checkFields(wanted: readonly string[], known: readonly string[]): void {
  const unknown = wanted.find((field) => !known.includes(field.split(".")[0] ?? field));
  if (unknown !== undefined) throw usage(`Unknown field ${JSON.stringify(unknown)}`, `Fields: ${known.join(", ")}`);
}

/** Selects fields of a value. `user.username` selects a nested field; a missing field is null. */
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
