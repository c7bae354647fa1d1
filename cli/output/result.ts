/**
 * The result of a command, as a person or a program wants it.
 *
 * @module
 */

import type { Context } from "../context.ts";
import { type Card, drawCard, tabCard } from "./cards.ts";
import { checkFields, select, toJson } from "./json.ts";
import { type Column, tabbed, Table } from "./table.ts";
import { cleanLines } from "./text.ts";

/** Prints one result: JSON where it is wanted, else what `draw` makes of it. */
export async function show(context: Context, value: unknown, draw: () => string): Promise<void> {
  if (!context.json) return await context.print(draw());
  if (context.isFormatted) return await printFormatted(context, selected(context, value));
  await context.print(`${toJson(selected(context, value), context.settings.jsonl ? 0 : 2)}\n`);
}

/** Prints what `--jq` or `--template` makes of a result; with `isEach`, of each in a list. */
async function printFormatted(context: Context, value: unknown, isEach: boolean = false): Promise<void> {
  const { formatEach, formatOne } = await import("../format/format.ts");
  const { settings, host } = context;
  const text = isEach && Array.isArray(value)
    ? await formatEach(settings, value, host.now())
    : await formatOne(settings, value, host.now());
  // Pipes get the unchanged text; a terminal would interpret control characters.
  await context.print(host.stdout.isTTY ? cleanLines(text) : text);
}

/** Prints several results: one JSON array, one JSON object a line, or what `draw` makes of each. */
export async function showAll<T extends object>(
  context: Context,
  values: readonly T[],
  draw: (value: T) => string,
): Promise<void> {
  const writer = itemWriter(context, draw);
  for (const value of values) await writer.write(value);
  await writer.end();
}

/** Writes results one by one, as they appear. */
export interface ItemWriter<T> {
  /** Writes a result. */
  write(item: T): Promise<void>;
  /** Writes a row for a failed item, if the rows are JSON. */
  fail(row: object): Promise<void>;
  /** Writes the rest at the end. */
  end(): Promise<void>;
}

/** A writer of the requested format: rows of one JSON array, JSON lines, or the text of `draw`. */
export function itemWriter<T extends object>(context: Context, draw: (value: T) => string): ItemWriter<T> {
  if (!context.json) return drawnItems(context, draw);
  const rows = context.settings.jsonl ? jsonLines<object>(context) : jsonArray<object>(context);
  const { json } = context.settings;
  return {
    write: (item) => rows.write([json === undefined || json === true ? { status: "ok", ...item } : item]),
    fail: (row) => rows.write([row], true),
    end: () => rows.end(),
  };
}

function drawnItems<T>(context: Context, draw: (value: T) => string): ItemWriter<T> {
  let isFirst = true;
  return {
    write: async (item) => {
      const drawn = draw(item);
      const apart = !isFirst && context.host.stdout.isTTY && drawn.trimEnd().includes("\n");
      isFirst = false;
      await context.print(apart ? `\n${drawn}` : drawn);
    },
    fail: () => Promise.resolve(),
    end: () => Promise.resolve(),
  };
}

/** A card as it fits the stream. */
export function card(context: Context, content: Card): string {
  return context.host.stdout.isTTY ? drawCard(content, context.out) : tabCard(content);
}

/** Writes a long list piece by piece. */
export interface ListWriter<T> {
  /** Writes some items; unfiltered if their kind isn't the one whose fields were selected. */
  write(items: readonly T[], whole?: boolean): Promise<void>;
  /** Writes the rest at the end. */
  end(): Promise<void>;
}

/** A writer of the requested format: JSON, JSON lines, a table, or tab-separated values. */
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
  if (context.isFormatted) {
    return {
      write: (items, whole = false) => printFormatted(context, whole ? items : selected(context, items), true),
      end: () => Promise.resolve(),
    };
  }
  return {
    write: async (items, whole = false) => {
      for (const item of items) await context.print(`${toJson(whole ? item : selected(context, item), 0)}\n`);
    },
    end: () => Promise.resolve(),
  };
}

/** A writer of one JSON array. */
export function jsonArray<T>(context: Context): ListWriter<T> {
  if (context.isFormatted) return formattedArray(context);
  let before = "[\n";
  return {
    write: async (items, whole = false) => {
      for (const item of items) {
        const row = toJson(whole ? item : selected(context, item)).replaceAll("\n", "\n  ");
        await context.print(`${before}  ${row}`);
        before = ",\n";
      }
    },
    end: async () => await context.print(before === ",\n" ? "\n]\n" : "[]\n"),
  };
}

/** An expression applies to the whole list. */
function formattedArray<T>(context: Context): ListWriter<T> {
  const all: unknown[] = [];
  return {
    write: (items, whole = false) => {
      all.push(...items.map((item) => whole ? item : selected(context, item)));
      return Promise.resolve();
    },
    end: () => printFormatted(context, all),
  };
}

function selected(context: Context, value: unknown): unknown {
  const { json } = context.settings;
  if (json === undefined || json === true) return value;
  if (Array.isArray(value)) return value.map((item) => selected(context, item));
  checkFields(json, fieldsOf(value, json));
  return select(value, json);
}

/** Known fields were checked before; only a result of unknown shape is checked against its own fields here. */
function fieldsOf(value: unknown, wanted: readonly string[]): readonly string[] {
  return typeof value === "object" && value !== null && !("kind" in value)
    ? Object.keys(value)
    : wanted.map((field) => field.split(".")[0] ?? field);
}
