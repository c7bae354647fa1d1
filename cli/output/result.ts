/**
 * The result of a command, as a person or a program wants it.
 *
 * @module
 */

import type { Context } from "../context.ts";
import { type Card, drawCard, tabCard } from "./cards.ts";
import { checkFields, select, toJson } from "./json.ts";
import { type Column, tabbed, Table } from "./table.ts";

/** Prints one result: JSON where it is wanted, else what `draw` makes of it. */
export async function show(context: Context, value: unknown, draw: () => string): Promise<void> {
  if (!context.json) return await context.print(draw());
  await context.print(`${toJson(selected(context, value), context.settings.jsonl ? 0 : 2)}\n`);
}

/** Prints several results: one JSON array, one JSON object a line, or what `draw` makes of each. */
export async function showAll<T>(context: Context, values: readonly T[], draw: (value: T) => string): Promise<void> {
  if (context.settings.jsonl) return await context.print(values.map((value) => jsonLine(context, value)).join(""));
  if (context.json) return await context.print(`${toJson(values.map((value) => selected(context, value)))}\n`);
  const drawn = values.map(draw);
  const apart = context.host.stdout.isTTY && drawn.some((text) => text.trimEnd().includes("\n"));
  await context.print(drawn.join(apart ? "\n" : ""));
}

/** Prints what a batch brought: one word is one result, several words or `-` are several. */
export async function showBatch<T>(
  context: Context,
  words: readonly string[],
  results: readonly T[],
  draw: (value: T) => string,
): Promise<void> {
  const [only] = results;
  const single = words.length === 1 && words[0] !== "-";
  if (single && only !== undefined) await show(context, only, () => draw(only));
  else await showAll(context, results, draw);
}

/** A card as it fits the stream. */
export function card(context: Context, content: Card): string {
  return context.host.stdout.isTTY ? drawCard(content, context.out) : tabCard(content);
}

/** Writes a long list piece by piece. */
export interface ListWriter<T> {
  /** Writes some items. */
  write(items: readonly T[]): Promise<void>;
  /** Writes what is missing at the end. */
  end(): Promise<void>;
}

/** A writer of what was asked for: JSON, JSON lines, a table, or tab-separated values. */
export function listWriter<T>(context: Context, columns: readonly Column<T>[]): ListWriter<T> {
  if (context.settings.jsonl) return jsonLines(context);
  if (context.json) return jsonArray(context);
  if (!context.host.stdout.isTTY) return each(context, (item) => tabbed(item, columns));
  const table = new Table(columns, context.columns, context.out);
  return {
    write: async (items) => items.length > 0 ? await context.print(table.rows(items)) : undefined,
    end: () => Promise.resolve(),
  };
}

function each<T>(context: Context, line: (item: T) => string): ListWriter<T> {
  return {
    write: async (items) => {
      for (const item of items) await context.print(line(item));
    },
    end: () => Promise.resolve(),
  };
}

/** A writer of one JSON object a line. */
export function jsonLines<T>(context: Context): ListWriter<T> {
  return each(context, (item) => jsonLine(context, item));
}

/** A writer of one JSON array. */
export function jsonArray<T>(context: Context): ListWriter<T> {
  let before = "[\n";
  return {
    write: async (items) => {
      for (const item of items) {
        await context.print(`${before}  ${toJson(selected(context, item)).replaceAll("\n", "\n  ")}`);
        before = ",\n";
      }
    },
    end: async () => await context.print(before === ",\n" ? "\n]\n" : "[]\n"),
  };
}

function jsonLine(context: Context, value: unknown): string {
  return `${toJson(selected(context, value), 0)}\n`;
}

function selected(context: Context, value: unknown): unknown {
  const { json } = context.settings;
  if (typeof json === "boolean") return value;
  if (Array.isArray(value)) return value.map((item) => selected(context, item));
  checkFields(json, fieldsOf(value, json));
  return select(value, json);
}

/** Known fields were checked beforehand; here, only a result of unknown shape is held to the fields it has. */
function fieldsOf(value: unknown, wanted: readonly string[]): readonly string[] {
  return typeof value === "object" && value !== null && !("kind" in value)
    ? Object.keys(value)
    : wanted.map((field) => field.split(".")[0] ?? field);
}
