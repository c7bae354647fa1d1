/**
 * Lists: fetches pages up to the requested number of items.
 *
 * @module
 */

import type { PaginatedResponse } from "@tonearm/client";
import type { Context } from "../context.ts";
import { type ListWriter, listWriter } from "./result.ts";
import type { Column } from "./table.ts";
import { chosenColumns, comparison, type ViewValues } from "./view.ts";

/** The options of commands that show lists: length and view. */
export type ListValues = ViewValues & {
  limit: number;
  all?: true | undefined;
};

/** The service's maximum page size. */
const LARGEST_PAGE = 200;

/** Returns the page size to request. */
export function pageSize({ limit, all }: ListValues): number {
  return all ? LARGEST_PAGE : Math.min(limit, LARGEST_PAGE);
}

/** Prints a list from its first page up to the requested number of items, and notes if there is more. */
export async function showList<T>(
  context: Context,
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
  for await (const page of client.paginate(first)) {
    const found = page.collection.filter(isWanted);
    const items = found.slice(0, wanted - shown);
    await writer.write(items);
    shown += items.length;
    more = items.length < found.length || Boolean(page.next_href);
    if (shown >= wanted) break;
    more = false;
  }
  await writer.end();
  if (more) await context.noteCut(shown, "use --limit or --all");
  if (shown === 0) await context.note("No results.");
}

/** Prints a complete list. */
export async function showAtOnce<T>(
  context: Context,
  items: readonly T[],
  columns: readonly Column<T>[],
  settings: ViewValues = {},
): Promise<void> {
  await context.startPager();
  const writer = viewWriter(context, columns, settings);
  await writer.write(items);
  await writer.end();
  if (items.length === 0) await context.note("No results.");
}

/** Creates a writer for the chosen columns; sorted rows are written at the end. */
function viewWriter<T>(context: Context, columns: readonly Column<T>[], settings: ViewValues): ListWriter<T> {
  const writer = listWriter(context, chosenColumns(columns, settings, context.host.stdout.isTTY));
  const compare = comparison(columns, settings);
  if (!compare) return writer;
  const all: T[] = [];
  return {
    write: (items) => Promise.resolve(void all.push(...items)),
    end: async () => {
      await writer.write(all.toSorted(compare));
      await writer.end();
    },
  };
}
