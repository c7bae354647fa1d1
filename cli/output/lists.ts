/**
 * Lists: as many items as were asked for, page by page.
 *
 * @module
 */

import type { PaginatedResponse } from "@tonearm/client";
import type { Context } from "../context.ts";
import { listWriter } from "./result.ts";
import type { Column } from "./table.ts";

/** How much of a list is wanted: the options of commands that show lists. */
export interface ListValues {
  /** How many to show. */
  limit: number;
  /** Whether to show everything. */
  all?: true | undefined;
}

/** The most that the service gives at once. */
const LARGEST_PAGE = 200;

/** How many items to ask for at once. */
export function pageSize({ limit, all }: ListValues): number {
  return all ? LARGEST_PAGE : Math.min(limit, LARGEST_PAGE);
}

/** Prints a list from its first page on, as far as it was asked for, and says when there is more. */
export async function showList<T>(
  context: Context,
  first: PaginatedResponse<T>,
  columns: readonly Column<T>[],
  settings: ListValues,
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
  if (more) await context.noteCut(shown, "use --limit or --all");
  if (shown === 0) await context.note("Nothing there.");
}
