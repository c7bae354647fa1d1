import { type Card, drawCard, tabCard } from "./cards.ts";
import { checkFields, select, toJson } from "./json.ts";
import { type Column, tabbed, Table } from "./table.ts";
import { plain, type Styled } from "./style.ts";
import type { Terminal } from "./terminal.ts";

export async function show(context: Terminal, value: unknown, draw: () => Styled): Promise<void> {
  if (!context.json) return await context.print(draw());
  if (context.isFormatted) return await printFormatted(context, selected(context, value));
  await context.print(`${toJson(selected(context, value), context.settings.jsonl ? 0 : 2)}\n`);
}

async function printFormatted(context: Terminal, value: unknown, isEach: boolean = false): Promise<void> {
  const { format } = await import("../format/format.ts");
  const { settings, host } = context;
  await context.print(await format(settings, value, host.now(), isEach));
}

export async function showAll<T extends object>(
  context: Terminal,
  values: readonly T[],
  draw: (value: T) => Styled,
): Promise<void> {
  const writer = itemWriter(context, draw);
  for (const value of values) await writer.write(value);
  await writer.end();
}

export interface ItemWriter<T> {
  write(item: T): Promise<void>;
  fail(row: object): Promise<void>;
  end(): Promise<void>;
}

export function itemWriter<T extends object>(context: Terminal, draw: (value: T) => Styled): ItemWriter<T> {
  if (!context.json) return drawnItems(context, draw);
  const rows = context.settings.jsonl ? jsonLines<object>(context) : jsonArray<object>(context);
  const { json } = context.settings;
  return {
    write: (item) => rows.write([json === undefined || json === true ? { status: "ok", ...item } : item]),
    fail: (row) => rows.write([row], true),
    end: () => rows.end(),
  };
}

function drawnItems<T>(context: Terminal, draw: (value: T) => Styled): ItemWriter<T> {
  let isFirst = true;
  return {
    write: async (item) => {
      const drawn = draw(item);
      const apart = !isFirst && context.host.stdout.isTTY && plain(drawn).trimEnd().includes("\n");
      isFirst = false;
      await context.print(apart ? ["\n", drawn] : drawn);
    },
    fail: done,
    end: done,
  };
}

export function card(context: Terminal, content: Card): Styled {
  return context.host.stdout.isTTY ? drawCard(content) : tabCard(content);
}

export interface ListWriter<T> {
  /** Writes items; with `whole`, with all their fields, because the selected fields belong to another kind. */
  write(items: readonly T[], whole?: boolean): Promise<void>;
  end(): Promise<void>;
}

/** Writes nothing. */
export const done = (): Promise<void> => Promise.resolve();

export function listWriter<T>(context: Terminal, columns: readonly Column<T>[]): ListWriter<T> {
  if (context.settings.jsonl) return jsonLines(context);
  if (context.json) return jsonArray(context);
  const table = context.host.stdout.isTTY ? new Table(columns, context.columns) : undefined;
  return {
    write: async (items) => {
      if (table && items.length > 0) return await context.print(table.rows(items));
      for (const item of items) await context.print(tabbed(item, columns));
    },
    end: done,
  };
}

export function jsonLines<T>(context: Terminal): ListWriter<T> {
  return {
    write: async (items, whole = false) => {
      const rowOf = (item: T) => whole ? item : selected(context, item);
      if (context.isFormatted) return await printFormatted(context, items.map(rowOf), true);
      for (const item of items) await context.print(`${toJson(rowOf(item), 0)}\n`);
    },
    end: done,
  };
}

export function jsonArray<T>(context: Terminal): ListWriter<T> {
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

/** Collects all items, because an expression applies to the whole list. */
function formattedArray<T>(context: Terminal): ListWriter<T> {
  const all: unknown[] = [];
  return {
    write: (items, whole = false) => {
      all.push(...items.map((item) => whole ? item : selected(context, item)));
      return Promise.resolve();
    },
    end: () => printFormatted(context, all),
  };
}

function selected(context: Terminal, value: unknown): unknown {
  const { json } = context.settings;
  if (json === undefined || json === true) return value;
  if (Array.isArray(value)) return value.map((item) => selected(context, item));
  // Only the fields of a result of unknown shape weren't checked before.
  const isChecked = context.settings.hasKnownFields || typeof value !== "object" || value === null || "kind" in value;
  if (!isChecked) checkFields(json, Object.keys(value));
  return select(value, json);
}
