/**
 * Lists of a user's resources; without a user, of the signed-in user.
 *
 * @module
 */

import type { CallOptions, PaginatedResponse, ServiceClient } from "@tonearm/client";
import type { Context } from "../../context.ts";
import { identify, readId } from "../../ids.ts";
import { type ListValues, pageSize, showList } from "../../output/lists.ts";
import type { Column } from "../../output/table.ts";

/** A list of a user's resources. */
export interface UserList<T> {
  /** The columns of the list. */
  readonly columns: readonly Column<T>[];
  /** Gets the first page for the signed-in user. */
  mine(client: ServiceClient, limit: number, call: CallOptions): Promise<PaginatedResponse<T>>;
  /** Gets the first page for another user. */
  theirs(client: ServiceClient, user: string, limit: number, call: CallOptions): Promise<PaginatedResponse<T>>;
}

/** Shows the list; `me` or no argument stands for the signed-in user. */
export async function showUserList<T>(
  context: Context,
  word: string | undefined,
  options: ListValues,
  { columns, mine, theirs }: UserList<T>,
): Promise<void> {
  const [limit, call] = [pageSize(options), { signal: context.host.signal }];
  if (word === undefined || word === "me") {
    const { client } = await context.connectAsUser();
    return await showList(context, await mine(client, limit, call), columns, options);
  }
  const checked = await readId(context, word, ["users"]);
  const { client } = await context.connect();
  const { id } = await identify(context, checked, ["users"]);
  await showList(context, await theirs(client, id, limit, call), columns, options);
}
