import type { PaginatedResponse, ServiceClient } from "@tonearm/client";
import { LARGEST_PAGE } from "../choices.ts";
import { csvLine } from "../fields/csv.ts";
import { printed } from "../format/functions.ts";
import { select } from "./json.ts";
import { type ListWriter, listWriter } from "./result.ts";
import type { Column } from "./table.ts";
import type { Terminal } from "./terminal.ts";
import { cleanLines } from "./text.ts";
import { chosenColumns, nameOf, ordering, type ViewValues } from "./view.ts";

export type ListValues = ViewValues & {
  limit: number;
  all?: true | undefined;
};

export function pageSize({ limit, all }: ListValues): number {
  return all ? LARGEST_PAGE : Math.min(limit, LARGEST_PAGE);
}

export async function showList<T>(
  context: Terminal & { connect(): Promise<{ readonly client: ServiceClient }> },
  first: PaginatedResponse<T>,
  columns: readonly Column<T>[],
  settings: ListValues,
  isWanted: (item: T) => boolean = () => true,
): Promise<void> {
  const { client } = await context.connect();
  await context.startPager();
  const writer = viewWriter(context, columns, settings);
  const wanted = settings.all ? Infinity : settings.limit;
  let shown = 0;
  let more = false;
  for await (const page of client.paginate(first, { signal: context.host.signal })) {
    const found = page.collection.filter(isWanted);
    const items = found.slice(0, wanted - shown);
    await writer.write(items);
    shown += items.length;
    more = items.length < found.length || Boolean(page.next_href);
    if (shown >= wanted) break;
    more = false;
  }
  // Only of a whole list: an array that stays open isn't taken for one.
  await writer.end();
  if (more) await context.noteCut(shown, "use --limit or --all");
  if (shown === 0) await context.note("No results.");
}

export async function showAtOnce<T>(
  context: Terminal,
  items: readonly T[],
  columns: readonly Column<T>[],
  settings: ViewValues = {},
  none: string = "No results.",
): Promise<void> {
  await context.startPager();
  const writer = viewWriter(context, columns, settings);
  await writer.write(items);
  await writer.end();
  if (items.length === 0) await context.note(none);
}

function viewWriter<T>(context: Terminal, columns: readonly Column<T>[], settings: ViewValues): ListWriter<T> {
  const isTable = context.host.stdout.isTTY && settings.csv === undefined;
  const chosen = chosenColumns(columns, settings, isTable);
  const writer = settings.csv === undefined ? listWriter(context, chosen) : csvWriter(context, chosen, settings.csv);
  const order = ordering(columns, settings);
  if (!order) return writer;
  const all: T[] = [];
  return {
    write: (items) => Promise.resolve(void all.push(...items)),
    end: async () => {
      await writer.write(order(all));
      await writer.end();
    },
  };
}

function csvWriter<T>(
  context: Terminal,
  columns: readonly Column<T>[],
  fields: true | readonly string[],
): ListWriter<T> {
  const print = (cells: readonly string[]) => context.print(csvLine(cells));
  const cellsOf = (item: T) => {
    if (fields === true) return columns.map(({ plain, value }) => (plain ?? value)(item));
    return fields.map((field) => printed(select(item, [field])[field]));
  };
  const head = fields === true ? columns.map(nameOf) : fields;
  let isFirst = true;
  const begin = async () => {
    if (isFirst) await print(head);
    isFirst = false;
  };
  return {
    write: async (items) => {
      await begin();
      for (const item of items) await print(cellsOf(item).map((cell) => inert(cleanLines(cell))));
    },
    end: begin,
  };
}

/** A spreadsheet would run a string that begins as a formula does; an apostrophe in front prevents it. */
function inert(cell: string): string {
  return /^[=+\-@]/.test(cell) && !/^[+-]?\d+(?:\.\d+)?$/.test(cell) ? `'${cell}` : cell;
}
