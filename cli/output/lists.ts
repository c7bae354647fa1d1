/**
 * Lists: as many items as were asked for, page by page.
 *
 * @module
 */

import type { PaginatedResponse } from "@tonearm/client";
import { flag, integer, type OptionsFor } from "../command.ts";
import type { Context } from "../context.ts";
import { listWriter } from "./result.ts";
import type { Column } from "./table.ts";

/** How much of a list is wanted. */
export interface ListSettings {
  /** How many to show. */
  readonly limit: number;
  /** Whether to show everything. */
  readonly all: boolean;
}

/** The options of commands that show lists. */
export const LIST_OPTIONS: OptionsFor<ListSettings> = {
  limit: integer("Show so many", "count", { short: "n", min: 1, fallback: 20 }),
  all: flag("Show everything", { short: "a" }),
};

/** The most that the service gives at once. */
const LARGEST_PAGE = 200;

/** How many items to ask for at once. */
export function pageSize({ limit, all }: ListSettings): number {
  return all ? LARGEST_PAGE : Math.min(limit, LARGEST_PAGE);
}

/** Prints a list from its first page on, as far as it was asked for, and says when there is more. */
export async function showList<T>(
  context: Context,
  first: PaginatedResponse<T>,
  columns: readonly Column<T>[],
  settings: ListSettings,
): Promise<void> {
  const { client } = await context.connect();
  const writer = listWriter(context, columns);
  const wanted = settings.all ? Infinity : settings.limit;
  let shown = 0;
  let more = false;
  for await (const page of client.paginate(first)) {
    const items = page.collection.slice(0, wanted - shown);
    await writer.write(items);
    shown += items.length;
    more = items.length < page.collection.length || Boolean(page.next_href);
    if (shown >= wanted) break;
    more = false;
  }
  await writer.end();
  if (more) await context.note(`Cut after ${shown}; there is more: --limit or --all.`);
  if (shown === 0) await context.note("Nothing there.");
}
